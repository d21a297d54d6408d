"""How long opponents of live games may think, and when their answers are released: by public things alone.

These are the level asked, how many questions wait, and the clock. An answer comes on a beat that is planned when it is
asked for. One that misses it, because a worker died or the machine has no time for us, comes on the last beat there is.
So there are two moments, and how long somebody thought about a secret shows in neither.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

WITHIN: Final = 3.0  # seconds in which every answer comes
_MARGIN: Final = 0.2  # seconds for the way to a worker and back
_AT_ONCE: Final = 0.02  # seconds that a level needs which answers at once
_LEAST: Final = 0.005  # seconds; with less nothing can be thought


@dataclass(frozen=True, slots=True)
class Plan:
    """One question: when it was asked, by how many beats the house goes, and how much there is to do before it."""

    asked: float
    beat: float  # seconds; 0: every answer comes as soon as it is there
    likes: float  # seconds that the level likes to think; 0: it answers at once
    before: int  # questions that wait or are thought about
    workers: int

    @property
    def last(self) -> float:
        """When it is answered at the latest."""
        return self.asked + (self.beat * self._beats if self.beat else WITHIN)

    @property
    def spare(self) -> float:
        """How long before that a weaker level is asked."""
        return self.beat or WITHIN / 4

    @property
    def planned(self) -> float:
        """When it is to be answered."""
        if not self.beat:
            return self.asked
        needed = max(self.likes, _AT_ONCE) * (self.before + 1) / self.workers + _MARGIN
        return self.asked + self.beat * min(self._beats, max(1, math.ceil(needed / self.beat)))

    @property
    def _beats(self) -> int:
        return max(1, int(WITHIN / self.beat))

    def release(self, thought: float) -> float:
        """Give when an answer is released that was there at some moment."""
        if not self.beat or thought > self.last:
            return thought
        return self.planned if thought <= self.planned else self.last

    def share(self, likes: float, now: float, waiting: int) -> float:
        """For how many seconds a level may think from now on: all who wait share what is left of the time."""
        if not likes:
            return 0.0
        left = self.last - _MARGIN - now
        turns = math.ceil((waiting + 1) / self.workers)
        return min(likes, max(_LEAST, left / turns))
