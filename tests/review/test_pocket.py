"""Accounts of Pocket on its exactly solved last turn: luck and news have mean 0, good play costs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from gaslamp import titles
from gaslamp.bots.pocket.judgement.judgement import by_hand
from gaslamp.bots.pocket.public_belief import PublicBelief, public
from gaslamp.core.game import CHANCE, SPECTATOR
from gaslamp.core.history import Playthrough
from gaslamp.review.pocket import Node, PocketEvaluator, judge
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.notation import CARD, TAKE
from tests.conftest import Proof

NODES = 400_000
EVALUATOR = PocketEvaluator(NODES)


def last_turns(rng: Random) -> Iterator[tuple[Playthrough, Node]]:  # type: ignore[type-arg]
    """Play games at random up to the last turn; those with several suspects left are returned."""
    game = titles.game("pocket")
    while True:
        course = Playthrough(game, (SPECTATOR,))
        while not game.outcome(course.position) and not (course.position.turn == 8 and course.position.left == 15):
            course.advance(rng.choice(course.position.legal()))
        if not game.outcome(course.position) and not course.position.chase:
            belief = PublicBelief(by_hand(), NODES, chase=False)
            for piece in public(course.news(SPECTATOR)):
                belief.observe(piece)
            yield course, EVALUATOR.decision(belief)


def mean(node: Node) -> float:
    """Return the mean public chance after a draw or call, weighted by the belief."""
    likely = [sum(child.weights.values()) for child in node.following.values()]
    after = [child.public for child in node.following.values()]
    return sum(weight * chance for weight, chance in zip(likely, after, strict=True)) / sum(likely)


@pytest.mark.long
def test_luck_and_news_have_mean_zero_and_good_play_costs_nothing(proof: Proof) -> None:
    rng, turns, draws, calls = Random(proof.seed), proof.amount(test=40, proof=400, least=15), 0, 0
    for course, start in islice(last_turns(rng), turns):
        game, node = course.game, start
        while not game.outcome(course.position):
            assert node.solution is not None
            before, hand = node, (course.position.jack, course.position.held)
            activation = best_play(before, hand, rng)
            news_before = len(course.news(SPECTATOR))
            for action in activation:
                course.advance(action)
            if game.to_move(course.position) == CHANCE:
                activation.append(rng.choice(course.position.legal()))
                course.advance(activation[-1])
            news = (*public(course.news(SPECTATOR, news_before)),)
            at = next((number for number, piece in enumerate(news) if piece.kind == "called"), len(news))
            node = EVALUATOR.played(before, game, activation, news[:at])
            played = judge(before, activation, hand, node)
            assert played.options[0].chance - played.played.chance < 0.003  # also without the rule about mixing
            if played.seat == "detectives":
                assert node.public == pytest.approx(before.public, abs=1e-9)
            if CARD <= activation[-1] < TAKE:
                draws += len(node.following) > 1
                assert mean(node) == pytest.approx(node.public, abs=1e-9)
                node = node.after(news[:at])
            if news[at:]:
                calls += len(node.following) > 1
                assert mean(node) == pytest.approx(node.public, abs=1e-9)
                node = node.after(news[at:])
    assert draws
    assert calls
    proof.report("last turns of Pocket", turns=turns, draws=draws, calls=calls)


def best_play(node: Node, hand: tuple[int, int], rng: Random) -> list[int]:
    """Return an activation of the equilibrium: any of Jack's mixed moves, the detectives' best."""
    solution = node.solution
    assert solution is not None
    if solution.jack:
        shares = solution.mixed(solution.types.number(*hand))
        ((take, action, _),) = rng.choices(solution.moves, shares)
    else:
        worth = solution.worth()
        take, action, _ = solution.moves[worth.index(max(worth))]
    return [take] if action == take else [take, action]


def test_a_throw_has_mean_zero(proof: Proof) -> None:
    game, rng = titles.game("pocket"), Random(proof.seed)
    for _ in range(proof.amount(test=2, proof=20)):
        course = Playthrough(game, (SPECTATOR,))
        while course.position.doing < board.THROWING:
            course.advance(rng.choice(course.position.legal()))
        belief = PublicBelief(by_hand(), 20_000, chase=False)
        for piece in public(course.news(SPECTATOR)):
            belief.observe(piece)
        node = PocketEvaluator(20_000).throw(belief)
        assert len(node.following) == 16
        assert sum(child.public for child in node.following.values()) / 16 == pytest.approx(node.public, abs=1e-12)
