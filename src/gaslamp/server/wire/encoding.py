"""Encodes frames as JSON. Messages and HTML fragments are rendered in the client's language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from gaslamp.core.messages import Message
from gaslamp.locale import catalogue
from gaslamp.server.http import templates


class Fragment:
    """An HTML template and its context. Equal fragments render to equal text."""

    __slots__ = ("context", "template")

    def __init__(self, template: str, context: Mapping[str, Any]) -> None:
        self.template = template
        self.context = context

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fragment) and self.template == other.template and self.context == other.context

    def __hash__(self) -> int:
        return hash(self.template)


def encode(frame: msgspec.Struct, language: str) -> str:
    return _encoder(language).encode(frame).decode()


@cache
def _encoder(language: str) -> msgspec.json.Encoder:
    say = catalogue(language).say

    def render(value: object) -> str:
        if isinstance(value, Message):
            return say(value)
        if isinstance(value, Fragment):
            return templates.render(value.template, language, **value.context).strip()
        raise TypeError(f"cannot encode {type(value).__name__}")

    return msgspec.json.Encoder(enc_hook=render)
