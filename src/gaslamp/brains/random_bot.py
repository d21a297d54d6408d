"""The weakest opponent: any legal action, each as likely as the others."""

from __future__ import annotations

from random import Random

from gaslamp.brains.bot import Situation


class RandomBot:
    """Plays anything."""

    def choose(self, situation: Situation, rng: Random) -> str:
        return rng.choice(situation.legal)
