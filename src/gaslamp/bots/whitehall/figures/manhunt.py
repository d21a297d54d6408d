"""The figures of a master: what seems good at a glance is played out against Jacks drawn from what is believed."""

from __future__ import annotations

from array import array
from random import Random
from typing import Final

from gaslamp.bots.bot import Situation
from gaslamp.bots.whitehall.belief.suspicion import Suspicion
from gaslamp.bots.whitehall.chase import Chase
from gaslamp.bots.whitehall.figures.hunters import Hunters
from gaslamp.bots.whitehall.pursuit import Fugitive, Outlook
from gaslamp.core.dice import Dice
from gaslamp.titles.whitehall.rules.board import SPACES

_FEW: Final = 5  # walks that are played out
_WORSE: Final = 0.8  # by so much a walk may seem worse and is still tried
_TURNS: Final = 3  # that are played out
_ROOM: Final = 160  # Jacks for what is believed on the way
_STAKE: Final = 6.0  # what to have him is worth, beside the points of a glance
_SHY: Final = (0.2, 0.5, 1.0, 0.0)  # how much each manner of Jack minds being hunted


class Manhunt(Hunters):
    """Looks at the best walks again."""

    def __init__(
        self, situation: Situation, suspicion: Suspicion, rng: Random, nodes: int, hopes: array[float]
    ) -> None:
        super().__init__(situation, suspicion, rng)
        self._rng = rng
        self._nodes = nodes
        self._hopes = hopes

    def walking(self) -> dict[str, float]:
        """Go where Jack, whoever of those possible he is, is caught most often in the next turns."""
        outlook = self.outlook()
        plans = self.plans(outlook)
        ranked = sorted(plans, key=lambda notation: -plans[notation][0])
        least = plans[ranked[0]][0] - _WORSE
        tried = [notation for notation in ranked[:_FEW] if plans[notation][0] >= least]
        times = self._nodes // (_ROOM * _TURNS * len(tried))
        if times == 0 or len(tried) == 1 or self._jacks.size == 0:
            return {notation: value for notation, (value, _) in plans.items()}
        values = dict.fromkeys(self._legal, -1000.0)
        caught = self._played_out([plans[notation][1] for notation in tried], times, outlook)
        for notation, share in zip(tried, caught, strict=True):
            values[notation] = plans[notation][0] + _STAKE * share
        return values

    def _played_out(self, plans: list[int], times: int, outlook: Outlook) -> list[float]:
        """How often each plan catches Jack."""
        sums = [0.0] * len(plans)
        chase = Chase(_ROOM, self._suspicion.pull(SPACES - self._view.track - 1), self._hopes)
        jack = Fugitive(0, 0, 0, 1.0)
        for number in range(times):
            member = self._jacks.size * number // times
            jack.pose(self._jacks, member, self._view.track, _SHY[self._jacks.manner_of(member)])
            seed = self._rng.getrandbits(64)
            for place, figures in enumerate(plans):
                chase.begin(jack, self._jacks, figures, outlook)
                sums[place] += 1.0 - chase.closed_in(figures, _TURNS, Dice(seed))
        return [total / times for total in sums]

    def sure(self) -> float:
        """Ask for less where Jack may have arrived: then nothing that is asked can help any more."""
        arrived = self._jacks.arrived() / (self._jacks.size or 1)
        return super().sure() * (1.0 - (1.0 if self._view.round == 3 else 0.5) * arrived)
