"""One game between two levels. Each receives the information of a player in its seat, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import process_time_ns
from typing import Any

from gaslamp.arena import players
from gaslamp.arena.plan import Fixture, Tournament
from gaslamp.arena.policy import Policy
from gaslamp.arena.reader import Reader
from gaslamp.bots import BeliefCache, Question, Situation
from gaslamp.bots.bot import Planning
from gaslamp.core.game import CHANCE, Game, Seat, Side
from gaslamp.core.history import Playthrough
from gaslamp.core.records import record


@dataclass(frozen=True, slots=True)
class MatchResult:
    index: int
    winner: Side
    reason: str
    actions: int
    record: str
    times: Mapping[Side, Sequence[int]] = field(default_factory=dict)  # CPU microseconds per decision
    adjusted: float | None = None  # reader's result with less variance (AIVAT); None without a reader


class Deal:
    """A random generator for each kind of draw, so that an extra draw of one kind does not change the others."""

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        self._game = game
        self._seed = seed
        self._dice: dict[str, Random] = {}

    def draw(self, actions: Sequence[int], weights: Sequence[int]) -> int:
        """Draw a chance action. Its kind is the first word of its notation."""
        kind, _, _ = self._game.actions.format(actions[0]).partition(" ")
        dice = self._dice.setdefault(kind, Random(f"{self._seed} {kind}"))
        return dice.choices(actions, weights)[0]


class Match:
    def __init__(self, plan: Tournament, fixture: Fixture) -> None:
        self.game = game = plan.game
        self._plan = plan
        self._fixture = fixture
        self._players = dict(zip(game.sides, fixture.levels, strict=True))
        self._deal = Deal(game, f"{plan.seed} {plan.title} {fixture.deal}")
        self._seeds = {side: Random(f"{plan.seed} {plan.title} {fixture.deal} {side}") for side in game.sides}
        self._playthrough = Playthrough(game)
        self._cache = {side: BeliefCache() for side in game.sides}
        self._reader = self._make_reader() if fixture.reader else None
        self._times: dict[Side, list[int]] = {side: [] for side in game.sides}

    def questions(self) -> Iterator[tuple[Seat, Situation]]:
        """Play the game, yielding each seat and situation before its answer."""
        game, playthrough = self.game, self._playthrough
        while (seat := game.to_move(position := playthrough.position)) is not None:
            if seat == CHANCE:
                self._advance(self._deal.draw(position.legal(), game.weights(position)))
                continue
            situation = Situation.at(playthrough, seat)
            yield seat, situation
            self._advance(game.actions.parse(self._answer(game.side(seat), situation)))

    def play(self) -> MatchResult:
        for _ in self.questions():
            pass
        outcome = self.game.outcome(self._playthrough.position)
        assert outcome is not None
        text, actions = record.write(self._record()), len(self._playthrough.actions)
        adjusted = self._reader.adjusted if self._reader else None
        return MatchResult(self._fixture.index, outcome.winner, outcome.reason, actions, text, self._times, adjusted)

    def _make_reader(self) -> Reader:
        plan, side = self._plan, self._fixture.reader
        policy = Policy(plan.title, self._players[self.game.other_side(side)], plan.node_limit)
        bot = players.bot(plan.title, self._players[side])
        assert isinstance(bot, Planning)
        seed = f"{plan.seed} {plan.title} {self._fixture.deal}"
        return Reader(self.game, side, bot, policy, plan.node_limit, seed=seed)

    def _advance(self, action: int) -> None:
        self._playthrough.advance(action)
        if self._reader:
            self._reader.step(self._playthrough)

    def _answer(self, side: Side, situation: Situation) -> str:
        if self._reader and side == self._fixture.reader:
            return self.game.actions.format(self._reader.choose())
        level = self._players[side]
        question = Question(situation, self._plan.node_limit, self._seeds[side].getrandbits(64))
        began = process_time_ns()
        chosen = players.bot(self._plan.title, level).answer(question, self._cache[side]).notation
        if len(situation.legal) > 1:
            self._times[side].append((process_time_ns() - began) // 1000)
        return chosen

    def _record(self) -> record.Record:
        game = self.game
        names = {side: name + " (reads)" * (side == self._fixture.reader) for side, name in self._players.items()}
        return record.Record(
            title=game.title,
            rules_version=game.rules_version,
            options=game.options,
            seats={seat: names[game.side(seat)] for seat in game.seats},
            actions=tuple(map(game.actions.format, self._playthrough.actions)),
            outcome=game.outcome(self._playthrough.position),
        )


def play_all(plan: Tournament, fixtures: Sequence[Fixture]) -> list[MatchResult]:
    return [Match(plan, fixture).play() for fixture in fixtures]
