"""Our opponents in a game that a program steps through. They are told what their seat was told, and nothing else."""

from __future__ import annotations

from random import Random

from gaslamp.bots import BeliefCache, Limit, Question, Situation, levels
from gaslamp.core.game import Seat
from gaslamp.research.play import Play


def situation(play: Play, seat: Seat) -> Situation:
    """All that a seat knows when it is to move."""
    game = play.game
    news = tuple(piece for step in play.told(seat) for piece in step.news)
    return Situation.of(game, seat, play.view(seat), game.actions.formatted(play.position.legal()), news)


class Opponent:
    """A level of the house: `random`, `constable`, `sergeant`, `inspector`. The same seed, the same answers.

    Without a limit it thinks as long as it likes to.
    """

    def __init__(self, level: str, seed: int = 0, limit: Limit | None = None) -> None:
        self.level = level
        self._limit = limit
        self._seeds = Random(seed)
        self._cache = BeliefCache()

    def choose(self, play: Play, seat: Seat) -> int:
        """The number of the action that it takes in a seat."""
        levels.check(play.game, seat, self.level)
        asked = Question(
            situation(play, seat), self._limit or self._usual(play.game.title), self._seeds.getrandbits(64)
        )
        return play.game.actions.parse(levels.answer(self.level, asked, self._cache).notation)

    def _usual(self, title: str) -> Limit:
        return Limit(seconds=levels.of_title(title)[self.level].seconds or None)
