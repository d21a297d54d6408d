"""What goes to one socket of a table that is shown there: the whole of it once, and then only what has changed.

A patch is made of two frames of the same viewer and of nothing else, so it tells no more than the second one would.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Callable, Hashable, Sequence
from operator import attrgetter
from typing import Any, Final, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from gaslamp.server.wire.frames.parts import LineEdit, PanelShown
from gaslamp.server.wire.frames.sent import PackedFrame, PatchFrame, Sent, TableFrame, encode

T = TypeVar("T")

LONG: Final = 4000  # characters of a patch that is sent as it is
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
        """Give the text that is to be sent so that a frame is shown."""
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
    """Give the text of a patch as it is sent: a long one is mostly many choices that are much alike."""
    text = encode(patch)
    if len(text) <= LONG:
        return text
    if patch.seats is not UNSET or patch.result is not UNSET:
        text = encode(replace(patch, seats=UNSET, result=UNSET))
    squeeze = zlib.compressobj(level=1, wbits=-zlib.MAX_WBITS)
    short = b64encode(squeeze.compress(text.encode()) + squeeze.flush()).decode()
    return encode(PackedFrame(short, patch.seats, patch.result))


def patch(base: TableFrame, frame: TableFrame, number: int) -> PatchFrame:
    """Give what makes one frame of a viewer, of that number, the next one."""
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
    alike: Callable[[T, T], bool] = lambda one, other: one == other,
) -> tuple[tuple[int, int, tuple[T, ...]], ...]:
    """Give what makes one list the other: things are told by their keys, and put anew where they are not alike."""
    if before is after or before == after:
        return ()
    first = _same(min(len(before), len(after)), lambda low, high: before[low:high] == after[low:high])
    old, new = len(before), len(after)
    tail = _same(
        min(old, new) - first,
        lambda low, high: before[old - high : old - low] == after[new - high : new - low],
    )
    return _edits(before[first : old - tail], after[first : new - tail], first, key, alike)


def _same(most: int, alike: Callable[[int, int], bool]) -> int:
    """Tell how many are the same from one end on, of so many: halved again and again, for a log is long."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if alike(low, middle):
            low = middle
        else:
            high = middle - 1
    return low


def _edits(
    before: Sequence[T],
    after: Sequence[T],
    first: int,
    key: Callable[[T], Hashable],
    alike: Callable[[T, T], bool],
) -> tuple[tuple[int, int, tuple[T, ...]], ...]:
    """Give the edits of the part of a list that begins there."""
    old, new = [*map(key, before)], [*map(key, after)]
    last = {which: place for place, which in enumerate(old)}  # where each key is found for the last time
    made: list[tuple[int, int, list[T]]] = []
    i = j = 0  # so far they have been gone through
    end = -1  # of the edit that can still grow
    while i < len(old) or j < len(new):
        both = i < len(old) and j < len(new) and old[i] == new[j]
        if both and (before[i] is after[j] or alike(before[i], after[j])):
            i, j = i + 1, j + 1
            continue
        put = both or (j < len(new) and (i == len(old) or last.get(new[j], -1) < i))
        drop = both or not put  # it is gone, or comes later
        if end != j or not made:
            made.append((first + j, 0, []))
        at, gone, given = made.pop()
        given += after[j : j + put]
        made.append((at, gone + drop, given))
        i, j = i + drop, j + put
        end = j
    return tuple((at, drop, tuple(put)) for at, drop, put in made)


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
    """Give what makes one page the other, line by line; only what lies between their same ends is taken apart."""
    old, new = len(before), len(after)
    same = _same(min(old, new), lambda low, high: before[low:high] == after[low:high])
    begin = before.rfind("\n", 0, same) + 1
    same = _same(
        min(old, new) - begin, lambda low, high: before[old - high : old - low] == after[new - high : new - low]
    )
    end = before.find("\n", old - same)
    left = old - end if end >= 0 else 0
    between = edits(before[begin : old - left].split("\n"), after[begin : new - left].split("\n"), str)
    first = before.count("\n", 0, begin)
    return tuple((first + at, gone, put) for at, gone, put in between)
