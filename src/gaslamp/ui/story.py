"""The other side's actions as animation steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from gaslamp.core.messages import Message

Sound: TypeAlias = Literal["", "step", "turn", "clue", "arrest"]


@dataclass(frozen=True, slots=True)
class Beat:
    """One step: a sentence, and the sprites that move, turn or appear with it."""

    text: Message
    lights: tuple[str, ...] = ()
    sound: Sound = ""
