"""Tensor encodings of the titles, one module per title. A title without one has strings only.

>>> [plane.name for plane in encoding_of("pocket").private]
['identity', 'hand']
>>> encoding_of("chess") is None
True
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from gaslamp.research.encodings.encoding import Encoding


def has_encoding(title: str) -> bool:
    """Return True if a title has an encoding; does not import its rules."""
    return find_spec(f"{__name__}.{title}") is not None


def encoding_of(title: str) -> Encoding | None:
    if not has_encoding(title):
        return None
    encoding: Encoding = import_module(f"{__name__}.{title}").ENCODING
    return encoding


def encoder_of(title: str) -> Callable[[Any, int, int, Any], None] | None:
    """Return the kernel function that fills an observation from a position, or None."""
    module = f"gaslamp.research.batch.{title}"
    if not has_encoding(title) or find_spec(module) is None:
        return None
    encode: Callable[[Any, int, int, Any], None] = import_module(module).encode
    return encode
