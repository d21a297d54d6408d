"""What a title displays, as data: scenes, panels, prompts and announcements; and the drawings shared by titles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, TypeVar

from msgspec import Struct

T = TypeVar("T")

# Rows of a panel by number, so that an update names only the rows that changed.
Rows: TypeAlias = dict[int, T]


class Part(Struct, frozen=True, omit_defaults=True, gc=False):
    """Base class of the data that is sent to browsers. Fields with their default value are not sent."""


def rows(items: Iterable[T]) -> Rows[T]:
    return dict(enumerate(items))
