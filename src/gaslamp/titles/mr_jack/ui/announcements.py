"""Announcements of Mr. Jack (the call, the end) and the story of the other side's turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from gaslamp.core.game import News
from gaslamp.core.messages import Message, message
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.view import View
from gaslamp.titles.mr_jack.ui import words
from gaslamp.titles.mr_jack.ui.past import lights
from gaslamp.ui.announcements import Announcement, Beat, Portrait, Sound
from gaslamp.ui.drawing.cast import CAST, CLEARED

_SOUNDS: Final[Mapping[str, Sound]] = {  # of the events in the story
    "moved": "step", "whistled": "step", "exchanged": "step", "left": "step", "stayed": "", "whistled_in_vain": "",
    "faced": "turn", "lamp_moved": "turn", "cordon_moved": "turn", "cover_moved": "turn",
    "alibi_hidden": "", "accused": "arrest",
}  # fmt: skip


def announcements(news: Sequence[News]) -> Iterator[Announcement]:
    for index, piece in enumerate(news):
        if piece.kind == "called":
            yield _call(piece)
        elif piece.kind == "revealed":
            yield _end(piece, news[:index])


def _call(piece: News) -> Announcement:
    """Announce the answer, the cleared characters and what follows (MJ-55 to MJ-58)."""
    details = piece.details
    number, cleared = cast("int", details["round"]), cast("tuple[str, ...]", details["cleared"])
    answer = str(details["answer"])
    return Announcement(
        kicker=message("mr_jack.moment.call", round=number),
        picture=Portrait(f"witness-{answer}", message(f"mr_jack.moment.{answer}")),
        people=tuple(_cleared(name) for name in cleared),
        people_title=message("mr_jack.moment.cleared" if cleared else "mr_jack.moment.nobody"),
        then=_then(number, str(details["lamp"])),
    )


def _cleared(name: str) -> Portrait:
    return Portrait(f"cleared-{name}", words.short(name), (f"tok-{name}",), words.letters(name), CLEARED.ink)


def _then(number: int, lamp: str) -> Message | None:
    if number == board.LAST_ROUND:
        return None
    if lamp:
        return message("mr_jack.moment.then_lamp", lamp=lamp, round=number + 1)
    return message("mr_jack.moment.then", round=number + 1)


def _end(piece: News, before: Sequence[News]) -> Announcement:
    """Announce Jack's identity and how the game ended."""
    name = str(piece.details["character"])
    how = next((event for event in reversed(before) if event.kind in {"accused", "left"}), None)
    over = next((event for event in reversed(before) if event.kind == "over"), None)
    return Announcement(
        kicker=message("mr_jack.kicker.over"),
        picture=Portrait(
            f"token-{name}",
            message("mr_jack.moment.jack", character=words.character(name)),
            letters=words.letters(name),
            ink=CAST[name].ink,
        ),
        people_title=words.tell(how) if how else None,
        then=words.tell(over) if over else None,
    )


def story(view: View, news: Sequence[News]) -> Iterator[Beat]:
    """Yield the beats of the other side's actions; spectators get those of both sides."""
    for piece in news:
        if piece.kind in _SOUNDS and piece.details["seat"] != view.viewer:
            with_gull = ("tok-gull",) if piece.kind == "exchanged" else ()
            yield Beat(words.tell(piece), (*lights(piece), *with_gull), _SOUNDS[piece.kind])
