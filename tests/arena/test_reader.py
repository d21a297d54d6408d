"""The reader of a policy: its posterior is exact, depends on its own news only, and finds a greedy Jack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.arena import plan as plans
from gaslamp.arena import players
from gaslamp.arena.folder import GameResult
from gaslamp.arena.match import Match
from gaslamp.arena.plan import Fixture
from gaslamp.arena.policy import Policy
from gaslamp.arena.reader import PATHS, Reader, SampledReading
from gaslamp.arena.reading import PublicState, Reading
from gaslamp.arena.result import count
from gaslamp.bots import Limit
from gaslamp.bots.bot import Planning
from gaslamp.core.game import CHANCE
from gaslamp.core.history import Playthrough
from gaslamp.core.records import record
from tests.conftest import Proof

LIMIT = Limit(nodes=2000)
both = pytest.mark.parametrize(("title", "detective"), [("pocket", "detectives"), ("mr_jack", "detective")])


def game_of(title: str, levels: tuple[str, str], deal: int) -> tuple[Any, list[int]]:
    plan = plans.make(title, [*dict.fromkeys(levels)], 1, limit="2000n")
    played = record.read(Match(plan, Fixture(0, levels, deal)).play().record)
    game = titles.game(title)
    return game, [game.actions.parse(notation) for notation in played.actions]


def states(reading: Reading, actions: list[int]) -> Iterator[tuple[PublicState, Playthrough[Any, Any]]]:
    """Yield the reader's state and the true game after each action but the last."""
    state, playthrough = reading.start(), Playthrough(reading.game)
    for action in actions[:-1]:
        playthrough.advance(action)
        after = reading.observed(state, action, playthrough.news(reading.seat, state.length))
        assert after is not None
        state = after
        yield state, playthrough.copy()


def posterior(state: PublicState) -> dict[int, float]:
    """Return the probability of each identity."""
    found: dict[int, float] = {}
    for playthrough, weight in state.weighted:
        found[playthrough.position.jack] = found.get(playthrough.position.jack, 0.0) + weight
    return found


def worlds(reading: Reading, playthrough: Playthrough[Any, Any]) -> Mapping[Any, int]:
    """Return the worlds of the reader's exact belief, which reads nothing."""
    belief = reading.game.belief(reading.seat)
    for piece in playthrough.news(reading.seat):
        belief.observe(piece)
    return belief.worlds()


def suspects(reading: Reading, playthrough: Playthrough[Any, Any]) -> set[int]:
    return {world.identity for world in worlds(reading, playthrough)}


def by_hand(reading: Reading, playthrough: Playthrough[Any, Any]) -> dict[int, float]:
    """Return the posterior from the exact belief: each world's game is rewritten and its choices are multiplied."""
    game = reading.game
    found: dict[int, float] = {}
    for world, weight in worlds(reading, playthrough).items():
        other, product = Playthrough(game), float(weight)
        for action in game.rewrite_history(playthrough.actions, reading.seat, world):
            seat = game.to_move(other.position)
            if seat is not None and seat != CHANCE and game.side(seat) != reading.reader:
                product *= reading.policy.shares(other, ("by hand", tuple(other.actions))).get(action, 0.0)
            other.advance(action)
        found[world.identity] = found.get(world.identity, 0.0) + product
    return {identity: weight / sum(found.values()) for identity, weight in found.items() if weight}


@pytest.mark.long
@both
def test_the_posterior_is_exact(title: str, detective: str, proof: Proof) -> None:
    game, actions = game_of(title, ("superintendent", "constable"), 3)
    reading = Reading(game, detective, Policy(title, "superintendent", LIMIT))
    compared = [
        (posterior(state), by_hand(reading, playthrough))
        for state, playthrough in states(reading, actions)
        if reading.reads(state) and Random(len(playthrough.actions)).random() < proof.amount(test=2, proof=5) / 10
    ]
    assert compared
    for found, expected in compared:
        assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.long
def test_a_greedy_jack_reveals_himself(proof: Proof) -> None:
    gains = []
    for deal in range(max(3, proof.amount(test=3, proof=30))):  # fewer deals vary too much
        game, actions = game_of("mr_jack", ("inspector", "passer_by"), deal)
        reading = Reading(game, "detective", Policy("mr_jack", "inspector", LIMIT))
        state, playthrough = [*states(reading, actions)][-1]
        likely = posterior(state)[playthrough.position.jack]
        gains.append(likely - 1 / len(suspects(reading, playthrough)))
    assert sum(gains) / len(gains) > 0.04


@both
def test_a_random_jack_reveals_nothing(title: str, detective: str) -> None:
    game, actions = game_of(title, ("passer_by", "passer_by"), 0)
    reading = Reading(game, detective, Policy(title, "passer_by", LIMIT))
    for state, playthrough in [*states(reading, actions)][20::10]:
        assert set(posterior(state)) == suspects(reading, playthrough)


@pytest.mark.long
@both
def test_the_posterior_depends_on_the_readers_news_only(title: str, detective: str) -> None:
    game, actions = game_of(title, ("superintendent", "constable"), 2)
    reading = Reading(game, detective, Policy(title, "superintendent", LIMIT))
    *_, (state, playthrough) = states(reading, actions)
    for other, _ in state.weighted[:3]:
        *_, (again, _) = states(reading, [*other.actions, actions[-1]])
        assert posterior(again) == pytest.approx(posterior(state))
        assert other.news(detective) == playthrough.news(detective)


@pytest.mark.long
@both
def test_luck_is_zero_on_average(title: str, detective: str) -> None:
    """AIVAT subtracts luck at each decision of the policy, so the mean must not change."""
    game, actions = game_of(title, ("superintendent", "constable"), 4)
    policy, level = Policy(title, "superintendent", LIMIT), players.bot(title, "superintendent")
    assert isinstance(level, Planning)
    reader, met = Reader(game, detective, level, policy, LIMIT, seed="1"), 0
    playthrough = Playthrough(game)
    for action in actions[:40]:
        state, reading = reader.state, Reading(game, detective, policy)
        if reading.decides(state) and len(shares := reading.action_shares(state, 1, Random(1))) > 1:
            luck = {done: reader.luck.of_choice(state, done) for done in shares}
            assert sum(share * luck[done] for done, share in shares.items()) == pytest.approx(0, abs=1e-9)
            met += any(abs(value) > 1e-6 for value in luck.values())
        playthrough.advance(action)
        reader.step(playthrough)
    assert met > 0


@pytest.mark.long
def test_sampled_positions_explain_the_news_of_the_investigators() -> None:
    game, actions = game_of("whitehall", ("constable", "constable"), 1)
    reading = SampledReading(game, "investigators", Policy("whitehall", "constable", LIMIT), Random(1))
    state, playthrough = reading.start(), Playthrough(game)
    for action in actions[:60]:
        playthrough.advance(action)
        found = reading.observed(state, action, playthrough.news(reading.seat, state.length))
        state = reading.refilled(found, playthrough.actions, playthrough.news(reading.seat))
        assert sum(weight for _, weight in state.weighted) == pytest.approx(1)
    assert PATHS // 2 <= len(state.weighted) <= PATHS
    for other, _ in state.weighted:
        assert other.news(reading.seat) == playthrough.news(reading.seat)


@pytest.mark.long
@both
def test_the_reader_plays_the_same_deals(title: str, detective: str) -> None:
    plan = plans.make(title, ["superintendent"], 2, limit="500n", worst_case="jack")
    games = {}
    dealt: dict[str, list[str]] = {}
    for fixture in plan.fixtures():
        played = Match(plan, fixture).play()
        games[fixture.index] = GameResult(
            played.index, played.winner, played.reason, played.actions, played.times, played.adjusted
        )  # fmt: skip
        assert (played.adjusted is not None) == bool(fixture.reader)
        dealt.setdefault(fixture.reader, _dealt(title, played.record))  # first deal only
    (case,) = count(plan, games).worst_cases
    assert (case.level, case.reader, case.games) == ("superintendent", "superintendent", 2)
    assert case.loss.value == pytest.approx(case.unread.value - case.read.value)
    assert case.adjusted is not None
    assert dealt[""] == dealt[detective] != []


def _dealt(title: str, text: str) -> list[str]:
    """Return the draws before the first action."""
    game, dealt = titles.game(title), []
    position = game.start()
    for notation in record.read(text).actions:
        if game.to_move(position) != CHANCE:
            break
        dealt.append(notation)
        position.advance(game.actions.parse(notation))
    return dealt
