"""The levels' play of optional rules: reclaimed tiles, false clues, and the figures' tiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from gaslamp.bots.bot import Situation
from gaslamp.bots.whitehall.belief.particles import Particles
from gaslamp.bots.whitehall.belief.posterior import PlayerType
from gaslamp.bots.whitehall.figures.hunters import Hunters
from gaslamp.bots.whitehall.inspector import PLAYER_TYPES
from gaslamp.bots.whitehall.jack.evasion import Evasion, InvestigatorModel
from gaslamp.bots.whitehall.jack.sheet import reclaiming
from gaslamp.bots.whitehall.streets import streets
from gaslamp.bots.whitehall.weights import hopes
from gaslamp.core.dice import Dice
from gaslamp.titles.whitehall.rules import board
from tests.bots.test_whitehall import asked
from tests.bots.whitehall.test_posterior import posterior_of
from tests.titles.whitehall.walks import ALL_TILES, Walk, dealt, game


@pytest.mark.parametrize(("here", "goal", "tile"), [(184, 147, "boat"), (167, 142, "boat"), (33, 46, "alley")])
def test_jack_takes_back_the_tile_that_shortens_his_way(here: int, goal: int, tile: str) -> None:
    view = replace(dealt().sight("jack").view, circle=here, locations=(goal,), red=())
    legal = ("reclaim alley", "reclaim boat", "reclaim nothing")
    values = reclaiming(view, legal)
    assert max(values, key=lambda notation: values[notation]) == f"reclaim {tile}"


class Sure(InvestigatorModel):
    """Believes that Jack is on one circle."""

    circle, goal = 0, 0

    def __init__(self, options: Mapping[str, str], player_types: tuple[PlayerType, ...]) -> None:
        super().__init__(options, player_types)

    def sample(self, size: int, dice: Dice) -> Particles:
        jacks = Particles(size)
        for _ in range(size):
            jacks.enter(self.goal, 0)
            jacks.passed(self.circle)
        return jacks


def bluffing(beside: bool) -> tuple[Situation, Evasion]:
    """A situation with a false clue to lay and a certain belief; with *beside* a figure is next to Jack."""
    walks = (walk for seed in range(100) for walk in game(Random(seed), {"false_clues": "on"}))
    walk = next(walk for walk in walks if _may_hide(walk))
    situation = asked(walk)
    circle = situation.view.circle
    crossings = [x for x in streets().town.crossings if (circle in streets().range[x]) == beside]
    crossings.sort(key=lambda x: streets().reach[x][circle], reverse=not beside)
    view = replace(situation.view, figures=dict(zip(situation.view.figures, crossings, strict=False)))
    situation = replace(situation, view=view)
    investigators = Sure(walk.game.options, PLAYER_TYPES)
    investigators.circle, investigators.goal = circle, next(goal for goal in view.locations if goal not in view.red)
    return situation, Evasion(situation, investigators, (), Random(1), 60_000, hopes())


def _may_hide(walk: Walk) -> bool:
    return board.STAGES[walk.position.doing] == "bluffing" and f"clue {walk.position.circle}" in asked(walk).legal


def test_jack_hides_under_a_false_clue_where_he_would_be_arrested() -> None:
    situation, thinking = bluffing(beside=True)
    values = thinking.bluffing()
    assert max(values, key=lambda notation: values[notation]) == f"clue {situation.view.circle}"


def test_a_counter_is_kept_where_no_figure_searches() -> None:
    _, thinking = bluffing(beside=False)
    values = thinking.bluffing()
    assert max(values, key=lambda notation: values[notation]) == "clue nothing"


def test_a_tile_costs_jack_more_the_scarcer_it_is_in_the_rounds_to_come() -> None:
    situation = asked(dealt().take("move 37"))
    investigators = InvestigatorModel(situation.options, PLAYER_TYPES)

    def cost(kind: str, number: int, left: int) -> float:
        view = replace(situation.view, round=number, tiles={"coach": left, "alley": left, "boat": left})
        return Evasion(replace(situation, view=view), investigators, (), Random(1), 6_000, hopes()).cost(kind)

    assert cost("plain", 1, 1) == 0.0
    assert cost("alley", 1, 1) > cost("alley", 1, 2) > cost("boat", 1, 2) > 0.0
    assert cost("alley", 1, 2) > cost("alley", 2, 2) > cost("alley", 3, 2) == 0.0


def test_walking_with_the_smoker_costs_the_arrest() -> None:
    """A tile costs less in the last round; the Smoker costs more the likelier Jack is where yellow goes."""
    walk = dealt(**ALL_TILES).take("move 37")
    hunters = Hunters(asked(walk), posterior_of(walk, player_types=PLAYER_TYPES), Random(1))
    now = posterior_of(walk, player_types=PLAYER_TYPES).now()
    likely = max(streets().range, key=lambda x: max(now.get(circle, 0.0) for circle in streets().range[x]))
    unlikely = next(x for x in streets().range if not now.keys() & {*streets().range[x]})
    assert hunters.cost("walk", likely) == 0.0
    assert hunters.cost("smoker", likely) > hunters.cost("smoker", unlikely) > hunters.cost("tile", unlikely)
    late = replace(asked(walk), view=replace(asked(walk).view, round=3))
    assert Hunters(late, posterior_of(walk, player_types=PLAYER_TYPES), Random(1)).cost("tile", likely) < hunters.cost(
        "tile", likely
    )
