"""The figures of an honest beginner: they close in on where Jack may be, look for clues, and strike when it pays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gaslamp.bots.bot import Situation
from gaslamp.bots.whitehall.belief.inkling import Inkling
from gaslamp.bots.whitehall.figures.turn import reasons_to
from gaslamp.bots.whitehall.figures.watch import Watch
from gaslamp.bots.whitehall.streets import Streets, streets
from gaslamp.core.messages import Message
from gaslamp.titles.whitehall.rules.board import SPACES
from gaslamp.titles.whitehall.rules.view import View

_TURNS: Final = (1.5, 1.0, 0.7, 0.5)  # to have Jack in range now, in the next turn, and so on
_CLUES: Final = 0.3  # to have a circle of his row in range
_TILE: Final = 0.4  # what a tile must bring more than walking
_ARREST: Final = 0.3  # so likely an arrest is as good as a search
_HOPELESS: Final = 0.05  # a search that finds so seldom is worth less than any arrest
_ALL: Final = 0.15  # what green must have in range beside one circle
_SCENT: Final = 0.5  # what yellow must have left to find


class Hunt:
    """What the investigators make of what they know, and how good each action seems to them."""

    def __init__(self, situation: Situation, inkling: Inkling) -> None:
        self._legal = situation.legal
        self._view: View = situation.view
        self._streets: Streets = streets()
        self._inkling = inkling

    def reasons(self, chosen: str) -> tuple[Message, ...]:
        """Say where Jack is thought to be, and what a search or an arrest hopes for."""
        return tuple(reasons_to(chosen, self._inkling.now))

    def walking(self) -> dict[str, float]:
        """Go where Jack may be in range, now or when he will have gone on; leave to the others what is theirs."""
        view, names = self._view, [*self._view.holders]
        walked = frozenset(view.figures[name] for name in names[: names.index(view.figure or "")])
        watches = [Watch(self._streets, where, turns, walked) for turns, where in enumerate(self._ahead())]
        barred = {*view.yellow, *view.false}
        values = {}
        for notation in self._legal:
            how, crossing = notation.split()
            smokes = how == "smoker"  # who smokes does nothing else in this turn (WM-66a)
            value = sum(_TURNS[turns] * watches[turns].gains(crossing) for turns in range(smokes, len(watches)))
            if not smokes:
                value += _CLUES * sum(
                    self._inkling.been.get(c, 0) for c in self._streets.range[crossing] if c not in barred
                )
            values[notation] = value - (_TILE if how != "walk" else 0)
        return values

    def acting(self) -> dict[str, float]:
        """Arrest where Jack is likely enough, else search the likeliest circles; a search in vain costs nothing."""
        clues = {notation: self._clue(notation) for notation in self._legal if notation.startswith("search")}
        arrests = {notation: self._arrest(notation) for notation in self._legal if notation.startswith("arrest")}
        best = max(clues.values(), default=0)
        values = {}
        for notation in self._legal:
            match notation.split():
                case ["search", _]:
                    values[notation] = _ARREST * clues[notation] / best if clues[notation] else -1.0
                case ["arrest", "all"]:
                    values[notation] = sum(arrests.values()) - _ALL
                case ["arrest", _]:
                    chance = arrests[notation]
                    values[notation] = chance + (_ARREST if best < _HOPELESS else 0) if chance else -1.0
                case ["call", _]:
                    values[notation] = -1.0  # where Jack is, there is nothing left to name (WM-68c)
                case _:
                    values[notation] = 0.0
        return values

    def scenting(self) -> dict[str, float]:
        """Follow the scent if there is enough left to find in range."""
        view = self._view
        barred = {*view.yellow, *view.false, *view.called}
        in_range = self._streets.range[view.figures[view.figure or ""]]
        left = sum(self._inkling.been.get(circle, 0) for circle in in_range if circle not in barred)
        return {notation: left if notation == "smoker" else _SCENT for notation in self._legal}

    def _ahead(self) -> list[Mapping[int, float]]:
        """Where Jack is now, where he will be a turn later, and so on."""
        return self._inkling.ahead(min(len(_TURNS) - 1, SPACES - self._view.track))

    def _clue(self, notation: str) -> float:
        return self._inkling.been.get(int(notation.split()[1]), 0)

    def _arrest(self, notation: str) -> float:
        circle = notation.split()[1]
        return 0.0 if circle == "all" else self._inkling.now.get(int(circle), 0)
