"""The figures of an honest beginner: they close in on where Jack may be, look for clues, and strike when it pays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

from gaslamp.brains.bot import Answer, Situation, Why
from gaslamp.brains.whitehall.city import WALK, City, city
from gaslamp.brains.whitehall.trail import Trail
from gaslamp.core.messages import Message, Share, message
from gaslamp.titles.whitehall.rules.board import SPACES
from gaslamp.titles.whitehall.rules.view import View

_STEP: Final = 0.6  # what is a step further away than a figure can come counts so much less
_TURNS: Final = (1.5, 1.0, 0.7, 0.5)  # to have Jack in range now, in the next turn, and so on
_LATER: Final = 3  # the turn for which figures are placed
_UNLIKELY: Final = 0.002  # not worth a thought
_CLUES: Final = 0.3  # to have a circle of his row in range
_TILE: Final = 0.4  # what a tile must bring more than walking
_ARREST: Final = 0.3  # so likely an arrest is as good as a search
_HOPELESS: Final = 0.05  # a search that finds so seldom is worth less than any arrest
_ALL: Final = 0.15  # what green must have in range beside one circle
_SCENT: Final = 0.5  # what yellow must have left to find


def choose(situation: Situation, trail: Trail, rng: Random) -> Answer:
    """Give what one figure does, from where Jack may be."""
    hunt = Hunt(situation, trail)
    match situation.view.stage:
        case "placing":
            values = placing(situation.view, situation.legal)
        case "walking":
            values = hunt.walking()
        case "scenting":
            values = hunt.scenting()
        case _:
            values = hunt.acting()
    best = max(values.values())
    chosen = rng.choice([notation for notation, value in values.items() if value >= best - 1e-9])
    return Answer(chosen, Why(hunt.reasons(chosen)))


def placing(view: View, legal: Sequence[str]) -> dict[str, float]:
    """Spread out, so that Jack can start nowhere far from everybody."""
    anywhere = dict.fromkeys(city().may_be_locations(()), 1.0)
    watch = Watch(city(), anywhere, _LATER, view.figures.values())
    return {notation: watch.gains(notation.split()[1]) for notation in legal}


class Hunt:
    """What the investigators make of what they know, and how good each action seems to them."""

    def __init__(self, situation: Situation, trail: Trail) -> None:
        self._legal = situation.legal
        self._view: View = situation.view
        self._city: City = city()
        self._trail = trail

    def reasons(self, chosen: str) -> tuple[Message, ...]:
        """Say where Jack is thought to be, and what a search or an arrest hopes for."""
        if not self._trail.now:
            return (message("why.spread"),)
        likeliest, chance = max(self._trail.now.items(), key=lambda entry: (entry[1], entry[0]))
        reasons = [message("why.likeliest", circle=likeliest, share=_share(chance))]
        match chosen.split():
            case ["arrest", circle] if circle != "all":
                reasons.append(message("why.arrest", circle=int(circle), share=_share(self._arrest(chosen))))
            case ["search", circle]:
                reasons.append(message("why.search", circle=int(circle)))
            case _:
                pass
        return tuple(reasons)

    def walking(self) -> dict[str, float]:
        """Go where Jack may be in range, now or when he will have gone on; leave to the others what is theirs."""
        view, names = self._view, [*self._view.holders]
        walked = frozenset(view.figures[name] for name in names[: names.index(view.figure or "")])
        watches = [Watch(self._city, where, turns, walked) for turns, where in enumerate(self._ahead())]
        barred = {*view.yellow, *view.false}
        values = {}
        for notation in self._legal:
            how, crossing = notation.split()
            smokes = how == "smoker"  # who smokes does nothing else in this turn (WM-66a)
            value = sum(_TURNS[turns] * watches[turns].gains(crossing) for turns in range(smokes, len(watches)))
            if not smokes:
                value += _CLUES * sum(self._trail.been.get(c, 0) for c in self._city.range[crossing] if c not in barred)
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
        in_range = self._city.range[view.figures[view.figure or ""]]
        left = sum(self._trail.been.get(circle, 0) for circle in in_range if circle not in barred)
        return {notation: left if notation == "smoker" else _SCENT for notation in self._legal}

    def _ahead(self) -> list[Mapping[int, float]]:
        """Give where Jack is now, where he will be a turn later, and so on."""
        return self._trail.ahead(min(len(_TURNS) - 1, SPACES - self._view.track))

    def _clue(self, notation: str) -> float:
        return self._trail.been.get(int(notation.split()[1]), 0)

    def _arrest(self, notation: str) -> float:
        circle = notation.split()[1]
        return 0.0 if circle == "all" else self._trail.now.get(int(circle), 0)


class Watch:
    """How well it is looked after where Jack may be when some turns have passed."""

    def __init__(self, city: City, where: Mapping[int, float], turns: int, crossings: Iterable[str]) -> None:
        self._reach = city.reach
        self._near = [_STEP ** max(0, far - WALK * turns) for far in range(city.widest + 1)]
        watching = [city.reach[crossing] for crossing in crossings]
        self._left = [
            (circle, chance, max((self._near[reach[circle]] for reach in watching), default=0))
            for circle, chance in where.items()
            if chance > _UNLIKELY
        ]

    def gains(self, crossing: str) -> float:
        """Tell how much better it would be if somebody stood on a crossing too."""
        reach, near = self._reach[crossing], self._near
        value = 0.0
        for circle, chance, watched in self._left:
            nearer = near[reach[circle]]
            if nearer > watched:
                value += chance * (nearer - watched)
        return value


def _share(chance: float) -> Share:
    return Share(round(1000 * chance), 1000)
