"""The figures of a practised hand: they move together, ask what tells most, and arrest when the chance is worth it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from gaslamp.bots.bot import Situation
from gaslamp.bots.whitehall.belief.crowd import Crowd
from gaslamp.bots.whitehall.belief.suspicion import Suspicion
from gaslamp.bots.whitehall.figures.turn import reasons_to
from gaslamp.bots.whitehall.pursuit import Outlook
from gaslamp.bots.whitehall.streets import streets
from gaslamp.bots.whitehall.weights import ARREST, LEARN, SURE
from gaslamp.core.dice import Dice
from gaslamp.core.messages import Message, message
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import SPACES
from gaslamp.titles.whitehall.rules.view import View

CROWD: Final = 512
_TILES: Final = (0.0, 1.0, 0.8, 0.4)  # what a tile must bring more than walking, by the round
_USELESS: Final = 0.001  # a search that tells less tells nothing
_HARDLY: Final = 0.08  # no arrest is less likely: it would only tell Jack what is thought of him
_BESIDE: Final = 0.12  # what green must have in range beside the likeliest circle
_CALLED: Final = 0.3  # so likely must a goal be that brown calls it
_LAST_CALL: Final = 0.12  # ... when it may be too late in the next turn
_SCENT: Final = 0.1  # what yellow must have left to learn


class Hunters:
    """What the investigators make of what they know, and how good each action seems to them."""

    def __init__(self, situation: Situation, suspicion: Suspicion, rng: Random) -> None:
        self._legal = situation.legal
        self._view: View = situation.view
        self._suspicion = suspicion
        self._dice = Dice(rng.getrandbits(64))
        self._now = suspicion.now()
        self._jacks = suspicion.crowd(CROWD, self._dice)

    # ---- walking

    def walking(self) -> dict[str, float]:
        """Go where all three together can arrest, learn and cover most; those who walk later are thought of."""
        return {notation: value for notation, (value, _) in self.plans(self.outlook()).items()}

    def plans(self, outlook: Outlook) -> dict[str, tuple[float, int]]:
        """What each walk is worth, and where all figures would stand if those who are left walk well."""
        figures = self.figures()
        number = [*self._view.holders].index(self._view.figure or "")
        found = {}
        for notation in self._legal:
            how, crossing = notation.split()
            there = board.current().number[crossing]
            moved = figures & ~(255 << 8 * number) | there << 8 * number
            planned = outlook.plan(moved, number + 1)
            found[notation] = outlook.worth(planned) - self.cost(how, crossing), planned
        return found

    def cost(self, how: str, crossing: str) -> float:
        """What it costs to walk so or so; who walks with the Smoker does nothing else in this turn (WM-66a)."""
        if how == "walk":
            return 0.0
        cost = _TILES[self._view.round]
        if how == "smoker":
            cost += LEARN + ARREST * max(self._now.get(circle, 0.0) for circle in streets().range[crossing])
        return cost

    def figures(self) -> int:
        """The crossings of the figures, a byte each."""
        number = board.current().number
        return sum(number[self._view.figures[name]] << 8 * k for k, name in enumerate(self._view.holders))

    def outlook(self) -> Outlook:
        """Look at the crowd, at the same in a turn, and at what must not be searched."""
        outlook = barred(self._view)
        if self._jacks.size:
            ahead = Crowd(CROWD)
            ahead.become(self._jacks)
            ahead.step(0, 0, self._suspicion.pull(SPACES - self._view.track - 1), self._dice)
            if ahead.size == 0:
                ahead.become(self._jacks)
            outlook.look(self._jacks, ahead, self.figures())
        for circle, share in self._now.items():
            outlook.weigh(circle, share)
        return outlook

    # ---- acting

    def acting(self) -> dict[str, float]:
        """Arrest if the chance is worth it, else ask what tells most; a search in vain costs nothing."""
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
        """From which chance on an arrest is better than asking."""
        return SURE[[*self._view.holders].index(self._view.figure or "")]

    def scenting(self) -> dict[str, float]:
        """Follow the scent if there is enough left to learn in range."""
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
        """How much surer each search would make them."""
        self._jacks.count()
        return {notation: self._jacks.told_by(int(notation.split()[1])) for notation in searches}

    def _all(self, sure: float) -> float:
        """What naming all circles in range is worth: once in the game, where one circle is not enough."""
        circles = [int(word) for word in (notation.split()[1] for notation in self._legal if "arrest" in notation)
                   if word != "all"]  # fmt: skip
        chances = sorted(self._now.get(circle, 0.0) for circle in circles)
        together = sum(chances)
        return 2 + together if together >= max(0.3, sure) and together - chances[-1] >= _BESIDE else -1.0

    def _call(self, circle: int) -> float:
        """What calling a location is worth: once in the game; not where Jack is (WM-68c)."""
        chance = max(0.0, self._suspicion.goals().get(circle, 0.0) - self._now.get(circle, 0.0))
        last = self._view.round == 3 and self._view.track >= SPACES - 4
        return 1 + chance if chance >= (_LAST_CALL if last else _CALLED) else -1.0

    # ---- why

    def reasons(self, chosen: str) -> tuple[Message, ...]:
        """Say where Jack is thought to be, and what a search or an arrest hopes for."""
        together = [message("why.together")] if self._now and chosen.startswith(("walk", "smoker", "tile")) else []
        return (*reasons_to(chosen, self._now), *together)


def barred(view: View) -> Outlook:
    """An outlook that knows what must be neither searched nor arrested (WM-41c, WM-62c)."""
    outlook = Outlook()
    for circle in view.yellow:
        outlook.bar(circle, 1)
    for circle in view.false:
        outlook.bar(circle, 3)
    return outlook
