"""Reviews of Mr. Jack: draws and calls have mean 0, alternatives are whole legal activations."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from gaslamp import titles
from gaslamp.bots.mr_jack.search_bot import changed
from gaslamp.core.game import CHANCE, SPECTATOR
from gaslamp.core.history import Playthrough
from gaslamp.review.moments import JudgedChoice
from gaslamp.review.mr_jack import DRAWS, MrJackEvaluator, MrJackSituation
from gaslamp.review.mr_jack_activations import as_candidate
from gaslamp.review.mr_jack_secrets import Hidden
from gaslamp.review.tree import whole_activation
from gaslamp.titles.mr_jack.rules import board
from tests.conftest import Proof

FEW = 3_000  # nodes


class Watched(MrJackEvaluator):
    """Keeps the situations before and after each activation."""

    def __init__(self) -> None:
        super().__init__(FEW)
        self.seen: list[tuple[MrJackSituation, MrJackSituation, JudgedChoice, Hidden]] = []

    def judge(self, before, activation, secret, after):  # type: ignore[no-untyped-def]
        choice = super().judge(before, activation, secret, after)
        self.seen.append((before, after, choice, secret))
        return choice


def games(proof: Proof, test: int) -> Iterator[tuple[Playthrough, Watched]]:  # type: ignore[type-arg]
    """Play at random, but never accuse early, so that games are long."""
    rng = Random(proof.seed)
    for number in range(proof.amount(test=test, proof=10 * test, least=1)):
        game = titles.game("mr_jack", {"edition": ("revised", "original")[number % 2]})
        course = Playthrough(game, (SPECTATOR,))
        while not game.outcome(course.position):
            legal = course.position.legal()
            rng.shuffle(legal)
            course.advance(next((action for action in legal if quiet(course, action)), legal[0]))
        watched = Watched()
        assert [*watched.moments(game, course.actions)]
        yield course, watched


def quiet(course: Playthrough, action: int) -> bool:  # type: ignore[type-arg]
    after = course.position.copy()
    after.advance(action)
    return course.game.outcome(after) is None


def test_calls_and_alibi_cards_have_mean_zero(proof: Proof) -> None:
    following = 0
    for _, watched in games(proof, 4):
        for _, after, _, _ in watched.seen:
            assert sum(after.weights.values()) == pytest.approx(1.0)
            if after.following:
                following += len(after.following) > 1
                answers = [*after.following.values()]
                likely = [
                    sum(weight for secret, weight in after.weights.items() if secret.identity in possible)
                    for possible in ({secret.identity for secret in answer.weights} for answer in answers)
                ]
                mean = sum(weight * answer.public for weight, answer in zip(likely, answers, strict=True))
                assert mean / sum(likely) == pytest.approx(after.public)
    assert following
    proof.report("draws and calls of Mr. Jack", count=following)


def test_alternatives_are_whole_legal_activations(proof: Proof) -> None:
    count = 0
    for course, watched in games(proof, 2):
        game, choices = course.game, iter(watched.seen)
        position = game.start()
        actions = [*course.actions]
        while actions:
            if game.to_move(position) == CHANCE:
                position.advance(actions.pop(0))
                continue
            _, _, choice, _ = next(choices)
            for option in choice.options:
                after = position.copy()
                for action in option.actions:
                    assert action in after.legal()
                    after.advance(action)
                count += 1
                assert game.turn_complete(after) or game.to_move(after) == CHANCE or len(option.actions) == 3
            for action in whole_activation(game, position, actions):
                position.advance(action)
                actions.pop(0)
    assert count > 100
    proof.report("alternatives of Mr. Jack", count=count)


def test_a_draw_of_cards_is_evaluated_from_every_three_cards_once() -> None:
    triples = [frozenset(draw) - {card} for draw in DRAWS for card in draw]
    assert len(triples) == len({*triples}) == 56


def test_an_accusation_that_is_worse_than_waiting_is_remarked_on(proof: Proof) -> None:
    found = 0
    for number in range(proof.amount(test=12, proof=60, least=6)):
        game, rng = titles.game("mr_jack"), Random(number)
        course = Playthrough(game, (SPECTATOR,))
        while not game.outcome(course.position):
            course.advance(rng.choice(course.position.legal()))
        outcome = game.outcome(course.position)
        assert outcome is not None
        if not outcome.reason.endswith("arrest"):
            continue
        watched = Watched()
        assert [*watched.moments(game, course.actions)]
        before, after, choice, secret = watched.seen[-1]
        assert after.values[secret] == (outcome.winner == "jack")
        assert choice.played.chance <= choice.options[0].chance
        position = changed(before.known.position, jack=secret.identity)
        others = [o for o in choice.options if as_candidate(position, o.actions).accused == board.NONE]
        waiting = max((option.chance for option in others), default=0.0)
        expected = "review.excluded" if choice.played.chance == 0 else "review.accused"
        needed = choice.played.chance == 0 or choice.played.chance < waiting
        assert [remark.id for remark in choice.remarks] == [expected] * needed
        found += needed
    assert found
