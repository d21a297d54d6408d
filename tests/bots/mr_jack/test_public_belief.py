"""Jack's public belief: what his strategy reveals, the same for both seats and for every identity."""

from __future__ import annotations

import pytest

from gaslamp import titles
from gaslamp.arena import plan as plans
from gaslamp.arena.match import Match
from gaslamp.arena.policy import Policy
from gaslamp.arena.reading import Reading, extended, of_token
from gaslamp.bots.bot import Limit, Question
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.mr_jack.public_belief import PublicBelief, public
from gaslamp.bots.mr_jack.superintendent import public_belief, searched
from gaslamp.core.history import Playthrough
from gaslamp.titles.mr_jack.rules import board

NODES = 300


def _games(number: int) -> list[Match]:
    plan = plans.make("mr_jack", ["superintendent", "constable"], number, limit=f"{NODES}n")
    return [Match(plan, fixture) for fixture in plan.fixtures() if fixture.levels == ("superintendent", "constable")]


def test_both_seats_have_the_same_belief() -> None:
    """Jack's own identity and alibi cards change nothing."""
    beliefs = {seat: PublicBelief("revised", searched, NODES) for seat in titles.game("mr_jack").seats}
    told, compared = dict.fromkeys(beliefs, 0), set()
    for match in _games(2):
        beliefs = {seat: PublicBelief("revised", searched, NODES) for seat in beliefs}
        told = dict.fromkeys(beliefs, 0)
        found: dict[int, list[float]] = {}
        for seat, asked in match.questions():
            for piece in [*public(asked.news)][told[seat] :]:
                beliefs[seat].observe(piece)
            told[seat] = len(asked.news)
            belief, number = beliefs[seat].belief, len(asked.news)
            assert sum(belief) == pytest.approx(1)
            for who, name in enumerate(board.CHARACTERS):
                assert (belief[who] > 0) == (name in asked.view.suspects)
            if number in found:
                assert found[number] == belief
                compared.add(number)
            found[number] = belief
            if seat == "jack":
                other = public_belief(Question(asked, Limit(nodes=NODES)), BeliefCache(1))
                assert other.belief == belief


def test_the_belief_is_a_readers_posterior() -> None:
    """A reader that knows the policy, and holds no alibi cards, arrives at the same probabilities."""
    policy, game = Policy("mr_jack", "superintendent", Limit(nodes=NODES)), titles.game("mr_jack")
    reading, revealed = Reading(game, "detective", policy), 0.0
    for match in _games(3):
        played = Playthrough(game)
        for _ in match.questions():
            pass
        state, belief = reading.start(), PublicBelief("revised", searched, NODES)
        for notation in match._record().actions:
            action = game.actions.parse(notation)
            played.advance(action)
            news = played.news("detective", state.length)
            if game.outcome(played.position) or played.position.detective_alibis:
                break
            after = of_token(reading.possible(state, action), extended(state.token, news))
            assert after is not None
            state = after
            for piece in public(news):
                belief.observe(piece)
            exact = [0.0] * len(board.CHARACTERS)
            for position, weight in state.positions:
                exact[position.jack] += weight
            assert belief.belief == pytest.approx(exact, abs=0.05)
            left = [share for share in exact if share > 0]
            revealed = max(revealed, max(left) * len(left))
    assert revealed > 1.2  # times as likely as on average
