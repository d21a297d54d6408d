"""What the other side did, as a story: one beat after the other, each a sentence and what on the board it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from gaslamp.core.messages import Message

Sound: TypeAlias = Literal["", "step", "turn", "clue", "arrest"]


@dataclass(frozen=True, slots=True)
class Beat:
    """Something that was done: the sprites it lights up move, turn or appear when it is told, and not before."""

    text: Message
    lights: tuple[str, ...] = ()
    sound: Sound = ""
