"""Gaslamp's bot levels as opponents in an `Episode`. They see their seat's view and news only.

>>> from gaslamp import titles
>>> from gaslamp.research.episode import Episode
>>> episode = Episode(titles.game("pocket"))
>>> while episode.game.to_move(episode.position) == "chance":
...     episode.advance(episode.position.legal()[0])
>>> Opponent("passer_by", seed=1).choose(episode, "detectives") in episode.position.legal()
True
"""

from __future__ import annotations

from random import Random

from gaslamp.bots import BeliefCache, Limit, Question, Situation, levels
from gaslamp.core.game import Seat
from gaslamp.research.episode import Episode


def situation(episode: Episode, seat: Seat) -> Situation:
    game = episode.game
    legal = game.actions.formatted(episode.position.legal())
    return Situation.of(game, seat, episode.view(seat), legal, episode.news(seat))


class Opponent:
    """A bot level: `passer_by`, `constable`, `inspector` or `superintendent`. The same seed gives the same answers.

    Without a *limit* the level's own is used.
    """

    def __init__(self, level: str, seed: int = 0, limit: Limit | None = None) -> None:
        self.level = level
        self._limit = limit
        self._seeds = Random(seed)
        self._cache = BeliefCache()

    def choose(self, episode: Episode, seat: Seat) -> int:
        """Return an action for *seat*, which is to move. Raises Unreadable for a level that cannot play it."""
        levels.check(episode.game, seat, self.level)
        question = Question(situation(episode, seat), self._limit or Limit(), self._seeds.getrandbits(64))
        return episode.game.actions.parse(levels.answer(self.level, question, self._cache).notation)
