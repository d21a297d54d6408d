"""What a seat knows as numbers, one file a title: found by its name. A title without one has texts and no tensors."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from gaslamp.research.encodings.encoding import Encoding


def has_encoding(title: str) -> bool:
    """Whether a title has an encoding, without loading its rules."""
    return find_spec(f"{__name__}.{title}") is not None


def encoding_of(title: str) -> Encoding | None:
    """The encoding of a title, or None where it has none."""
    if not has_encoding(title):
        return None
    made: Encoding = import_module(f"{__name__}.{title}").ENCODING
    return made


def encoder_of(title: str) -> Callable[[Any, int, int, Any], None] | None:
    """What fills an observation straight from a position, or None where a title has no kernel module for it."""
    module = f"gaslamp.research.batch.{title}"
    if not has_encoding(title) or find_spec(module) is None:
        return None
    encode: Callable[[Any, int, int, Any], None] = import_module(module).encode
    return encode
