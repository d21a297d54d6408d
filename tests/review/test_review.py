"""Reviews of every title: accounts add up, the same record gives the same review, forced moves are not judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from gaslamp.core.game import Game, Outcome
from gaslamp.review.moments import Chances, Moment
from gaslamp.review.report import LEVELS, Review
from gaslamp.review.review import Opened, review, reviews
from tests.conftest import Proof
from tests.review.games import TITLES, played, weak_evaluator

# A single walk rarely matters more than the play-outs can tell: the other figures make up for it.
UNDECIDED = {("whitehall", "investigators")}
SLOW = "whitehall"
every_title = pytest.mark.parametrize(
    "title", [pytest.param(title, marks=[pytest.mark.long] * (title == SLOW)) for title in TITLES]
)


def reviewed(opened: Opened) -> Review:
    return review(opened, weak_evaluator(opened.game.title))


@every_title
def test_accounts_add_up_to_the_result_minus_the_start(title: str, proof: Proof) -> None:
    games = proof.amount(test=20, proof=200)
    for number in range(games):
        opened = played(title, number, strong=((), ("jack",), opened_sides(title))[number % 3])
        result = reviewed(opened)
        assert opened.record.outcome is not None
        won = 1000 * (opened.record.outcome.winner == "jack")
        changes = [account.change for point in result.points for account in point.accounts]
        assert result.points[0].public + sum(changes) == won == result.points[-1].public
        for side, summary in result.summaries.items():
            assert summary.luck + summary.own + summary.other + summary.news == summary.change
            assert summary.own == -summary.loss <= 0
            assert (summary.change >= 0) == (side == opened.record.outcome.winner) or not summary.change
        check_decisions(result)
    proof.report(f"reviews of {title}", games=games)


def opened_sides(title: str) -> tuple[str, ...]:
    return played(title, 0).game.sides


def check_decisions(result: Review) -> None:
    for point in result.points:
        assert all(0 <= chance <= 1000 for chance in (point.public, point.open, *point.sides.values()))
        decision = point.decision
        if decision is None:
            continue
        if decision.choices == 1 or decision.played.share:  # forced, or played by the bot too
            assert (decision.loss, decision.judgement) == (0, "")
        assert decision.judgement == next((name for least, name in LEVELS if decision.loss >= least), "")
        assert [best.chance for best in decision.best] == sorted((best.chance for best in decision.best), reverse=True)


@every_title
def test_the_same_record_gives_the_same_review(title: str, proof: Proof) -> None:
    for number in range(proof.amount(test=3, proof=20)):
        opened = played(title, number, strong=("jack",))
        assert reviewed(opened) == reviewed(opened)


@every_title
def test_a_review_grows_with_the_game(title: str) -> None:
    opened = played(title, 1)
    growing = [*reviews(opened, weak_evaluator(title))]
    assert [result.done for result in growing] == sorted(result.done for result in growing)
    assert [result.complete for result in growing] == [False] * (len(growing) - 1) + [True]
    final = growing[-1]
    assert final.done == final.total == len(opened.actions)
    for result in growing:
        assert result.points == final.points[: len(result.points)]
        assert sum(summary.change for summary in result.summaries.values()) == 0


@pytest.mark.long
@every_title
def test_the_strongest_level_loses_less_than_a_random_player(title: str, proof: Proof) -> None:
    games = proof.amount(test=6, proof=60, least=3)
    lost = {True: [0, 0], False: [0, 0]}  # by strength: loss and choices
    for number in range(games):
        for side in opened_sides(title):
            summaries = reviewed(played(title, number, strong=(side,))).summaries
            for judged, summary in summaries.items():
                if (title, judged) in UNDECIDED:
                    continue
                lost[judged == side][0] += summary.loss
                lost[judged == side][1] += summary.choices
    strong, weak = (loss / choices for loss, choices in (lost[True], lost[False]))
    proof.report(f"mean loss in {title}", strong=round(strong / 10, 2), random=round(weak / 10, 2))
    assert (2 if title == "whitehall" else 3) * strong < weak


@every_title
def test_a_resignation_is_a_decision_of_the_loser(title: str) -> None:
    opened = played(title, 2)
    half = opened.record.actions[: len(opened.record.actions) // 2]
    for winner in opened.game.sides:
        resigned = Opened(opened.game, replace(opened.record, actions=half, outcome=Outcome(winner, "resigned")))
        result = reviewed(resigned)
        end = result.points[-1]
        assert (end.kind, end.public) == ("end", 1000 * (winner == "jack"))
        assert [account.side for account in end.accounts] == [opened.game.other_side(winner)]


def test_the_resignation_of_a_lost_game_is_a_point_of_its_own() -> None:
    opened = played("pocket", 2)
    half = opened.record.actions[: len(opened.record.actions) // 2]
    resigned = Opened(opened.game, replace(opened.record, actions=half, outcome=Outcome("detectives", "resigned")))

    class Lost:
        judges = False

        def moments(self, game: Game[Any, Any], actions: Sequence[int]) -> Iterator[Moment]:
            yield Moment("call", len(actions), Chances.final(game.sides, "detectives"))

    points = review(resigned, Lost()).points
    assert [point.kind for point in points] == ["call", "end"]
    assert points[-1].accounts == ()


@every_title
def test_turning_points_are_the_largest_accounts(title: str) -> None:
    result = reviewed(played(title, 3, strong=("jack",)))
    changes = sorted((abs(account.change) for point in result.points for account in point.accounts), reverse=True)
    assert sorted((abs(turn.change) for turn in result.turning_points), reverse=True) == changes[:3]
    assert [turn.point for turn in result.turning_points] == sorted(turn.point for turn in result.turning_points)
