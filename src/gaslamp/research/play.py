"""One game under way as a program steps through it: what OpenSpiel's states and PettingZoo's environments rest on.

Every step is told at once: nobody takes anything back here. What was told is worked out only when somebody asks.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from gaslamp.core.game import Game, News, Viewer, advance, redacted


@dataclass(frozen=True, slots=True)
class Step:
    """What a viewer was told of one action: what it was, unless it is hidden from this viewer, and the news of it."""

    number: int  # in the true game; no viewer is told
    action: int | None
    news: tuple[News, ...]

    def __str__(self) -> str:
        return "; ".join(" ".join((piece.kind, *map(_detail, piece.details.items()))) for piece in self.news)


def _detail(item: tuple[str, object]) -> str:
    name, value = item
    return f"{name}={'+'.join(map(str, value)) if isinstance(value, tuple) else value}"


class Play:
    """A game from its start to now. A copy may be played on freely."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.position = game.start()
        self.actions: list[int] = []
        # What was told so far: up to which action, the position there, and each viewer's steps.
        self._heard = 0
        self._then = game.start()
        self._told: dict[Viewer, list[Step]] = {viewer: [] for viewer in game.viewers}
        self.imagined = False  # it begins in the middle, as one seat may think it stands
        self._worlds: tuple[int, Viewer, list[Any], list[int]] | None = None

    def __deepcopy__(self, memo: object) -> Play:
        return self.copy()

    def copy(self) -> Play:
        """The same game, the fixed half shared."""
        new = Play.__new__(Play)
        new.game = self.game
        new.position = self.position.copy()
        new.actions = self.actions[:]
        new._heard = self._heard
        new._then = self._then  # replaced, never changed
        new._told = {viewer: steps[:] for viewer, steps in self._told.items()}
        new.imagined = self.imagined
        new._worlds = self._worlds
        return new

    @classmethod
    def imagine(cls, game: Game[Any, Any], view: Any, news: Sequence[News], world: Any) -> Play:
        """A game that begins here, as a seat may think it stands: what it sees, was told, and a world it believes.

        The others are told what they see in that world, as if it were all they knew.
        """
        play = cls(game)
        play.imagined = True
        play._then = game.position_from(view, world)
        play.position = play._then.copy()
        for viewer in game.viewers:
            if viewer == view.viewer:
                play._told[viewer] = [Step(-1, None, (piece,)) for piece in news]
            else:
                seen = str(game.view(play.position, viewer))
                play._told[viewer] = [Step(-1, None, (News("imagined", {"view": seen}),))]
        return play

    def advance(self, action: int) -> None:
        """Carry out a legal action."""
        self.position.advance(action)
        self.actions.append(action)

    def chances(self) -> list[tuple[int, float]]:
        """The actions of chance with their probabilities, while chance is to move."""
        weights = self.game.weights(self.position)
        total = sum(weights)
        return [(action, weight / total) for action, weight in zip(self.position.legal(), weights, strict=True)]

    def returns(self) -> list[float]:
        """What each seat has won: a side wins 1 and the other loses 1, shared among the seats of a side."""
        outcome = self.game.outcome(self.position)
        if outcome is None:
            return [0.0] * len(self.game.seats)
        shares = [1 / len(self.game.allies(seat)) for seat in self.game.seats]
        won = [self.game.side(seat) == outcome.winner for seat in self.game.seats]
        return [share if winner else -share for share, winner in zip(shares, won, strict=True)]

    def view(self, viewer: Viewer) -> Any:
        """All that a viewer may know of this moment."""
        return self.game.view(self.position, viewer)

    def told(self, viewer: Viewer) -> list[Step]:
        """What a viewer was told, step by step; steps that told it nothing are not among them."""
        for number, action in enumerate(self.actions[self._heard :], self._heard):
            self._then, events = advance(self.game, self._then, action)
            for other, news in redacted(events, tuple(self._told)).items():
                if news:
                    self._told[other].append(Step(number, action if events[0].seen_by(other) else None, news))
        self._heard = len(self.actions)
        return self._told[viewer]

    def belief(self, viewer: Viewer) -> Any:
        """The exact belief of a viewer, from what it was told and nothing else."""
        belief = self.game.belief(viewer)
        for step in self.told(viewer):
            for piece in step.news:
                belief.observe(piece)
        return belief

    def resampled(self, viewer: Viewer, chance: Callable[[], float]) -> list[int]:
        """Draw a game that this viewer could not tell from the true one, as likely as chance makes it: its actions."""
        return self.game.rewrite_history(self.actions, viewer, self._drawn(viewer, chance))

    def imagined_anew(self, viewer: Viewer, chance: Callable[[], float]) -> Play:
        """Draw the same of a game that was imagined by this viewer: it begins here."""
        news = [piece for step in self.told(viewer) for piece in step.news]
        return Play.imagine(self.game, self.view(viewer), news, self._drawn(viewer, chance))

    def _drawn(self, viewer: Viewer, chance: Callable[[], float]) -> Any:
        """Draw a world of a viewer's belief."""
        if self._worlds is None or self._worlds[:2] != (len(self.actions), viewer):
            worlds = self.belief(viewer).worlds()
            self._worlds = len(self.actions), viewer, list(worlds), list(accumulate(worlds.values()))
        _, _, choices, sums = self._worlds
        return choices[min(bisect(sums, chance() * sums[-1]), len(choices) - 1)]
