"""What goes to one socket of a table that is shown there: the whole of it once, and then only what has changed.

A patch is made of two frames of the same viewer and of nothing else, so it tells no more than the second one would.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Callable, Hashable, Sequence
from itertools import compress, count
from operator import attrgetter, eq, is_not, ne
from typing import Any, Final, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from gaslamp.server.wire.frames.parts import LineEdit, PanelShown
from gaslamp.server.wire.frames.sent import PackedFrame, PatchFrame, Sent, TableFrame, encode, encoded

T = TypeVar("T")

LONG: Final = 4900  # bytes of a patch that is sent as it is
_LISTS: Final = ("sprites", "trails", "targets", "panels")
_OWN: Final = {"base", "lines", "news", "moments", "story", *_LISTS}  # what a patch does not simply take over
_PLAIN: Final = tuple(name for name in PatchFrame.__struct_fields__ if name not in _OWN)
# Where one of these is another, there is nothing to build on.
_FIXED: Final = tuple({*TableFrame.__struct_fields__} - {*PatchFrame.__struct_fields__} - {"number"})
_ID: Final = attrgetter("id")
_PANEL: Final = attrgetter("id", "place")


class Patches:
    """Remembers what one socket has, and gives what makes it the newest."""

    def __init__(self) -> None:
        self._base: TableFrame | None = None
        self._number = 0

    def text(self, frame: Sent) -> str:
        """The text that is to be sent so that a frame is shown."""
        if not isinstance(frame, TableFrame):
            self.forget()
            return encode(frame)
        base, self._base = self._base, frame
        self._number += 1
        if base is None or any(getattr(base, name) != getattr(frame, name) for name in _FIXED):
            return encode(replace(frame, number=self._number))
        return packed(patch(base, frame, self._number - 1))

    def forget(self) -> None:
        """Send the next table as a whole: something else is shown there, or the socket has lost what it had."""
        self._base = None


def packed(patch: PatchFrame) -> str:
    """The text of a patch as it is sent: a long one is mostly many choices that are much alike."""
    text = encoded(patch)
    if len(text) <= LONG:
        return text.decode()
    if patch.seats is not UNSET or patch.result is not UNSET:
        text = encoded(replace(patch, seats=UNSET, result=UNSET))
    squeeze = zlib.compressobj(level=1, wbits=-zlib.MAX_WBITS)
    short = b64encode(squeeze.compress(text) + squeeze.flush()).decode()
    return encode(PackedFrame(short, patch.seats, patch.result))


def patch(base: TableFrame, frame: TableFrame, number: int) -> PatchFrame:
    """What makes one frame of a viewer, of that number, the next one."""
    changed: dict[str, Any] = {
        name: after
        for name in _PLAIN
        if (before := getattr(base, name)) is not (after := getattr(frame, name)) and before != after
    }
    return PatchFrame(
        number,
        **changed,
        sprites=edits(base.sprites, frame.sprites, _ID),
        trails=edits(base.trails, frame.trails, _ID),
        targets=edits(base.targets, frame.targets, _ID),
        panels=edits(base.panels, frame.panels, _PANEL, alike=_same_panel),
        lines=_lines(base.panels, frame.panels),
        news=frame.news,
        moments=frame.moments,
        story=frame.story,
    )


def edits(
    before: Sequence[T],
    after: Sequence[T],
    key: Callable[[T], Hashable],
    alike: Callable[[T, T], bool] = eq,
    other: Callable[[T, T], bool] = is_not,
) -> tuple[tuple[int, int, tuple[T, ...]], ...]:
    """Give what makes one list the other: things are told by their keys, and put anew where they are not alike.

    `other` finds quickly the first and the last that may not be: most things come again as the same objects.
    """
    if before is after or before == after:
        return ()
    old, new = len(before), len(after)
    if old == new:
        changed = [*compress(count(), map(other, before, after))]
        was, now = [key(before[place]) for place in changed], [key(after[place]) for place in changed]
        if was == now or not {*was}.intersection(now):  # none of them has moved
            return _replaced(before, after, changed, was == now, alike)
    first = _same(before, after, other)
    tail = min(_same(before[::-1], after[::-1], other), old - first, new - first)
    return _edits(before[first : old - tail], after[first : new - tail], first, key, alike)


def _replaced(
    before: Sequence[T],
    after: Sequence[T],
    changed: Sequence[int],
    same: bool,  # by their keys  # noqa: FBT001
    alike: Callable[[T, T], bool],
) -> tuple[tuple[int, int, tuple[T, ...]], ...]:
    """The edits of a list of which some things may be others, in their places."""
    made: list[tuple[int, list[T]]] = []
    for place in changed:
        now = after[place]
        if same and alike(before[place], now):
            continue
        if made and made[-1][0] + len(made[-1][1]) == place:
            made[-1][1].append(now)
        else:
            made.append((place, [now]))
    return tuple([(at, len(put), tuple(put)) for at, put in made])


def _same(before: Sequence[T], after: Sequence[T], other: Callable[[T, T], bool]) -> int:
    """How many of two lists are the same at their beginning."""
    return next(compress(count(), map(other, before, after)), min(len(before), len(after)))


def _edits(
    before: Sequence[T],
    after: Sequence[T],
    first: int,
    key: Callable[[T], Hashable],
    alike: Callable[[T, T], bool],
) -> tuple[tuple[int, int, tuple[T, ...]], ...]:
    """The edits of the part of a list that begins there."""
    old, new = [*map(key, before)], [*map(key, after)]
    olds, news = len(old), len(new)
    last = {which: place for place, which in enumerate(old)}  # where each key is found for the last time
    made: list[tuple[int, int, list[T]]] = []
    i = j = 0  # so far they have been gone through
    end = -1  # of the edit that can still grow
    while i < olds or j < news:
        both = i < olds and j < news and old[i] == new[j]
        if both and (before[i] is after[j] or alike(before[i], after[j])):
            i, j = i + 1, j + 1
            continue
        put = both or (j < news and (i == olds or last.get(new[j], -1) < i))
        drop = both or not put  # it is gone, or comes later
        if end != j or not made:
            made.append((first + j, 0, []))
        at, gone, given = made.pop()
        given += after[j : j + put]
        made.append((at, gone + drop, given))
        i, j = i + drop, j + put
        end = j
    return tuple([(at, drop, tuple(put)) for at, drop, put in made])


def _same_panel(_: PanelShown, __: PanelShown) -> bool:
    """Take a panel that stays for the same: what is in it changes by lines."""
    return True


def _lines(before: Sequence[PanelShown], after: Sequence[PanelShown]) -> dict[str, tuple[LineEdit, ...]]:
    if before is after:
        return {}
    pages = {_PANEL(panel): panel.html for panel in before}
    return {
        panel.id: _line_edits(pages[place], panel.html)
        for panel in after
        if (place := _PANEL(panel)) in pages and pages[place] != panel.html
    }


def _line_edits(before: str, after: str) -> tuple[LineEdit, ...]:
    """What makes one page the other, line by line."""
    return edits(before.split("\n"), after.split("\n"), str, other=ne)
