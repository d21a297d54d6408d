"""Reviews of Whitehall Mystery: remarks on searches and arrests, and alternatives that are surely better."""

from __future__ import annotations

import pytest

from gaslamp.core.game import SPECTATOR, News
from gaslamp.core.history import Playthrough
from gaslamp.review.whitehall import WhitehallEvaluator, certain_gain
from tests.review.games import FEW, played


def test_an_alternative_is_better_only_as_far_as_that_is_certain() -> None:
    worse, better = [0.0, 1.0] * 50, [1.0] * 100
    assert certain_gain(worse, better) == -0.5
    assert certain_gain(better, worse) == pytest.approx(0.5 - 2 * 0.05)
    assert certain_gain([1.0, *worse[1:]], worse) == 0.0  # one play-out of a hundred proves nothing


@pytest.mark.long
@pytest.mark.parametrize("number", [0, 1])
def test_remarks_are_about_searches_and_arrests_that_knew_the_answer(number: int) -> None:
    opened = played("whitehall", number)
    game, moments = opened.game, WhitehallEvaluator(FEW["whitehall"]).moments(opened.game, opened.actions)
    course, remarks = Playthrough(game, (SPECTATOR,)), 0
    for moment in moments:
        news: tuple[News, ...] = ()
        while len(course.actions) < moment.actions:
            before = len(course.news(SPECTATOR))
            course.advance(opened.actions[len(course.actions)])
            news += course.news(SPECTATOR, before)
        for remark in moment.choice.remarks if moment.choice else ():
            if remark.id == "review.searched":
                assert remark.params["circle"] in {piece.details.get("circle") for piece in news}
            else:
                assert remark.id == "review.arrested"
                assert [piece for piece in news if piece.kind == "arrested_in_vain"]
            remarks += 1
    assert remarks  # players at random search and arrest anywhere
