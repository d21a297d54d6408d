"""Announcements and story of Whitehall: the ending, and one beat per event of the other side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from gaslamp.core.game import News
from gaslamp.core.messages import message
from gaslamp.titles.whitehall.ui import words
from gaslamp.ui.announcements import Announcement, Portrait

_ENDS: Final = frozenset({"arrested", "called", "round_over"})


def moments(news: Sequence[News]) -> Iterator[Announcement]:
    for place, piece in enumerate(news):
        if piece.kind == "over":
            before = news[place - 1] if place else None
            yield Announcement(
                kicker=message("whitehall.kicker.over"),
                picture=Portrait("self", words.tell(piece)),
                people_title=words.tell(before) if before and before.kind in _ENDS else None,
            )
