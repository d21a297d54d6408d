"""The model of the investigators, and Jack's play against random figures."""

from __future__ import annotations

from gaslamp.bots import levels
from gaslamp.bots.bot import Limit, Question
from gaslamp.bots.whitehall.inspector import PLAYER_TYPES
from gaslamp.bots.whitehall.jack.evasion import InvestigatorModel
from gaslamp.bots.whitehall.jack.hazard import Hazard, strays
from gaslamp.bots.whitehall.streets import streets
from gaslamp.core.game import SPECTATOR
from gaslamp.titles.whitehall.rules import board
from tests.bots.test_whitehall import asked
from tests.titles.whitehall.walks import Walk, dealt


def aimless(walk: Walk, seat: str = "jack") -> float:
    """The probability of random play, from a seat's news."""
    investigators = InvestigatorModel(walk.game.options, PLAYER_TYPES)
    for piece in walk.sight(seat).news:
        investigators.observe(piece)
    return investigators.aimless


def after_arrests(*wanted: int) -> Walk:
    """Let Jack move once, and each figure arrest where it is told to, if it is in range; else do nothing."""
    walk = dealt().take("move 37")
    while walk.sight("jack").view.stage == "walking":
        walk.step(walk.position.legal()[0])
    while walk.sight("jack").view.stage == "acting":
        legal = asked(walk).legal
        arrests = [f"arrest {circle}" for circle in wanted if f"arrest {circle}" in legal]
        walk.take(arrests[0] if arrests else "stop")
    return walk


def out_of_the_way(walk: Walk) -> tuple[int, ...]:
    """Circles in range of each figure where Jack cannot be after a move."""
    near = {*streets().near[walk.sight("jack").view.row[0]]}  # type: ignore[index]
    return tuple(
        next(circle for circle in streets().range[crossing] if circle not in near)
        for crossing in walk.sight("jack").view.figures.values()
    )


def test_impossible_arrests_indicate_random_play() -> None:
    quiet = after_arrests()
    rash = after_arrests(*out_of_the_way(quiet))
    assert aimless(quiet) < 0.1
    assert aimless(rash) > 0.9


def test_the_investigator_model_uses_public_news_only() -> None:
    for walk in (after_arrests(), after_arrests(*out_of_the_way(after_arrests()))):
        assert aimless(walk) == aimless(walk, SPECTATOR) == aimless(walk, "investigator1")


def test_a_figure_strays_no_farther_than_it_walks() -> None:
    here = board.current()
    crossing = next(iter(streets().town.crossings))
    soon, later, *_ = strays(here, here.number[crossing])
    assert {circle for circle, risk in enumerate(soon) if risk} == streets().watched[crossing]
    assert sum(risk > 0 for risk in later) > sum(risk > 0 for risk in soon)
    assert max(later) < max(soon)


def test_a_route_out_of_reach_is_safe() -> None:
    goal = 46
    beside = streets().near[goal][0]
    far = [x for x in streets().town.crossings if min(streets().reach[x][goal], streets().reach[x][beside]) > 8][:1]
    close = [x for x in streets().town.crossings if goal in streets().range[x]][:1]
    assert far
    assert Hazard(far, {goal: 0}, 5).escapes(goal, 1, arrives=True) == 1.0
    assert Hazard(close, {goal: 0}, 5).escapes(goal, 1, arrives=True) < 0.98
    assert Hazard(far, {goal: 0}, 2).escapes(beside, 1, arrives=False) < 1.0
    assert Hazard(far, {goal: 0}, 1).escapes(beside, 1, arrives=False) == 0.0


def test_jack_avoids_random_figures() -> None:
    """Only the arrests tell them from hunters who wait; where nobody would look for him he goes in another way."""
    walk = after_arrests(*out_of_the_way(after_arrests()))
    view = walk.sight("jack").view

    def risk(notation: str) -> float:
        circle = int(notation.rsplit(maxsplit=1)[-1])
        numbers = [board.current().number[crossing] for crossing in view.figures.values()]
        return sum(strays(board.current(), number)[0][circle] for number in numbers)

    moves = [notation for notation in asked(walk).legal if notation.startswith("move")]
    chosen = levels.answer("superintendent", Question(asked(walk), Limit(nodes=12_000), 1)).notation
    assert risk(chosen) <= min(map(risk, moves)) + 0.01
