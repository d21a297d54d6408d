"""The superintendent of Whitehall Mystery: playouts, arrests and mixed choices."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping
from random import Random

from gaslamp.bots import levels
from gaslamp.bots.bot import Limit, Question
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.whitehall.belief.particles import Particles
from gaslamp.bots.whitehall.belief.posterior import Posterior
from gaslamp.bots.whitehall.chase import Chase
from gaslamp.bots.whitehall.figures.manhunt import Manhunt
from gaslamp.bots.whitehall.pursuit import Fugitive, Outlook
from gaslamp.bots.whitehall.streets import FARTHEST, streets
from gaslamp.bots.whitehall.superintendent import PLAYER_TYPES
from gaslamp.bots.whitehall.weights import SURE, hopes
from gaslamp.core.dice import Dice
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import SPACES
from tests.bots.test_whitehall import asked
from tests.bots.whitehall.test_posterior import posterior_of
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.titles.whitehall.walks import Walk, dealt, game

PULL = array("d", [0.2**moves for moves in range(FARTHEST)])
LIMIT = Limit(nodes=12_000)
FAR_FROM_46 = ("x082", "x090", "x095")


def figures(*names: str) -> int:
    return sum(board.current().number[name] << 8 * k for k, name in enumerate(names))


def particles_at(circle: int, goal: int, size: int = 40) -> Particles:
    """Identical particles."""
    jacks = Particles(size)
    for _ in range(size):
        jacks.enter(goal, 0)
        jacks.passed(circle)
    return jacks


def chase_of(jacks: Particles, crossings: int) -> Chase:
    jack = Fugitive(0, 0, 0, 1.0)
    jack.pose(jacks, 0, 3, 0, 1.0)
    chase = Chase(40, PULL, hopes())
    chase.begin(jack, jacks, crossings, Outlook())
    return chase


def test_a_certain_arrest_is_made() -> None:
    near, *_ = (crossing for crossing in streets().town.crossings if 24 in streets().range[crossing])
    there = figures(near, *FAR_FROM_46[:2])
    assert chase_of(particles_at(24, 46), there).closed_in(there, 3, Dice(1)) == 0.0


def test_jack_near_his_goal_and_far_from_figures_wins_playouts() -> None:
    away = figures(*FAR_FROM_46)
    assert chase_of(particles_at(24, 46), away).closed_in(away, 3, Dice(1)) == 1.0


def test_jack_without_enough_time_loses_playouts() -> None:
    away = figures(*FAR_FROM_46)
    chase = chase_of(particles_at(24, 46), away)
    chase.jack.track = SPACES
    assert chase.answer(Dice(1)) == 0.0


# ---- the figures


def manhunt(walk: Walk) -> Manhunt:
    return Manhunt(asked(walk), posterior_of(walk, player_types=PLAYER_TYPES), Random(1), 0, hopes())


def test_the_nearer_jack_may_be_to_a_location_the_less_sure_an_arrest_has_to_be() -> None:
    """He can hardly have arrived at the first step."""
    early, late = dealt().take("move 37"), dealt()
    for circle in (37, 41, 24):
        late.turn(f"move {circle}")
    late.take("move 46")
    for walk in (early, late):
        while walk.sight("jack").view.stage == "walking":
            walk.step(next(action for action in walk.position.legal()))
    early_sure, late_sure = manhunt(early).sure(), manhunt(late).sure()
    assert late_sure < early_sure <= SURE[0]


def arrested_if_likely(walk: Walk, now: Mapping[int, float]) -> bool:
    """Return whether a figure arrests near a likely circle."""
    view = walk.sight("investigator1").view
    in_range = [circle for circle in streets().range[view.figures[view.figure or ""]] if circle in now]
    if max((now[circle] for circle in in_range), default=0.0) <= SURE[0]:
        return False
    chosen = levels.answer("superintendent", Question(asked(walk), LIMIT, 1)).notation
    assert chosen == f"arrest {max(in_range, key=lambda circle: now[circle])}"
    return True


def test_the_figures_arrest_where_jack_is_likely(proof: Proof) -> None:
    arrests = 0
    for _, rng in seeds(proof.seed, "whitehall superintendent", max(2, proof.amount(test=3, proof=30))):
        posterior, heard = Posterior(Whitehall().options, PLAYER_TYPES), 0
        for walk in game(rng, {}):
            sight = walk.sight("investigator1")
            for piece in sight.news[heard:]:
                posterior.observe(piece)
            heard = len(sight.news)
            if sight.view.stage == "acting":
                arrests += arrested_if_likely(walk, posterior.now())
    assert arrests
    proof.report("whitehall: arrests by the superintendent", arrests=arrests)


# ---- Jack


def test_jack_does_not_always_do_the_same() -> None:
    walk, cache = dealt(start=159), BeliefCache()
    chosen = Counter(
        levels.answer("superintendent", Question(asked(walk), LIMIT, seed), cache).notation for seed in range(8)
    )
    assert len(chosen) > 1


def test_jack_steps_on_to_a_location_beside_him_when_nobody_is_near() -> None:
    walk = dealt().turn("move 37").turn("move 41").turn("move 24")
    assert levels.answer("superintendent", Question(asked(walk), LIMIT, 1)).notation == "move 46"
