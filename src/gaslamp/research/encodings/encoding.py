"""Encodings of views and news as tensors: named planes of zeros and ones, public and private.

Public planes are filled from a spectator's view, private ones from a seat's view, never from the position. The public
planes and the private planes of one seat therefore hold exactly what that seat may know.

>>> tensor, planes = laid_out([Plane("turn", (8,), "the turn"), Plane("tiles", (3, 3), "a tile")])
>>> planes["tiles"][1, 2] = 1
>>> tensor.size, int(tensor.argmax())
(17, 13)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gaslamp.core.game import News

Tensor: TypeAlias = NDArray[np.float32]
Planes: TypeAlias = Mapping[str, Tensor]


@dataclass(frozen=True, slots=True)
class Plane:
    """A named part of a tensor. `says` explains a 1 in it."""

    name: str
    shape: tuple[int, ...]
    says: str

    @property
    def size(self) -> int:
        return prod(self.shape)


class Encoding(ABC):
    """The planes of one title. Every number is 0 or 1; the planes are zeros before they are filled."""

    public: tuple[Plane, ...]
    private: tuple[Plane, ...]
    sign_bits: int  # width of `sign` in bits

    @abstractmethod
    def fill_public(self, view: Any, planes: Planes) -> None: ...

    @abstractmethod
    def fill_private(self, view: Any, planes: Planes) -> None: ...

    @abstractmethod
    def sign(self, news: Sequence[News]) -> int:
        """Encode the news of a step: what neither the action nor a later view contains."""


def laid_out(planes: Iterable[Plane]) -> tuple[Tensor, dict[str, Tensor]]:
    """Return a flat tensor of zeros, and its planes by name as views."""
    planes = tuple(planes)
    flat = np.zeros(sum(plane.size for plane in planes), np.float32)
    named = {}
    begin = 0
    for plane in planes:
        named[plane.name] = flat[begin : begin + plane.size].reshape(plane.shape)
        begin += plane.size
    return flat, named


def of_seat(encoding: Encoding, seat: str) -> Iterator[Plane]:
    return (replace(plane, name=f"{seat}.{plane.name}") for plane in encoding.private)


def begins(encoding: Encoding) -> dict[str, int]:
    """Return the offset of each plane, counted from the end of the first plane, `seat`."""
    planes = (*encoding.public, *encoding.private)
    sizes = accumulate((plane.size for plane in planes), initial=0)
    return {plane.name: begin for plane, begin in zip(planes, sizes, strict=False)}


# ---- helpers for encodings


def mark(plane: Tensor, names: Sequence[Any], present: Iterable[Any]) -> None:
    """Set a 1 at the index in *names* of each item of *present*."""
    for name in present:
        plane[names.index(name)] = 1


def fill_up(plane: Tensor, count: int) -> None:
    """Write *count* as leading ones: 3 of 5 is 11100."""
    plane[:count] = 1


def digits(plane: Tensor, number: int) -> None:
    for place in range(len(plane)):
        plane[place] = number >> place & 1
