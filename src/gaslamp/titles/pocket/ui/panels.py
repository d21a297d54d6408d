"""Panels of Pocket: tokens, turns, hourglasses, suspects, log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, cast

from gaslamp.core.game import Detail, News
from gaslamp.core.history import fold_news
from gaslamp.core.messages import Message, message
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules import view as views
from gaslamp.titles.pocket.rules.view import Tile, View
from gaslamp.titles.pocket.ui import words
from gaslamp.titles.pocket.ui.prompts import target_of_token
from gaslamp.ui import rows
from gaslamp.ui.cast import CAST, CLEARED
from gaslamp.ui.panels import Badge, Counter, Face, Log, LogLine, Panel, Person, Sheet, Token, Tokens, Track, TrackCell

_CACHE_SIZE: Final = 10_000  # of each kind


def panels(view: View, news: Sequence[News]) -> tuple[Panel, ...]:
    past = fold_news(news, _NOTHING, _and_then)
    return (
        *_badge(view),
        _tokens(view.tokens, view.stage, view.turn),
        _track(view, past.winners),
        _hourglasses(view),
        _suspects(view, past.cleared),
        _log(news, past.lines),
    )


class _Past(NamedTuple):
    turn: int
    winners: tuple[str, ...]  # of the call of each turn, as far as there was one
    cleared: Mapping[str, tuple[str, int]]  # reason and turn
    lines: tuple[LogLine, ...]  # of the log, oldest first


_NOTHING: Final = _Past(1, ("",) * board.LAST_TURN, {}, ())


def _and_then(past: _Past, piece: News) -> _Past:
    details, turn, winners, cleared = piece.details, past.turn, past.winners, past.cleared
    match piece.kind:
        case "dealt" | "took":
            return past
        case "thrown" | "turned_over":
            turn = cast("int", details["turn"])
        case "called":
            called = cast("int", details["turn"])
            winners = (*winners[: called - 1], str(details["winner"]), *winners[called:])
            cleared = {**cleared, **_cleared(details, f"called_{details['answer']}", turn)}
        case "alibi_shown":
            cleared = {**cleared, **_cleared(details, "alibi", turn)}
        case _:
            pass
    return _Past(turn, winners, cleared, (*past.lines, _line(piece.kind, tuple(details.items()))))


def _cleared(details: Mapping[str, Detail], why: str, turn: int) -> dict[str, tuple[str, int]]:
    return dict.fromkeys(cast("tuple[str, ...]", details["cleared"]), (why, turn))


def _badge(view: View) -> Iterator[Badge]:
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


_FACES: Final = {face: Face(f"face-{face}", words.face(face), about=words.about(face)) for face in board.FACES}


def _tokens(tokens: tuple[views.ActionToken, ...], stage: str, turn: int) -> Tokens:
    both_faces_known = bool(turn % 2 and tokens)  # MP-11a
    return Tokens(
        id="tokens",
        place="left",
        title=message("pocket.panel.tokens"),
        faces=_FACES,
        tokens=rows(_token(number, token.face, _state(tokens, number, stage)) for number, token in enumerate(tokens)),
        later=tuple(token.other for token in tokens) if both_faces_known else (),
        later_title=message("pocket.panel.next_tokens", turn=turn + 1) if both_faces_known else None,
    )


_State = Literal["free", "used", "playing"]


def _token(number: int, face: str, state: _State) -> Token:
    note = message(f"pocket.token.{state}") if state != "free" else None
    return Token(target_of_token(number), face, state, note)


def _state(tokens: tuple[views.ActionToken, ...], number: int, stage: str) -> _State:
    """Return a token's state. Of two rotations the later one is being played."""
    token = tokens[number]
    if not token.used:
        return "free"
    same = [k for k, other in enumerate(tokens) if other.used and other.face == token.face]
    return "playing" if token.face == stage and number == same[-1] else "used"


def _track(view: View, winners: tuple[str, ...]) -> Track:
    used = sum(token.used for token in view.tokens) - (view.stage in board.FACES)
    turn, goes_on = view.turn, view.winner is None
    return Track(
        id="turns",
        place="left",
        title=message("pocket.beside.turn", turn=turn, last=board.LAST_TURN),
        note=message("pocket.track.thrown" if turn % 2 else "pocket.track.turned_over"),
        cells=rows(_cell(number, winner, now=number == turn and goes_on) for number, winner in enumerate(winners, 1)),
        order=tuple(message("pocket.track.you") if seat == view.viewer else words.seat(seat) for seat in view.order),
        acting=used if goes_on and 0 <= used < len(view.order) and view.tokens else None,
    )


def _cell(turn: int, winner: str, *, now: bool) -> TrackCell:
    symbol = {"jack": "hourglass", "detectives": "magnifier"}.get(winner, "")
    return TrackCell(str(turn), message(f"pocket.track.{winner or 'open'}", turn=turn), symbol, now=now)


def _hourglasses(view: View) -> Counter:
    filled = view.jack_tokens if view.hourglasses is None else view.hourglasses
    if view.hourglasses is not None and view.identity is not None:
        lines = _glasses_known(view.identity, view.hourglasses, view.held_cards or (), mine=view.viewer == "jack")
    else:
        lines = _glasses_shown(view.jack_tokens, view.jack_cards, view.shown_cards)
    return _counter(filled, (*lines, _CHASE) if view.chase else lines)


_CHASE: Final = message("pocket.beside.chase")


def _counter(filled: int, lines: tuple[Message, ...]) -> Counter:
    return Counter(
        id="hourglasses",
        place="left",
        title=message("pocket.panel.hourglasses"),
        note=message("pocket.panel.needs", needed=board.NEEDED),
        symbol="hourglass",
        filled=filled,
        total=max(board.NEEDED, filled),
        lines=lines,
    )


def _glasses_known(jack: str, count: int, held: tuple[str, ...], *, mine: bool) -> tuple[Message, ...]:
    lines = [
        message(f"pocket.beside.identity_{'mine' if mine else 'revealed'}", suspect=words.suspect(jack)),
        message("pocket.beside.total", count=count),
    ]
    if held:
        lines.append(message("pocket.beside.held", cards=tuple(words.suspect(card) for card in held)))
    return tuple(lines)


def _glasses_shown(tokens: int, cards: int, shown: tuple[str, ...]) -> tuple[Message, ...]:
    """Return the public hourglasses, and the minimum and maximum on hidden cards."""
    said = message("pocket.glasses.shown", tokens=tokens, count=cards)
    if not cards:
        return (said,)
    glasses = sorted(
        glasses for name, glasses in zip(board.SUSPECTS, board.HOURGLASSES, strict=True) if name not in shown
    )
    least, most = sum(glasses[:cards]), sum(glasses[-cards:])
    return said, message("pocket.glasses.hidden", least=least, most=most)


def _suspects(view: View, cleared: Mapping[str, tuple[str, int]]) -> Sheet:
    ordered = sorted(view.tiles, key=lambda tile: (tile.cleared, not tile.seen))
    mark = "you" if view.viewer == "jack" else "jack"
    people = {
        tile.suspect: _person(tile, cleared.get(tile.suspect), mark if tile.suspect == view.identity else "suspect")
        for tile in ordered
    }
    left = [tile for tile in view.tiles if not tile.cleared]
    seen = sum(tile.seen for tile in left)
    goes_on = view.winner is None and len(view.tiles) == board.CELLS
    return Sheet(
        id="suspects",
        place="right",
        title=message("pocket.panel.suspects"),
        note=message("pocket.sheet.left", count=len(left), total=len(board.SUSPECTS)),
        people=people,
        hint=message("pocket.sheet.if_called", seen=seen, unseen=len(left) - seen) if goes_on else None,
    )


@lru_cache(maxsize=_CACHE_SIZE)
def _person(tile: Tile, cleared: tuple[str, int] | None, mark: str) -> Person:
    state = "cleared" if tile.cleared else mark
    line = message("pocket.sheet.seen" if tile.seen else "pocket.sheet.unseen")
    if cleared is not None:
        line = message(f"pocket.cleared.{cleared[0]}", turn=cleared[1])
    return Person(
        symbol=f"cleared-{tile.suspect}" if tile.cleared else f"token-{tile.suspect}",
        letters=words.letters(tile.suspect),
        ink=CLEARED.ink if tile.cleared else CAST[tile.suspect].ink,
        name=words.suspect(tile.suspect),
        line=line,
        tag=message(f"pocket.sheet.tag_{state}"),
        cleared=tile.cleared,
        lights=f"tile-{tile.suspect}",
        quiet=state == "you",
    )


def _log(news: Sequence[News], lines: tuple[LogLine, ...]) -> Log:
    if news and news[-1].kind == "took":  # an activation under way
        lines = (*lines, _line("took", tuple(news[-1].details.items())))
    return Log("log", "right", message("pocket.panel.log"), rows(lines))


@lru_cache(maxsize=_CACHE_SIZE)
def _line(kind: str, details: tuple[tuple[str, Detail], ...]) -> LogLine:
    piece = News(kind, dict(details))
    return LogLine(words.tell(piece), lights(piece), strong=kind in {"called", "over", "chase"})


def lights(piece: News) -> tuple[str, ...]:
    details = piece.details
    lights = [f"tile-{details[key]}" for key in ("suspect", "first", "second") if key in details]
    if "detective" in details:
        lights.append(f"fig-{details['detective']}")
    lights += [f"tile-{name}" for name in cast("tuple[str, ...]", details.get("cleared", ()))]
    return tuple(lights)
