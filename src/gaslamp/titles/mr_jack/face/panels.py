"""What stands round the board of Mr. Jack: cards, rounds, the witness card, alibis, the suspects, what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, cast

from gaslamp.art.cast import CAST, CLEARED
from gaslamp.core.face.panels import (
    Badge,
    Log,
    LogLine,
    Note,
    NoteLine,
    Panel,
    Person,
    Sheet,
    Token,
    Tokens,
    Track,
    TrackCell,
)
from gaslamp.core.game import Detail, News
from gaslamp.core.messages import Message, message
from gaslamp.titles.mr_jack.face import words
from gaslamp.titles.mr_jack.face.prompts import target_of_card
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.view import Reason, View


def panels(view: View, news: Sequence[News]) -> tuple[Panel, ...]:
    """Give all panels."""
    return (
        *_badge(view),
        _cards(view),
        _rounds(view, news),
        _witness(news),
        _alibis(view),
        _suspects(view, news),
        _log(news),
    )


# ---- who I am


def _badge(view: View) -> Iterator[Badge]:
    """Tell Jack who he is, wherever he looks: him alone (MJ-71)."""
    if view.viewer == "jack" and (name := view.identity) is not None:
        yield Badge(
            id="me",
            place="bar",
            text=message("mr_jack.you.are"),
            name=words.character(name),
            symbol=f"token-{name}",
            lights=f"tok-{name}",
            letters=words.letters(name),
            ink=CAST[name].ink,
        )


# ---- cards and rounds


def _cards(view: View) -> Tokens:
    return Tokens(
        id="cards",
        place="under",
        title=message("mr_jack.panel.cards", round=view.round),
        tokens=tuple(_card(view, name) for name in view.turned),
        later=tuple(_portrait(f"later-{name}", name, "idle") for name in view.later),
        later_title=message("mr_jack.panel.later", round=view.round + 1) if view.later else None,
    )


def _card(view: View, name: str) -> Token:
    if name == view.picked:
        return _portrait(target_of_card(name), name, "playing", about=True)
    return _portrait(target_of_card(name), name, "free" if name in view.face_up else "used", about=True)


def _portrait(
    target: str, name: str, state: Literal["free", "used", "playing", "idle"], *, about: bool = False
) -> Token:
    return Token(
        target=target,
        symbol=f"card-{name}" if about else f"token-{name}",
        label=words.character(name) if about else words.short(name),
        state=state,
        note=message(f"mr_jack.card_is.{state}") if state in {"used", "playing"} else None,
        letters=words.letters(name),
        ink=CAST[name].ink,
        lines=(message(f"mr_jack.reach.{name}"), message(f"mr_jack.ability.{name}")) if about else (),
        about=message(f"mr_jack.about.{name}"),
    )


def _rounds(view: View, news: Sequence[News]) -> Track:
    answers = {cast("int", piece.details["round"]): piece.details["answer"] for piece in _calls(news)}
    burning = set(view.lamps.values())
    cells = []
    for number in range(1, board.LAST_ROUND + 1):
        loses = str(number) in board.TILES  # MJ-58
        told = f"called_{answers[number]}" if number in answers else "lamp" if loses else "open"
        symbol = ("lamp" if str(number) in burning else "lamp-out") if loses else ""
        now = number == view.round and view.winner is None
        cells.append(TrackCell(str(number), message(f"mr_jack.track.{told}", round=number), symbol, now))
    goes_out = "goes_out" if str(view.round) in board.TILES else "none_goes_out"
    return Track(
        id="rounds",
        place="left",
        title=message("mr_jack.beside.round", round=view.round, last=board.LAST_ROUND),
        note=message(f"mr_jack.track.{goes_out}", round=view.round),
        cells=tuple(cells),
        order=tuple(words.seat(seat) for seat in view.order),
        acting=view.used if view.to_move in board.SEATS else None,
    )


def _calls(news: Sequence[News]) -> Iterator[News]:
    return (piece for piece in news if piece.kind == "called")


# ---- what lies beside the board


def _witness(news: Sequence[News]) -> Note:
    """Show the witness card: what the last call said, and what it means for leaving (MJ-57, MJ-60)."""
    call = next(reversed(list(_calls(news))), None)
    answer = str(call.details["answer"]) if call else "visible"  # MJ-06
    name = message("mr_jack.witness.start")
    if call:
        name = message(f"mr_jack.witness.{answer}", round=cast("int", call.details["round"]))
    text = message(f"mr_jack.witness.then_{answer}")
    line = NoteLine(symbol=f"witness-{answer}", name=name, text=text)
    return Note(id="witness", place="left", title=message("mr_jack.panel.witness"), lines=(line,))


def _alibis(view: View) -> Note:
    """Show who Jack is, to those who know, and the alibi cards this viewer may see."""
    lines = []
    if view.identity is not None:
        whose = "mine" if view.viewer == "jack" else "shown"
        lines.append(_known(view.identity, message(f"mr_jack.identity.{whose}")))
    for seat, held in (("detective", view.detective_alibis), ("jack", view.jack_alibis)):
        whose = "mine" if view.viewer == seat else f"shown_{seat}"
        lines += [_known(name, message(f"mr_jack.alibi.{whose}")) for name in held or ()]
    return Note(
        id="alibis",
        place="left",
        title=message("mr_jack.panel.alibis"),
        lines=tuple(lines),
        note=message("mr_jack.alibi.held", detective=view.detective_cards, jack=view.jack_cards),
        text=None if lines else message("mr_jack.alibi.none"),
    )


def _known(name: str, text: Message) -> NoteLine:
    look = CAST[name]
    return NoteLine(f"token-{name}", words.character(name), text, words.letters(name), look.ink, lights=f"tok-{name}")


# ---- the suspects


def suspected(view: View) -> tuple[str, ...]:
    """Give whom this viewer may still suspect: not cleared, and no alibi card in the Detective's own hand (MJ-72)."""
    held = view.detective_alibis or () if view.viewer == "detective" else ()
    return tuple(name for name in view.suspects if name not in held)


def _suspects(view: View, news: Sequence[News]) -> Sheet:
    cleared = _cleared(news)
    left = suspected(view)
    order = [*left, *(name for name in view.suspects if name not in left)]
    order += [name for name in board.CHARACTERS if name not in order]
    return Sheet(
        id="suspects",
        place="right",
        title=message("mr_jack.panel.suspects"),
        note=message("mr_jack.sheet.left", count=len(left), total=len(board.CHARACTERS)),
        people=tuple(_person(view, name, cleared) for name in order),
        hint=_if_called(view, left) if view.winner is None else None,
    )


def _if_called(view: View, left: Sequence[str]) -> Message:
    """Say who would be cleared if the call came now (MJ-56)."""
    seen = tuple(name for name in left if name in view.visible)
    unseen = tuple(name for name in left if name not in view.visible)
    if not seen or not unseen:  # Jack is one of them: the answer is known
        return message("mr_jack.sheet.if_called_nobody")
    return message(
        "mr_jack.sheet.if_called",
        visible=len(seen),
        invisible=len(unseen),
        cleared_if_visible=words.shorts(unseen),
        cleared_if_invisible=words.shorts(seen),
    )


def _person(view: View, name: str, cleared: dict[str, Message]) -> Person:
    innocent = name not in view.suspects
    mine = {"jack": view.jack_alibis, "detective": view.detective_alibis}.get(view.viewer) or ()
    now = why(view, name)
    tag = "cleared" if innocent else "suspect"
    line = cleared.get(name, now)
    if not innocent and name in mine:
        line = message("mr_jack.sheet.alibi", now=now)
        tag = "alibi" if view.viewer == "detective" else tag
    if name == view.identity:
        tag = "you" if view.viewer == "jack" else "jack"
    return Person(
        symbol=f"cleared-{name}" if innocent else f"token-{name}",
        letters=words.letters(name),
        ink=CLEARED.ink if innocent else CAST[name].ink,
        name=words.character(name),
        line=line,
        tag=message(f"mr_jack.tag.{tag}"),
        cleared=innocent,
        lights=f"tok-{name}",
        quiet=tag in {"alibi", "you"},
    )


def why(view: View, name: str) -> Message:
    """Say whether somebody is visible now, and why."""
    if name not in view.hexes:
        return message("mr_jack.sheet.gone")
    if name not in view.visible:
        return message("mr_jack.sheet.invisible")
    return message("mr_jack.sheet.visible", why=tuple(_reason(reason) for reason in view.visible[name]))


def _reason(reason: Reason) -> Message:
    match reason.kind:
        case "lamp":
            return message("mr_jack.why.lamp", post=reason.what)
        case "lantern":
            return message("mr_jack.why.lantern")
        case _:
            return message("mr_jack.why.neighbour", character=words.short(reason.what))


def _cleared(news: Sequence[News]) -> dict[str, Message]:
    """Say when and why each character was cleared."""
    return {
        name: message(f"mr_jack.cleared.called_{call.details['answer']}", round=cast("int", call.details["round"]))
        for call in _calls(news)
        for name in cast("tuple[str, ...]", call.details["cleared"])
    }


# ---- the log


def _log(news: Sequence[News]) -> Log:
    lines: list[LogLine] = []
    turned: list[str] = []
    for place, piece in enumerate(news):
        if piece.kind == "turned":  # four of them are one line
            turned.append(str(piece.details["character"]))
            if len(turned) == 4:
                cards = words.names(turned)
                told = message("mr_jack.news.turned_over", round=cast("int", piece.details["round"]), cards=cards)
                lines.append(LogLine(told, tuple(f"tok-{name}" for name in turned)))
                turned = []
        elif piece.kind != "picked" or place == len(news) - 1:  # what is done with a card says that it was taken
            lines.append(_line(piece.kind, tuple(piece.details.items())))
    return Log("log", "right", message("mr_jack.panel.log"), tuple(reversed(lines)))


@lru_cache(maxsize=10_000)
def _line(kind: str, details: tuple[tuple[str, Detail], ...]) -> LogLine:
    """Tell of a piece of news: the same ones come again with every update, and at all tables."""
    piece = News(kind, dict(details))
    return LogLine(words.tell(piece), lights(piece), strong=kind in {"called", "accused", "left", "over"})


_THINGS = {"lamp_moved": "lamp", "cordon_moved": "exit", "cover_moved": "mh"}


def lights(piece: News) -> tuple[str, ...]:
    """Give the sprites a piece of news is about."""
    details = piece.details
    lights = [f"tok-{details[key]}" for key in ("character", "accused") if key in details]
    lights += [f"tok-{name}" for name in cast("tuple[str, ...]", details.get("cleared", ()))]
    lights += [f"tok-{name}" for name in cast("tuple[str, ...]", details.get("cards", ()))]
    if piece.kind in _THINGS:
        lights += [f"{_THINGS[piece.kind]}-{details[key]}" for key in ("here", "there")]
    if piece.kind == "left":
        lights.append(f"exit-{details['exit']}")
    if piece.kind == "faced":
        lights.append("tok-watson")
    if details.get("lamp"):
        lights.append(f"lamp-{details['lamp']}")
    return tuple(lights)
