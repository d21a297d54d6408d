"""Panels of Mr. Jack: cards, rounds, witness card, alibis, suspects, log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from gaslamp.core.game import News
from gaslamp.core.messages import Message, message
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.view import Reason, View
from gaslamp.titles.mr_jack.ui import words
from gaslamp.titles.mr_jack.ui.past import Call, line, past_of
from gaslamp.titles.mr_jack.ui.prompts import target_of_card
from gaslamp.ui import rows
from gaslamp.ui.cast import CAST, CLEARED
from gaslamp.ui.panels import (
    Badge,
    Face,
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

_CACHE_SIZE: Final = 10_000  # entries per kind


def panels(view: View, news: Sequence[News]) -> tuple[Panel, ...]:
    past = past_of(news)
    return (
        *_badge(view),
        _cards(view),
        _rounds(view, past.answers),
        _witness(past.answers),
        _alibis(view),
        _suspects(view, past.cleared),
        _log(news, past.lines),
    )


# ---- identity


def _badge(view: View) -> Iterator[Badge]:
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
        faces=_FACES,
        tokens=rows(_card(name, _state(view, name)) for name in view.turned),
        later=tuple(f"later-{name}" for name in view.later),
        later_title=message("mr_jack.panel.later", round=view.round + 1) if view.later else None,
    )


_State: TypeAlias = Literal["free", "used", "playing"]


def _state(view: View, name: str) -> _State:
    return "playing" if name == view.picked else "free" if name in view.face_up else "used"


def _card(name: str, state: _State) -> Token:
    note = message(f"mr_jack.card_is.{state}") if state != "free" else None
    return Token(target_of_card(name), name, state, note)


def _face(name: str, *, later: bool) -> Face:
    return Face(
        symbol=f"token-{name}" if later else f"card-{name}",
        label=words.short(name) if later else words.character(name),
        letters=words.letters(name),
        ink=CAST[name].ink,
        lines=() if later else (message(f"mr_jack.reach.{name}"), message(f"mr_jack.ability.{name}")),
        about=message(f"mr_jack.about.{name}"),
    )


_FACES: Final = {
    **{name: _face(name, later=False) for name in board.CHARACTERS},
    **{f"later-{name}": _face(name, later=True) for name in board.CHARACTERS},
}


def _rounds(view: View, answers: tuple[Call, ...]) -> Track:
    round, burning, answer_of = view.round, view.lamps.values(), dict(answers)
    goes_out = "goes_out" if str(round) in board.TILES else "none_goes_out"
    return Track(
        id="rounds",
        place="left",
        title=message("mr_jack.beside.round", round=round, last=board.LAST_ROUND),
        note=message(f"mr_jack.track.{goes_out}", round=round),
        cells=rows(
            _cell(
                number,
                answer_of.get(number),
                now=number == round and view.winner is None,
                burns=str(number) in burning,
            )
            for number in range(1, board.LAST_ROUND + 1)
        ),
        order=tuple(words.seat(seat) for seat in view.order),
        acting=view.used if view.to_move in board.SEATS else None,
    )


def _cell(number: int, answer: str | None, *, now: bool, burns: bool) -> TrackCell:
    loses = str(number) in board.TILES  # MJ-58
    state = f"called_{answer}" if answer else "lamp" if loses else "open"
    symbol = ("lamp" if burns else "lamp-out") if loses else ""
    return TrackCell(str(number), message(f"mr_jack.track.{state}", round=number), symbol, now)


# ---- witness card and alibis


def _witness(answers: tuple[Call, ...]) -> Note:
    """Return the witness card: the last answer, and what it means for leaving (MJ-57, MJ-60)."""
    call = answers[-1] if answers else None
    answer = call[1] if call else "visible"  # MJ-06
    name = message(f"mr_jack.witness.{answer}", round=call[0]) if call else message("mr_jack.witness.start")
    line = NoteLine(symbol=f"witness-{answer}", name=name, text=message(f"mr_jack.witness.then_{answer}"))
    return Note(id="witness", place="left", title=message("mr_jack.panel.witness"), lines=rows((line,)))


def _alibis(view: View) -> Note:
    """Return Jack's identity and the alibi cards, as far as the viewer may know them."""
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
        lines=rows(lines),
        note=message("mr_jack.alibi.held", detective=view.detective_cards, jack=view.jack_cards),
        text=None if lines else message("mr_jack.alibi.none"),
    )


def _known(name: str, text: Message) -> NoteLine:
    ink = CAST[name].ink
    return NoteLine(f"token-{name}", words.character(name), text, words.letters(name), ink, lights=f"tok-{name}")


# ---- the suspects


def suspected(view: View) -> tuple[str, ...]:
    """Return the viewer's suspects: not cleared, and no alibi card in the Detective's own hand (MJ-72)."""
    held = view.detective_alibis or () if view.viewer == "detective" else ()
    return tuple(name for name in view.suspects if name not in held)


def _suspects(view: View, cleared: Mapping[str, Call]) -> Sheet:
    left = suspected(view)
    order = [*left, *(name for name in view.suspects if name not in left)]
    order += [name for name in board.CHARACTERS if name not in order]
    return Sheet(
        id="suspects",
        place="right",
        title=message("mr_jack.panel.suspects"),
        note=message("mr_jack.sheet.left", count=len(left), total=len(board.CHARACTERS)),
        people={name: _person(view, name, cleared) for name in order},
        hint=_if_called(left, tuple(name for name in left if name in view.visible)) if view.winner is None else None,
    )


def _if_called(left: tuple[str, ...], visible: tuple[str, ...]) -> Message:
    """Say which characters a call would clear now, for each of its two answers (MJ-56)."""
    invisible = tuple(name for name in left if name not in visible)
    if not visible or not invisible:  # Jack is among them, so the answer is certain
        return message("mr_jack.sheet.if_called_nobody")
    return message(
        "mr_jack.sheet.if_called",
        visible=len(visible),
        invisible=len(invisible),
        cleared_if_visible=words.shorts(invisible),
        cleared_if_invisible=words.shorts(visible),
    )


def _person(view: View, name: str, cleared: Mapping[str, Call]) -> Person:
    innocent = name not in view.suspects
    mine = {"jack": view.jack_alibis, "detective": view.detective_alibis}.get(view.viewer) or ()
    alibi = not innocent and name in mine
    tag = "cleared" if innocent else "suspect"
    if alibi and view.viewer == "detective":
        tag = "alibi"
    if name == view.identity:
        tag = "you" if view.viewer == "jack" else "jack"
    why = view.visible.get(name, ()) if name in view.hexes else None
    return _person_of(name, tag, why, cleared.get(name), innocent=innocent, alibi=alibi)


@lru_cache(maxsize=_CACHE_SIZE)
def _person_of(
    name: str,
    tag: str,
    why: tuple[Reason, ...] | None,
    call: Call | None,
    *,
    innocent: bool,
    alibi: bool,
) -> Person:
    """Return a row of the sheet. *why* names what makes the character visible: empty if invisible, None if gone."""
    line = message(f"mr_jack.cleared.called_{call[1]}", round=call[0]) if call else _why(why)
    return Person(
        symbol=f"cleared-{name}" if innocent else f"token-{name}",
        letters=words.letters(name),
        ink=CLEARED.ink if innocent else CAST[name].ink,
        name=words.character(name),
        line=message("mr_jack.sheet.alibi", now=_why(why)) if alibi else line,
        tag=message(f"mr_jack.tag.{tag}"),
        cleared=innocent,
        lights=f"tok-{name}",
        quiet=tag in {"alibi", "you"},
        about=message(f"mr_jack.about.{name}"),
    )


def _why(reasons: tuple[Reason, ...] | None) -> Message:
    if reasons is None:
        return message("mr_jack.sheet.gone")
    if not reasons:
        return message("mr_jack.sheet.invisible")
    return message("mr_jack.sheet.visible", why=tuple(map(_reason, reasons)))


def _reason(reason: Reason) -> Message:
    match reason.kind:
        case "lamp":
            return message("mr_jack.why.lamp", post=reason.source)
        case "lantern":
            return message("mr_jack.why.lantern")
        case _:
            return message("mr_jack.why.neighbour", character=words.short(reason.source))


# ---- the log


def _log(news: Sequence[News], lines: tuple[LogLine, ...]) -> Log:
    if news and news[-1].kind == "picked":
        lines = (*lines, line(news[-1]))
    return Log("log", "right", message("mr_jack.panel.log"), rows(lines))
