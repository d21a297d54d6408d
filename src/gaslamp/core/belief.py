"""Belief protocol, and a slow reference implementation for any title.

>>> from gaslamp import titles
>>> from gaslamp.core.history import Playthrough
>>> game = titles.game("mr_jack")
>>> playthrough, belief = Playthrough(game), game.belief("detective")
>>> while game.to_move(playthrough.position) == "chance":
...     playthrough.advance(playthrough.position.legal()[0])
>>> for piece in playthrough.news("detective"):
...     belief.observe(piece)
>>> len(belief.worlds())  # Jack is any of the eight characters
8
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from gaslamp.core.game import CHANCE_MOVES, Game, News, P, V, Viewer, advance, redact

W = TypeVar("W")
CERTAIN = Fraction(1)


class Belief(Protocol[W]):
    """Exact belief of one viewer: the worlds consistent with its news."""

    def observe(self, news: News) -> None: ...

    def worlds(self) -> Mapping[W, int]:
        """Return every consistent world with its integer weight."""


class GenericBelief(Generic[P, V]):
    """Reference belief for tests: tries every action in every world and drops worlds whose news differ."""

    def __init__(self, game: Game[P, V], viewer: Viewer) -> None:
        self._game = game
        self._viewer = viewer
        start = game.start()
        self._worlds: dict[tuple[int, ...], tuple[P, Fraction]] = {start.key(): (start, Fraction(1))}

    def observe(self, news: Sequence[News]) -> None:
        """Update with the news of one step. Steps without news for this viewer may precede it."""
        pending = [(world, weight, 0) for world, weight in self._worlds.values()]
        consistent: dict[tuple[int, ...], tuple[P, Fraction]] = {}
        while pending:
            world, weight, matched = pending.pop()
            if matched == len(news):
                _, before = consistent.get(world.key(), (world, Fraction(0)))
                consistent[world.key()] = (world, before + weight)
                continue
            for action, share in self._outcomes(world):
                after, events = advance(self._game, world, action)
                expected = redact(events, self._viewer)
                if tuple(news[matched : matched + len(expected)]) == expected:
                    pending.append((after, weight * share, matched + len(expected)))
        self._worlds = consistent

    def worlds(self) -> dict[P, Fraction]:
        total = sum((weight for _, weight in self._worlds.values()), Fraction(0))
        return {world: weight / total for world, weight in self._worlds.values()}

    def _outcomes(self, world: P) -> list[tuple[int, Fraction]]:
        actions = world.legal()
        if world.to_move() != CHANCE_MOVES:
            return [(action, CERTAIN) for action in actions]
        weights = self._game.weights(world)
        total = sum(weights)
        return [(action, Fraction(weight, total)) for action, weight in zip(actions, weights, strict=True)]
