"""The investigators at the highest level: rollouts of the best walks against Jacks sampled from the belief."""

from __future__ import annotations

from array import array
from random import Random
from typing import Final

from gaslamp.bots.bot import Situation, Why
from gaslamp.bots.reasons import LOST, rival
from gaslamp.bots.whitehall import reasons
from gaslamp.bots.whitehall.chase import Chase
from gaslamp.bots.whitehall.figures.hunters import Expectation, Hunters
from gaslamp.bots.whitehall.jack.sheet import packed_tiles
from gaslamp.bots.whitehall.pursuit import Fugitive, Outlook
from gaslamp.core.dice import Dice
from gaslamp.core.messages import message
from gaslamp.titles.whitehall.rules.board import SPACES

LAST_ROUND: Final = 3
_FEW: Final = 5  # walks to roll out
_WORSE: Final = 0.8  # maximum gap to the best walk, in points
_TURNS: Final = 3  # turns per rollout
_ROOM: Final = 160  # particles in a rollout
_STAKE: Final = 6.0  # value of a catch, in points
_SHY: Final = (0.2, 0.5, 1.0, 0.0)  # `Fugitive.shy` by player type


class Manhunt(Hunters):
    def __init__(
        self, situation: Situation, posterior: Expectation, rng: Random, nodes: int, hopes: array[float]
    ) -> None:
        super().__init__(situation, posterior, rng)
        self._rng = rng
        self._nodes = nodes
        self._hopes = hopes
        self._stopped: dict[str, float] = {}  # share of rollouts in which Jack is stopped, by walk
        self._times = 0

    def walking(self) -> dict[str, float]:
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
        self._stopped, self._times = dict(zip(tried, caught, strict=True)), times
        for notation, chance in self._stopped.items():
            values[notation] = plans[notation][0] + _STAKE * chance
        return values

    def why(self, chosen: str) -> Why:
        """Add the result of the rollouts of a walk; a position is lost if they find no way to stop Jack."""
        why = super().why(chosen)
        if chosen not in self._stopped:
            return why
        chance = self._stopped[chosen]
        told = (*why.reasons, reasons.rollouts("why.stopped", chance, self._times))
        if self._view.round == LAST_ROUND and max(self._stopped.values()) <= LOST:
            told = (message("why.lost"), *told)
        return Why(told, rival=rival(self._stopped, chosen))

    def _played_out(self, plans: list[int], times: int, outlook: Outlook) -> list[float]:
        sums = [0.0] * len(plans)
        chase = Chase(_ROOM, self._posterior.pull(SPACES - self._view.track - 1), self._hopes)
        jack, tiles = Fugitive(0, 0, 0, 1.0), packed_tiles(self._view)
        for number in range(times):
            member = self._jacks.size * number // times
            jack.pose(self._jacks, member, self._view.track, tiles, _SHY[self._jacks.player_type_of(member)])
            seed = self._rng.getrandbits(64)
            for place, figures in enumerate(plans):
                chase.begin(jack, self._jacks, figures, outlook)
                sums[place] += 1.0 - chase.closed_in(figures, _TURNS, Dice(seed))
        return [total / times for total in sums]

    def sure(self) -> float:
        """Lower the threshold if Jack may have arrived: searches are useless then."""
        arrived = self._jacks.arrived() / (self._jacks.size or 1)
        return super().sure() * (1.0 - (1.0 if self._view.round == 3 else 0.5) * arrived)
