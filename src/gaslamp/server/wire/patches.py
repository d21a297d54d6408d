"""Updates of a client's table as JSON Merge Patches (RFC 7396).

A patch is made of two frames of the same viewer, so it reveals no more than the second one. Values are compared before
they are rendered: only what changed is rendered and encoded.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from gaslamp.server.wire.encoding import encode
from gaslamp.server.wire.frames.server_frames import PatchFrame, TableFrame

_NEVER: Final = object()  # default of a field that is always encoded
_EMPTY: Final = object()  # default of a field that is omitted when empty


class ClientTable:
    """The table as one client has it."""

    def __init__(self) -> None:
        self._frame: TableFrame | None = None
        self._language = ""
        self._number = 0

    def update(self, frame: TableFrame, language: str) -> str:
        """Return the text that makes *frame* the client's table: a patch, or the whole frame for a new view."""
        before, known = self._frame, self._language
        self._frame, self._language = frame, language
        self._number += 1
        if before is None or (before.seat, known) != (frame.seat, language):
            return encode(replace(frame, number=self._number), language)
        return encode(PatchFrame(self._number - 1, merge_patch(before, frame)), language)

    def forget(self) -> None:
        """Send the next table as a whole."""
        self._frame = None


def merge_patch(before: object, after: object) -> Any:
    """Return the patch that turns the JSON of *before* into that of *after*."""
    old, new = _members(before), _members(after)
    if old is None or new is None:
        return after
    patch: dict[Any, Any] = {name: None for name in old if name not in new}
    for name, value in new.items():
        if name not in old:
            patch[name] = value
        elif old[name] is not value and old[name] != value:
            patch[name] = merge_patch(old[name], value)
    return patch


def _members(value: object) -> dict[Any, Any] | None:
    """Return the members of a JSON object, unencoded; None for any other value."""
    if isinstance(value, dict):
        return value
    if not isinstance(value, Struct):
        return None
    members = dict(_tag(type(value)))
    for name, default in _defaults(type(value)):
        member = getattr(value, name)
        if member is not default and member is not UNSET and (member or default is not _EMPTY):
            members[name] = member
    return members


@cache
def _tag(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    config = kind.__struct_config__
    return ((config.tag_field or "", config.tag),) if config.tag is not None else ()


@cache
def _defaults(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a struct, each with the default that its encoder omits."""
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    if not kind.__struct_config__.omit_defaults:
        return tuple((name, _NEVER) for name in names)
    known = [_EMPTY if type(default).__name__ == "Factory" else default for default in defaults]
    return tuple(zip(names, [_NEVER] * (len(names) - len(known)) + known, strict=True))
