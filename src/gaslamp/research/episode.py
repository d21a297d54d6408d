"""A game stepped by a program, with the news of each viewer; used by the OpenSpiel states and PettingZoo environments.

>>> from gaslamp import titles
>>> episode = Episode(titles.game("pocket"))
>>> episode.advance(episode.position.legal()[0])
>>> [str(step).split()[0] for step in episode.steps("jack")]
['dealt']
>>> episode.returns()
[0.0, 0.0]
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from gaslamp.core.game import Game, News, Viewer, advance, redacted


@dataclass(frozen=True, slots=True)
class ObservedStep:
    """One action as a viewer observed it."""

    number: int  # index in the true game; hidden from viewers
    action: int | None  # None if hidden from the viewer
    news: tuple[News, ...]

    def __str__(self) -> str:
        return "; ".join(" ".join((piece.kind, *map(_detail, piece.details.items()))) for piece in self.news)


def _detail(item: tuple[str, object]) -> str:
    name, value = item
    return f"{name}={'+'.join(map(str, value)) if isinstance(value, tuple) else value}"


class Episode:
    """A game from its start, or from a hypothetical position. Copies are independent.

    News are computed only when they are requested.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.position = game.start()
        self.actions: list[int] = []
        # The first `_processed` actions have been turned into `_steps`; `_processed_position` follows them.
        self._processed = 0
        self._processed_position = game.start()
        self._steps: dict[Viewer, list[ObservedStep]] = {viewer: [] for viewer in game.viewers}
        self.hypothetical = False  # starts from a world of a viewer's belief
        self._worlds: tuple[int, Viewer, list[Any], list[int]] | None = None

    def __deepcopy__(self, memo: object) -> Episode:
        return self.copy()

    def copy(self) -> Episode:
        new = Episode.__new__(Episode)
        new.game = self.game
        new.position = self.position.copy()
        new.actions = self.actions[:]
        new._processed = self._processed
        new._processed_position = self._processed_position  # replaced, never changed
        new._steps = {viewer: steps[:] for viewer, steps in self._steps.items()}
        new.hypothetical = self.hypothetical
        new._worlds = self._worlds
        return new

    @classmethod
    def from_world(cls, game: Game[Any, Any], view: Any, news: Sequence[News], world: Any) -> Episode:
        """Return an episode that starts from a seat's *view* and *news* and a *world* of its belief.

        The other viewers get a single piece of news: their view of that world.
        """
        episode = cls(game)
        episode.hypothetical = True
        episode._processed_position = game.position_from(view, world)
        episode.position = episode._processed_position.copy()
        for viewer in game.viewers:
            if viewer == view.viewer:
                episode._steps[viewer] = [ObservedStep(-1, None, (piece,)) for piece in news]
            else:
                text = str(game.view(episode.position, viewer))
                episode._steps[viewer] = [ObservedStep(-1, None, (News("imagined", {"view": text}),))]
        return episode

    def advance(self, action: int) -> None:
        self.position.advance(action)
        self.actions.append(action)

    def chances(self) -> list[tuple[int, float]]:
        """Return the chance actions with their probabilities, while chance is to move."""
        weights = self.game.weights(self.position)
        total = sum(weights)
        return [(action, weight / total) for action, weight in zip(self.position.legal(), weights, strict=True)]

    def returns(self) -> list[float]:
        """Return the payoff of each seat: 1 for the winning side and -1 for the other, split among its seats."""
        outcome = self.game.outcome(self.position)
        if outcome is None:
            return [0.0] * len(self.game.seats)
        shares = [1 / len(self.game.allies(seat)) for seat in self.game.seats]
        won = [self.game.side(seat) == outcome.winner for seat in self.game.seats]
        return [share if winner else -share for share, winner in zip(shares, won, strict=True)]

    def view(self, viewer: Viewer) -> Any:
        return self.game.view(self.position, viewer)

    def steps(self, viewer: Viewer) -> list[ObservedStep]:
        """Return the steps with news for this viewer, oldest first."""
        for number, action in enumerate(self.actions[self._processed :], self._processed):
            self._processed_position, events = advance(self.game, self._processed_position, action)
            for other, news in redacted(events, tuple(self._steps)).items():
                if news:
                    seen_action = action if events[0].seen_by(other) else None
                    self._steps[other].append(ObservedStep(number, seen_action, news))
        self._processed = len(self.actions)
        return self._steps[viewer]

    def news(self, viewer: Viewer) -> tuple[News, ...]:
        return tuple(piece for step in self.steps(viewer) for piece in step.news)

    def belief(self, viewer: Viewer) -> Any:
        """Return the viewer's exact belief, from its news alone."""
        belief = self.game.belief(viewer)
        for piece in self.news(viewer):
            belief.observe(piece)
        return belief

    def resampled_actions(self, viewer: Viewer, chance: Callable[[], float]) -> list[int]:
        """Sample a game from the viewer's belief. Returns its actions; *chance* returns numbers from 0 to 1."""
        return self.game.rewrite_history(self.actions, viewer, self._sample_world(viewer, chance))

    def resampled(self, viewer: Viewer, chance: Callable[[], float]) -> Episode:
        world = self._sample_world(viewer, chance)
        return Episode.from_world(self.game, self.view(viewer), self.news(viewer), world)

    def _sample_world(self, viewer: Viewer, chance: Callable[[], float]) -> Any:
        if self._worlds is None or self._worlds[:2] != (len(self.actions), viewer):
            worlds = self.belief(viewer).worlds()
            self._worlds = len(self.actions), viewer, list(worlds), list(accumulate(worlds.values()))
        _, _, choices, sums = self._worlds
        return choices[min(bisect(sums, chance() * sums[-1]), len(choices) - 1)]
