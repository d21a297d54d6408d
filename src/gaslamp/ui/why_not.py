"""The reason why a target cannot be chosen."""

from __future__ import annotations

from dataclasses import dataclass

from gaslamp.core.messages import Message


@dataclass(frozen=True, slots=True)
class WhyNot:
    """A reason and the rule behind it, based on the player's own view only."""

    text: Message
    rule: str  # rule id, such as MP-16a
