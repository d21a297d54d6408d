"""What goes to one socket of a table that is shown there: the whole of it once, and then only what has changed.

A patch is made of two frames of the same viewer and of nothing else, so it tells no more than the second one would.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from operator import attrgetter
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from gaslamp.server.wire.frames import LineEdit, PanelShown, PatchFrame, Sent, TableFrame

T = TypeVar("T")

_LISTS: Final = ("sprites", "trails", "targets", "panels")
_OWN: Final = {"base", "lines", "news", "moments", *_LISTS}  # what a patch does not simply take over
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

    def sent(self, frame: Sent) -> Sent:
        """Give what is to be sent so that a frame is shown."""
        if not isinstance(frame, TableFrame):
            self.forget()
            return frame
        base, self._base = self._base, frame
        self._number += 1
        if base is None or any(getattr(base, name) != getattr(frame, name) for name in _FIXED):
            return replace(frame, number=self._number)
        return patch(base, frame, self._number - 1)

    def forget(self) -> None:
        """Send the next table as a whole: something else is shown there, or the socket has lost what it had."""
        self._base = None


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
    )


def edits(
    before: Sequence[T],
    after: Sequence[T],
    key: Callable[[T], Hashable],
    alike: Callable[[T, T], bool] = lambda one, other: one == other,
) -> tuple[tuple[int, int, tuple[T, ...]], ...]:
    """Give what makes one list the other: things are told by their keys, and put anew where they are not alike."""
    if before is after:
        return ()
    old, new = [*map(key, before)], [*map(key, after)]
    old_left, new_left = set(old), set(new)
    made: list[tuple[int, int, list[T]]] = []
    i = j = 0  # so far they have been gone through
    open_at = -1  # where the edit lies that can still grow

    def edit(drop: int, put: Sequence[T]) -> None:
        if made and open_at == j:
            at, dropped, given = made.pop()
            made.append((at, dropped + drop, [*given, *put]))
        else:
            made.append((j, drop, [*put]))

    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new) and old[i] == new[j]:
            if before[i] is not after[j] and not alike(before[i], after[j]):
                edit(1, (after[j],))
                open_at = j + 1
            i, j = i + 1, j + 1
            old_left.discard(old[i - 1])
            new_left.discard(new[j - 1])
        elif j < len(new) and (i == len(old) or new[j] not in old_left):
            edit(0, (after[j],))
            j += 1
            open_at = j
            new_left.discard(new[j - 1])
        else:  # it is gone, or comes later
            edit(1, ())
            open_at = j
            i += 1
            old_left.discard(old[i - 1])
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
    return edits(before.split("\n"), after.split("\n"), str)
