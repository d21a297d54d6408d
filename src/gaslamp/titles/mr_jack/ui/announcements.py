"""The moments of Mr. Jack: the Call for Witnesses, and the end of the night."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from gaslamp.core.game import News
from gaslamp.core.messages import Message, message
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.ui import words
from gaslamp.ui.announcements import Announcement, Portrait
from gaslamp.ui.drawing.cast import CAST, CLEARED


def moments(news: Sequence[News]) -> Iterator[Announcement]:
    """The calls and the ending among some news."""
    for place, piece in enumerate(news):
        if piece.kind == "called":
            yield _call(piece)
        elif piece.kind == "revealed":
            yield _end(piece, news[:place])


def _call(piece: News) -> Announcement:
    """What was seen, who is cleared by it, and what the next round begins with (MJ-55 to MJ-58)."""
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
    """Who Jack was, and where he was arrested and by whom, or by which exit he left."""
    name = str(piece.details["character"])
    how = next((one for one in reversed(before) if one.kind in {"accused", "left"}), None)
    over = next((one for one in reversed(before) if one.kind == "over"), None)
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
