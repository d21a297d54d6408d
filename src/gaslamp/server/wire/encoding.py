"""Encodes frames as JSON in the client's language, and updates of its table as JSON Merge Patches (RFC 7396).

A patch is made of two frames of the same viewer, so it reveals no more than the second one. Values are compared before
they are rendered: only what changed is rendered and encoded.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from gaslamp.core.messages import Message
from gaslamp.locale import catalogue
from gaslamp.server.wire.server_frames import PatchFrame, TableFrame

_NEVER: Final = object()  # default of a field that is always encoded
_EMPTY: Final = object()  # default of a field that is omitted when empty
_WHOLE: Final = frozenset({str, int, bool, float, tuple, Message})  # common types that are never JSON objects


def encode(frame: Struct, language: str) -> str:
    return _encoder(language).encode(frame).decode()


@cache
def _encoder(language: str) -> msgspec.json.Encoder:
    return msgspec.json.Encoder(enc_hook=catalogue(language).say)


class ClientTable:
    def __init__(self) -> None:
        self._frame: TableFrame | None = None
        self._language = ""
        self._number = 0

    def update(self, frame: TableFrame, language: str) -> str:
        """Return the text that makes *frame* the client's table: a patch, or the whole frame for a new view."""
        before, before_language = self._frame, self._language
        self._frame, self._language = frame, language
        self._number += 1
        if before is None or (before.seat, before_language) != (frame.seat, language):
            return encode(replace(frame, number=self._number), language)
        return encode(PatchFrame(self._number - 1, merge_patch(before, frame)), language)

    def forget(self) -> None:
        self._frame = None


def merge_patch(before: object, after: object) -> Any:
    if isinstance(after, Struct) and type(before) is type(after):
        return _struct_patch(before, after)
    new = _members(after)
    old = _members(before) if new is not None else None
    if old is None or new is None:
        return after
    patch: dict[Any, Any] = {name: None for name in old if name not in new}
    for name, value in new.items():
        if name not in old:
            patch[name] = value
        elif (earlier := old[name]) is not value and earlier != value:
            patch[name] = value if type(value) in _WHOLE else merge_patch(earlier, value)
    return patch


def _struct_patch(before: object, after: Struct) -> dict[Any, Any]:
    """Like `merge_patch`, for two structs of one type: most of their fields are the same objects."""
    patch: dict[Any, Any] = {}
    for name, default in _shape(type(after))[1]:
        old, new = getattr(before, name), getattr(after, name)
        if old is new:
            continue
        was_omitted = _is_omitted(old, default)
        if _is_omitted(new, default):
            if not was_omitted:
                patch[name] = None
        elif was_omitted:
            patch[name] = new
        elif old != new:
            patch[name] = new if type(new) in _WHOLE else merge_patch(old, new)
    return patch


def _members(value: object) -> dict[Any, Any] | None:
    """Return the members of a JSON object, unencoded; None for any other value."""
    if isinstance(value, dict):
        return value
    if not isinstance(value, Struct):
        return None
    tag, defaults = _shape(type(value))
    members = dict(tag)
    for name, default in defaults:
        member = getattr(value, name)
        if not _is_omitted(member, default):
            members[name] = member
    return members


def _is_omitted(value: object, default: object) -> bool:
    return value is default or value is UNSET or (default is _EMPTY and not value)


@cache
def _shape(kind: type[Struct]) -> tuple[dict[str, Any], tuple[tuple[str, Any], ...]]:
    """Return the tag of a struct, and its fields, each with the default that its encoder omits."""
    config, names = kind.__struct_config__, kind.__struct_fields__
    tag = {config.tag_field or "": config.tag} if config.tag is not None else {}
    if not config.omit_defaults:
        return tag, tuple((name, _NEVER) for name in names)
    defaults = [_EMPTY if type(default).__name__ == "Factory" else default for default in kind.__struct_defaults__]
    return tag, tuple(zip(names, [_NEVER] * (len(names) - len(defaults)) + defaults, strict=True))
