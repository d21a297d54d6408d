"""Reproducible games between bots: answers and win counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt
from random import Random

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.bots.bot import Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.core.game import Outcome, Seat, Side
from gaslamp.game.table import Table
from gaslamp.service.games import bot_runner

Players = Mapping[Side, str]  # level by side


class Match:
    """One game, with a callback for each question and answer."""

    def __init__(self, title: str, players: Players, number: int) -> None:
        self._players = players
        self._rng = Random(f"{title} {sorted(players.items())} {number}")
        self.table = Table(titles.game(title), rng=self._rng)
        self._cache = BeliefCache()

    def answers(self) -> Iterator[tuple[Seat, Situation, str]]:
        """Play the game, yielding each answer before it is applied."""
        while (seat := self.table.to_move) is not None:
            update = self.table.update(seat)
            asked = bot_runner.situation(self.table.game, seat, update)
            question = Question(asked, seed=self._rng.getrandbits(64))
            answer = levels.answer(self._players[self.table.game.side(seat)], question, self._cache).notation
            yield seat, asked, answer
            self.table.play(seat, answer, update.step)

    def play(self) -> Outcome:
        """Play the game to its end."""
        for _ in self.answers():
            pass
        assert self.table.outcome is not None
        return self.table.outcome


def wins(title: str, players: Players, side: Side, games: int) -> int:
    """Play *games* games and count the wins of a side."""
    return sum(Match(title, players, number).play().winner == side for number in range(games))


def wilson(won: int, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share."""
    z, share = 1.96, won / games
    centre = (share + z * z / 2 / games) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / 4 / games / games) / (1 + z * z / games)
    return max(0.0, centre - half), min(1.0, centre + half)
