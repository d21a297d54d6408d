"""What stands round the board of Pocket: the tokens, the turns, Jack's hourglasses, the suspects, what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, cast

from gaslamp.art.cast import CAST, CLEARED
from gaslamp.core.face.panels import Badge, Counter, Log, LogLine, Panel, Person, Sheet, Token, Tokens, Track, TrackCell
from gaslamp.core.game import Detail, News
from gaslamp.core.messages import Message, message
from gaslamp.titles.pocket.face import words
from gaslamp.titles.pocket.face.prompts import target_of_token
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.view import Tile, View


def panels(view: View, news: Sequence[News]) -> tuple[Panel, ...]:
    """Give all panels."""
    return (
        *_badge(view),
        _tokens(view),
        _track(view, news),
        _hourglasses(view),
        _suspects(view, news),
        _log(view, news),
    )


def _badge(view: View) -> Iterator[Badge]:
    """Tell Jack who he is, wherever he looks: him alone (MP-51)."""
    if view.viewer == "jack" and (name := view.identity) is not None:
        yield Badge(
            id="me",
            place="bar",
            text=message("pocket.you.are"),
            name=words.suspect(name),
            symbol=f"token-{name}",
            lights=f"tile-{name}",
            letters=words.letters(name),
            ink=CAST[name].ink,
        )


def _tokens(view: View) -> Tokens:
    known = bool(view.turn % 2 and view.tokens)  # MP-11a
    return Tokens(
        id="tokens",
        place="left",
        title=message("pocket.panel.tokens"),
        tokens=tuple(_token(view, number) for number in range(len(view.tokens))),
        later=tuple(
            Token(
                f"later-{board.TOKENS[number]}",
                f"face-{token.other}",
                words.face(token.other),
                "idle",
                about=words.about(token.other),
            )
            for number, token in enumerate(view.tokens)
        )
        if known
        else (),
        later_title=message("pocket.panel.next_tokens", turn=view.turn + 1) if known else None,
    )


def _token(view: View, number: int) -> Token:
    token = view.tokens[number]
    playing = token.used and token.face == view.stage and _last_used(view, number)
    state: Literal["free", "used", "playing", "idle"] = "free"
    if playing:
        state = "playing"
    elif token.used:
        state = "used"
    note = message(f"pocket.token.{state}") if state != "free" else None
    return Token(
        target_of_token(number),
        f"face-{token.face}",
        words.face(token.face),
        state,
        note,
        about=words.about(token.face),
    )


def _last_used(view: View, number: int) -> bool:
    """Tell whether this is the token being played: of two rotations the later one."""
    same = [k for k, token in enumerate(view.tokens) if token.used and token.face == view.tokens[number].face]
    return number == same[-1]


def _track(view: View, news: Sequence[News]) -> Track:
    winners = {cast("int", piece.details["turn"]): piece.details["winner"] for piece in news if piece.kind == "called"}
    cells = []
    for turn in range(1, board.LAST_TURN + 1):
        winner = winners.get(turn)
        symbol = {"jack": "hourglass", "detectives": "magnifier"}.get(str(winner), "")
        label = f"pocket.track.{winner}" if winner else "pocket.track.open"
        cells.append(TrackCell(str(turn), message(label, turn=turn), symbol, now=turn == view.turn and not view.winner))
    used = sum(token.used for token in view.tokens) - (view.stage in board.FACES)
    acting = used if view.winner is None and 0 <= used < len(view.order) and view.tokens else None
    return Track(
        id="turns",
        place="left",
        title=message("pocket.beside.turn", turn=view.turn, last=board.LAST_TURN),
        note=message("pocket.track.thrown" if view.turn % 2 else "pocket.track.turned_over"),
        cells=tuple(cells),
        order=tuple(message("pocket.track.you") if seat == view.viewer else words.seat(seat) for seat in view.order),
        acting=acting,
    )


def _hourglasses(view: View) -> Counter:
    lines = [message("pocket.glasses.shown", tokens=view.jack_tokens, count=view.jack_cards)]
    if view.hourglasses is not None and view.identity is not None:
        mine = "mine" if view.viewer == "jack" else "revealed"
        lines = [message(f"pocket.beside.identity_{mine}", suspect=words.suspect(view.identity))]
        lines.append(message("pocket.beside.total", count=view.hourglasses))
        if view.held_cards:
            lines.append(message("pocket.beside.held", cards=tuple(words.suspect(card) for card in view.held_cards)))
    elif view.jack_cards:
        least, most = _glasses_on_cards(view)
        lines.append(message("pocket.glasses.hidden", least=least, most=most))
    if view.chase:
        lines.append(message("pocket.beside.chase"))
    filled = view.jack_tokens if view.hourglasses is None else view.hourglasses
    return Counter(
        id="hourglasses",
        place="left",
        title=message("pocket.panel.hourglasses"),
        note=message("pocket.panel.needs", needed=board.NEEDED),
        symbol="hourglass",
        filled=filled,
        total=max(board.NEEDED, filled),
        lines=tuple(lines),
    )


def _glasses_on_cards(view: View) -> tuple[int, int]:
    """Give the fewest and the most hourglasses on cards that have not been shown."""
    glasses = sorted(
        glasses for name, glasses in zip(board.SUSPECTS, board.HOURGLASSES, strict=True) if name not in view.shown_cards
    )
    return sum(glasses[: view.jack_cards]), sum(glasses[-view.jack_cards :])


def _suspects(view: View, news: Sequence[News]) -> Sheet:
    reasons = _cleared(news)
    ordered = sorted(view.tiles, key=lambda tile: (tile.cleared, not tile.seen))
    left = [tile for tile in view.tiles if not tile.cleared]
    seen = sum(tile.seen for tile in left)
    hint = message("pocket.sheet.if_called", seen=seen, unseen=len(left) - seen)
    return Sheet(
        id="suspects",
        place="right",
        title=message("pocket.panel.suspects"),
        note=message("pocket.sheet.left", count=len(left), total=len(board.SUSPECTS)),
        people=tuple(_person(tile, reasons, view.identity) for tile in ordered),
        hint=hint if view.winner is None and len(view.tiles) == board.CELLS else None,
    )


def _person(tile: Tile, reasons: dict[str, Message], jack: str | None) -> Person:
    state = "cleared" if tile.cleared else "jack" if tile.suspect == jack else "suspect"
    sight = message("pocket.sheet.seen" if tile.seen else "pocket.sheet.unseen")
    return Person(
        symbol=f"cleared-{tile.suspect}" if tile.cleared else f"token-{tile.suspect}",
        letters=words.letters(tile.suspect),
        ink=CLEARED.ink if tile.cleared else CAST[tile.suspect].ink,
        name=words.suspect(tile.suspect),
        line=reasons.get(tile.suspect, sight),
        tag=message(f"pocket.sheet.tag_{state}"),
        cleared=tile.cleared,
        lights=f"tile-{tile.suspect}",
    )


def _cleared(news: Sequence[News]) -> dict[str, Message]:
    """Say when and why each suspect was cleared."""
    reasons: dict[str, Message] = {}
    turn = 1
    for piece in news:
        details = piece.details
        if piece.kind in {"thrown", "turned_over"}:
            turn = cast("int", details["turn"])
        elif piece.kind in {"called", "alibi_shown"}:
            why = f"called_{details['answer']}" if piece.kind == "called" else "alibi"
            for name in cast("tuple[str, ...]", details["cleared"]):
                reasons[name] = message(f"pocket.cleared.{why}", turn=turn)
    return reasons


def _log(view: View, news: Sequence[News]) -> Log:
    told = [piece for piece in news if piece.kind not in {"dealt", "took"}]
    if news and news[-1].kind == "took":
        told.append(news[-1])  # an activation under way
    lines = [_line(piece.kind, tuple(piece.details.items())) for piece in told]
    return Log("log", "right", message("pocket.panel.log"), tuple(reversed(lines)))


@lru_cache(maxsize=10_000)
def _line(kind: str, details: tuple[tuple[str, Detail], ...]) -> LogLine:
    """Tell of a piece of news: the same ones come again with every update, and at all tables."""
    piece = News(kind, dict(details))
    return LogLine(words.tell(piece), lights(piece), strong=kind in {"called", "over", "chase"})


def lights(piece: News) -> tuple[str, ...]:
    """Give the sprites a piece of news is about."""
    details = piece.details
    lights = [f"tile-{details[key]}" for key in ("suspect", "first", "second") if key in details]
    if "detective" in details:
        lights.append(f"fig-{details['detective']}")
    lights += [f"tile-{name}" for name in cast("tuple[str, ...]", details.get("cleared", ()))]
    return tuple(lights)
