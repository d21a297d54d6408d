"""The investigators at the middle level: joint one-step planning, informative searches, arrests above a threshold."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from random import Random
from typing import Final, Protocol

from gaslamp.bots.bot import Situation, Why
from gaslamp.bots.reasons import share
from gaslamp.bots.whitehall import reasons
from gaslamp.bots.whitehall.belief.particles import Particles
from gaslamp.bots.whitehall.pursuit import Outlook
from gaslamp.bots.whitehall.streets import streets
from gaslamp.bots.whitehall.weights import ARREST, LEARN, SURE
from gaslamp.core.dice import Dice
from gaslamp.core.messages import Message, message
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import SPACES
from gaslamp.titles.whitehall.rules.view import View

PARTICLES: Final = 512  # sample size
_TILES: Final = (0.0, 1.0, 0.8, 0.4)  # cost of a tile, by round
_USELESS: Final = 0.001  # minimum information gain of a search
_HARDLY: Final = 0.08  # minimum arrest probability; a failed arrest informs Jack
_BESIDE: Final = 0.12  # minimum probability besides the likeliest circle
_CALLED: Final = 0.3  # minimum goal probability for a call
_LAST_CALL: Final = 0.12  # same in the last turns
_SCENT: Final = 0.1  # minimum information gain for the Smoker


class Expectation(Protocol):
    """Where Jack is and where he goes: a `Posterior` or `SampledPaths`."""

    def now(self) -> dict[int, float]: ...

    def goals(self) -> dict[int, float]: ...

    def pull(self, left: int) -> array[float]: ...

    def sample(self, size: int, dice: Dice) -> Particles: ...


class Hunters:
    def __init__(self, situation: Situation, posterior: Expectation, rng: Random) -> None:
        self._legal = situation.legal
        self._view: View = situation.view
        self._posterior = posterior
        self._dice = Dice(rng.getrandbits(64))
        self._now = posterior.now()
        self._jacks = posterior.sample(PARTICLES, self._dice)
        self._plans: dict[str, tuple[float, int]] = {}

    # ---- walking

    def walking(self) -> dict[str, float]:
        """Value walks by the joint position of all three figures after the later ones have walked."""
        return {notation: value for notation, (value, _) in self.plans(self.outlook()).items()}

    def plans(self, outlook: Outlook) -> dict[str, tuple[float, int]]:
        """Return for each walk its value and the packed crossings of all figures after it."""
        figures = self.figures()
        number = [*self._view.holders].index(self._view.figure or "")
        plans = self._plans
        for notation in self._legal:
            how, crossing = notation.split()
            target = board.current().number[crossing]
            moved = figures & ~(255 << 8 * number) | target << 8 * number
            planned = outlook.plan(moved, number + 1)
            plans[notation] = outlook.worth(planned) - self.cost(how, crossing), planned
        return plans

    def cost(self, how: str, crossing: str) -> float:
        """Return the cost of a tile; the Smoker also gives up acting in this turn (WM-66a)."""
        if how == "walk":
            return 0.0
        cost = _TILES[self._view.round]
        if how == "smoker":
            cost += LEARN + ARREST * max(self._now.get(circle, 0.0) for circle in streets().range[crossing])
        return cost

    def figures(self) -> int:
        number = board.current().number
        return sum(number[self._view.figures[name]] << 8 * k for k, name in enumerate(self._view.holders))

    def outlook(self) -> Outlook:
        outlook = barred(self._view)
        if self._jacks.size:
            ahead = Particles(PARTICLES)
            ahead.become(self._jacks)
            ahead.step(0, 0, self._posterior.pull(SPACES - self._view.track - 1), self._dice)
            if ahead.size == 0:
                ahead.become(self._jacks)
            outlook.look(self._jacks, ahead, self.figures())
        for circle, chance in self._now.items():
            outlook.weigh(circle, chance)
        return outlook

    # ---- acting

    def acting(self) -> dict[str, float]:
        """Value the actions: arrests above the threshold first, then searches by information gain."""
        gains = self._gains()
        most = max(gains.values(), default=0.0)
        sure = self.sure() if most > _USELESS else _HARDLY
        values = {}
        for notation in self._legal:
            match notation.split():
                case ["search", _]:
                    values[notation] = gains[notation] / (1 + most) if gains[notation] > _USELESS else -1.0
                case ["arrest", "all"]:
                    values[notation] = self._all(sure)
                case ["arrest", circle]:
                    chance = self._now.get(int(circle), 0.0)
                    values[notation] = 2 + chance if chance >= max(sure, _HARDLY) else -1.0
                case ["call", circle]:
                    values[notation] = self._call(int(circle))
                case _:
                    values[notation] = 0.0
        return values

    def sure(self) -> float:
        """The minimum probability for an arrest while searches are useful."""
        return SURE[[*self._view.holders].index(self._view.figure or "")]

    def scenting(self) -> dict[str, float]:
        crossing = self._view.figures[self._view.figure or ""]
        left = [f"search {circle}" for circle in streets().range[crossing] if circle not in self._not_searched()]
        most = max(self._judged(left).values(), default=0.0)
        return {notation: most if notation == "smoker" else _SCENT for notation in self._legal}

    def _not_searched(self) -> set[int]:
        view = self._view
        return {*view.yellow, *view.false, *view.called}

    def _gains(self) -> Mapping[str, float]:
        return self._judged([notation for notation in self._legal if notation.startswith("search")])

    def _judged(self, searches: list[str]) -> dict[str, float]:
        self._jacks.count()
        return {notation: self._jacks.told_by(int(notation.split()[1])) for notation in searches}

    def _all(self, sure: float) -> float:
        """Value arresting all circles in range: once per game, where a single circle is not enough."""
        circles = [int(word) for word in (notation.split()[1] for notation in self._legal if "arrest" in notation)
                   if word != "all"]  # fmt: skip
        chances = sorted(self._now.get(circle, 0.0) for circle in circles)
        together = sum(chances)
        return 2 + together if together >= max(0.3, sure) and together - chances[-1] >= _BESIDE else -1.0

    def _call(self, circle: int) -> float:
        """Value calling a location: once per game; not where Jack is (WM-68c)."""
        chance = max(0.0, self._posterior.goals().get(circle, 0.0) - self._now.get(circle, 0.0))
        last = self._view.round == 3 and self._view.track >= SPACES - 4
        return 1 + chance if chance >= (_LAST_CALL if last else _CALLED) else -1.0

    # ---- reasons

    def why(self, chosen: str) -> Why:
        """Explain an action; walks by the plan for all figures that it is part of."""
        if not self._now:
            return Why()
        verb, _, place = chosen.partition(" ")
        match verb:
            case "search":
                chance = self._jacks.having(int(place)) / (self._jacks.size or 1)
                told: tuple[Message, ...] = (message("why.search", circle=int(place), share=share(chance)),)
            case "call":
                chance = self._posterior.goals().get(int(place), 0.0)
                told = (message("why.call", circle=int(place), share=share(chance)),)
            case _ if self._view.stage == "walking":
                told = (reasons.in_range(crossings(self._plans[chosen][1]), self._now),)
            case _ if self._view.stage == "scenting":
                told = ()
            case _:
                told = reasons.acting(chosen, self._legal, self._now)
        return Why(reasons.about(self._now, told))


def crossings(figures: int) -> list[str]:
    """Return the names of packed crossings."""
    named = board.current().town.crossings
    return [named[(figures >> 8 * k & 255) - 1] for k in range(3)]


def barred(view: View) -> Outlook:
    """Return an outlook with the circles that must not be searched or arrested (WM-41c, WM-62c)."""
    outlook = Outlook()
    for circle in view.yellow:
        outlook.bar(circle, 1)
    for circle in view.false:
        outlook.bar(circle, 3)
    return outlook
