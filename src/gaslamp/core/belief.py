"""What a viewer can conclude from its news: what every title's belief promises, and a slow one that is always right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from gaslamp.core.game import CHANCE_MOVES, Game, News, P, V, Viewer, advance, redact

W = TypeVar("W")
ALL = Fraction(1)


class Belief(Protocol[W]):
    """The exact belief of one viewer: it is told each piece of news, and gives all worlds that agree with them."""

    def observe(self, news: News) -> None:
        """Learn from one piece of news."""

    def worlds(self) -> Mapping[W, int]:
        """Every world that agrees with the news, with its weight among them."""


class GenericBelief(Generic[P, V]):
    """The yardstick of the fast beliefs: tries every action in every world, and keeps what gives the same news."""

    def __init__(self, game: Game[P, V], viewer: Viewer) -> None:
        self._game = game
        self._viewer = viewer
        start = game.start()
        self._worlds: dict[tuple[int, ...], tuple[P, Fraction]] = {start.key(): (start, Fraction(1))}

    def observe(self, news: Sequence[News]) -> None:
        """Learn from the news of one update; steps that told this viewer nothing may lie between them."""
        pending = [(world, weight, 0) for world, weight in self._worlds.values()]
        found: dict[tuple[int, ...], tuple[P, Fraction]] = {}
        while pending:
            world, weight, heard = pending.pop()
            if heard == len(news):
                _, before = found.get(world.key(), (world, Fraction(0)))
                found[world.key()] = (world, before + weight)
                continue
            for action, share in self._outcomes(world):
                after, events = advance(self._game, world, action)
                told = redact(events, self._viewer)
                if tuple(news[heard : heard + len(told)]) == told:
                    pending.append((after, weight * share, heard + len(told)))
        self._worlds = found

    def worlds(self) -> dict[P, Fraction]:
        """Every position that agrees with the news, with its share of chance; the shares add up to 1."""
        total = sum((weight for _, weight in self._worlds.values()), Fraction(0))
        return {world: weight / total for world, weight in self._worlds.values()}

    def _outcomes(self, world: P) -> list[tuple[int, Fraction]]:
        actions = world.legal()
        if world.to_move() != CHANCE_MOVES:
            return [(action, ALL) for action in actions]
        weights = self._game.weights(world)
        total = sum(weights)
        return [(action, Fraction(weight, total)) for action, weight in zip(actions, weights, strict=True)]
