"""Whoever asks for something, by whichever door: known already, or a stranger who becomes a guest when need be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Visitor(Protocol):
    """Somebody who asks for something."""

    @property
    def claimed(self) -> str | None:
        """The guest they say they are; whether there is one is another question."""

    @property
    def address(self) -> str:
        """Where they come from, as far as limits go."""

    async def settle(self) -> str:
        """The guest they are; a stranger becomes one now, for there is something to keep of them."""


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody whose token was checked when they came in."""

    claimed: str
    address: str

    async def settle(self) -> str:
        return self.claimed
