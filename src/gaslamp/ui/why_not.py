"""Why something that was pointed at cannot be chosen now: a sentence, and the rule it follows from."""

from __future__ import annotations

from dataclasses import dataclass

from gaslamp.core.messages import Message


@dataclass(frozen=True, slots=True)
class WhyNot:
    """A reason, told by the view of whoever points and by nothing else."""

    text: Message
    rule: str  # its id in the ledger of the title, such as MP-16a
