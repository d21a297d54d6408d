"""The investigators at the lowest level: approach Jack's likely circles, search for clues, arrest when likely."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gaslamp.bots.bot import Situation, Why
from gaslamp.bots.reasons import share
from gaslamp.bots.whitehall import reasons
from gaslamp.bots.whitehall.belief.forecast import Forecast
from gaslamp.bots.whitehall.figures.turn import Watch
from gaslamp.bots.whitehall.streets import Streets, streets
from gaslamp.core.messages import Message, message
from gaslamp.titles.whitehall.rules.board import SPACES
from gaslamp.titles.whitehall.rules.view import View

_TURNS: Final = (1.5, 1.0, 0.7, 0.5)  # weight of coverage, by turns ahead
_CLUES: Final = 0.3  # weight of path circles in range
_TILE: Final = 0.4  # cost of a tile
_ARREST: Final = 0.3  # arrest probability worth the best search
_HOPELESS: Final = 0.05  # searches below this are worth less than an arrest
_ALL: Final = 0.15  # cost of arresting all
_SCENT: Final = 0.5  # threshold for the Smoker


class Hunt:
    def __init__(self, situation: Situation, forecast: Forecast) -> None:
        self._legal = situation.legal
        self._view: View = situation.view
        self._streets: Streets = streets()
        self._forecast = forecast

    def why(self, chosen: str) -> Why:
        now, view = self._forecast.now, self._view
        if not now:
            return Why()
        verb, _, place = chosen.partition(" ")
        told: tuple[Message, ...]
        if view.stage == "walking":
            told = (reasons.in_range([{**view.figures, str(view.figure): place}[name] for name in view.holders], now),)
        elif verb == "search":
            told = (message("why.clue", circle=int(place), share=share(self._clue(chosen))),)
        elif view.stage == "scenting" or verb == "call":
            told = ()
        else:
            told = reasons.acting(chosen, self._legal, now)
        return Why(reasons.about(now, told))

    def walking(self) -> dict[str, float]:
        """Prefer crossings near Jack's circles, now and in later turns, that no earlier figure covers."""
        view, names = self._view, [*self._view.holders]
        walked = frozenset(view.figures[name] for name in names[: names.index(view.figure or "")])
        watches = [Watch(self._streets, where, turns, walked) for turns, where in enumerate(self._ahead())]
        barred = {*view.yellow, *view.false}
        values = {}
        for notation in self._legal:
            how, crossing = notation.split()
            smokes = how == "smoker"  # the Smoker gives up acting in this turn (WM-66a)
            value = sum(_TURNS[turns] * watches[turns].gains(crossing) for turns in range(smokes, len(watches)))
            if not smokes:
                value += _CLUES * sum(
                    self._forecast.been.get(c, 0) for c in self._streets.range[crossing] if c not in barred
                )
            values[notation] = value - (_TILE if how != "walk" else 0)
        return values

    def acting(self) -> dict[str, float]:
        """Value the actions: arrests by probability, the likeliest search like an arrest with probability _ARREST."""
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
                    values[notation] = -1.0  # of no use where Jack is (WM-68c)
                case _:
                    values[notation] = 0.0
        return values

    def scenting(self) -> dict[str, float]:
        view = self._view
        barred = {*view.yellow, *view.false, *view.called}
        in_range = self._streets.range[view.figures[view.figure or ""]]
        left = sum(self._forecast.been.get(circle, 0) for circle in in_range if circle not in barred)
        return {notation: left if notation == "smoker" else _SCENT for notation in self._legal}

    def _ahead(self) -> list[Mapping[int, float]]:
        return self._forecast.ahead(min(len(_TURNS) - 1, SPACES - self._view.track))

    def _clue(self, notation: str) -> float:
        return self._forecast.been.get(int(notation.split()[1]), 0)

    def _arrest(self, notation: str) -> float:
        circle = notation.split()[1]
        return 0.0 if circle == "all" else self._forecast.now.get(int(circle), 0)
