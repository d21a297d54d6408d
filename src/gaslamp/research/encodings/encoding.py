"""How a title's views and news become tensors: planes of zeros and ones with names, the public ones apart.

A public plane is filled from what a spectator may know, a private one from what one seat may know; neither sees the
position. So whoever has the public planes and those of one seat has what that seat has, and nothing more.
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
    """A named part of a tensor: its shape, and what a 1 in it says."""

    name: str
    shape: tuple[int, ...]
    says: str

    @property
    def size(self) -> int:
        """Count its numbers."""
        return prod(self.shape)


class Encoding(ABC):
    """The planes of one title, and how they are filled. Every number is 0 or 1."""

    public: tuple[Plane, ...]
    private: tuple[Plane, ...]
    sign_bits: int  # how many digits `sign` needs

    @abstractmethod
    def fill_public(self, view: Any, planes: Planes) -> None:
        """Fill the public planes, all zeros before, from the view of a spectator."""

    @abstractmethod
    def fill_private(self, view: Any, planes: Planes) -> None:
        """Fill the private planes, all zeros before, from the view of a seat."""

    @abstractmethod
    def sign(self, news: Sequence[News]) -> int:
        """Number what the news of one step tell beyond the action, or instead of it, and no later view repeats."""


def laid_out(planes: Iterable[Plane]) -> tuple[Tensor, dict[str, Tensor]]:
    """One flat tensor of zeros, and its planes by name: the same memory in their shapes."""
    planes = tuple(planes)
    flat = np.zeros(sum(plane.size for plane in planes), np.float32)
    named = {}
    begin = 0
    for plane in planes:
        named[plane.name] = flat[begin : begin + plane.size].reshape(plane.shape)
        begin += plane.size
    return flat, named


def of_seat(encoding: Encoding, seat: str) -> Iterator[Plane]:
    """The private planes of a seat, named after it, where those of several stand together."""
    return (replace(plane, name=f"{seat}.{plane.name}") for plane in encoding.private)


def begins(encoding: Encoding) -> dict[str, int]:
    """Where each plane of an observation begins, counted from the end of its first one, `seat`."""
    planes = (*encoding.public, *encoding.private)
    sizes = accumulate((plane.size for plane in planes), initial=0)
    return {plane.name: begin for plane, begin in zip(planes, sizes, strict=False)}


# ---- what the encodings write


def mark(plane: Tensor, names: Sequence[Any], present: Iterable[Any]) -> None:
    """Put a 1 where each of the things present stands among all names."""
    for name in present:
        plane[names.index(name)] = 1


def fill_up(plane: Tensor, count: int) -> None:
    """Put as many ones as there are things: 3 of 5 is 11100."""
    plane[:count] = 1


def digits(plane: Tensor, number: int) -> None:
    """Write a number in binary, the lowest digit first."""
    for place in range(len(plane)):
        plane[place] = number >> place & 1
