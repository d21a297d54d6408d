"""Bots of Whitehall Mystery: legal with all options, no hidden knowledge, constable better than random."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from gaslamp.bots import levels
from gaslamp.bots.bot import Limit, Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.whitehall.belief.forecast import PLAYER_TYPES, Forecast
from gaslamp.bots.whitehall.belief.posterior import Posterior
from gaslamp.bots.whitehall.streets import streets
from gaslamp.core.dice import Dice
from gaslamp.game.table import Table
from gaslamp.service.games import bot_runner
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.rules import board, town
from gaslamp.titles.whitehall.rules import notation as n
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.oracle.whitehall.small_map import SMALL_MAP_FILE
from tests.titles.whitehall.walks import SLEEVES, Walk, dealt, game, some_options

SMALL = town.load(SMALL_MAP_FILE)
KEPT = BeliefCache()  # shared to save time
LEVELS = [*levels.of_title("whitehall")]
FEW = Limit(nodes=500)  # too few for playouts
FAR_AWAY = ("place x082", "place x090", "place x095")


def asked(walk: Walk) -> Situation:
    """The situation of the seat to move."""
    seat = walk.game.to_move(walk.position)
    assert seat is not None
    sight = walk.sight(seat)
    legal = tuple(map(n.ACTIONS.format, sight.actions))
    return Situation.of(walk.game, seat, sight.view, legal, sight.news)


def answers(walk: Walk, times: int = 20) -> Counter[str]:
    """The constable's answers with different seeds."""
    return Counter(answer(walk, seed) for seed in range(times))


def answer(walk: Walk, seed: int) -> str:
    """The constable's answer with this seed."""
    return levels.answer("constable", Question(asked(walk), seed=seed), KEPT).notation


def forecast_of(walk: Walk) -> Forecast:
    """The investigators' forecast."""
    sight = walk.sight("investigator1")
    posterior = Posterior(walk.game.options, PLAYER_TYPES)
    for piece in sight.news:
        posterior.observe(piece)
    return Forecast(posterior, Dice(1888), sight.view.track)


# ---- whole games


def endings(jack: str, investigators: str, games: int, seed: int) -> Counter[str]:
    """Play games at a table, which refuses illegal actions. Returns counts of the endings."""
    rng = Random(seed)
    counted: Counter[str] = Counter()
    for _ in range(games):
        table = played(Whitehall(), {"jack": jack}, investigators, rng)
        assert table.outcome is not None
        counted[table.outcome.reason] += 1
    return counted


def played(game: Whitehall, names: dict[str, str], other: str, rng: Random, limit: Limit = FEW) -> Table:
    table = Table(game, rng=rng)
    while (seat := table.to_move) is not None:
        bot_runner.answer(table, seat, names.get(seat, other), rng, limit)
    return table


@pytest.mark.long
def test_games_end_with_all_options(proof: Proof) -> None:
    games = proof.amount(test=5, proof=150)
    reasons: Counter[str] = Counter()
    for _, rng in seeds(proof.seed, "whitehall bots", games):
        made = Whitehall(some_options(rng))
        names = {seat: rng.choice(LEVELS) for seat in made.seats}
        table = played(made, names, "passer_by", rng)
        assert table.outcome is not None
        reasons[table.outcome.reason] += 1
    proof.report("whitehall: opponents with any options", games=games, **reasons)


def test_they_play_on_another_map(proof: Proof) -> None:
    with board.use(SMALL):
        for _, rng in seeds(proof.seed, "whitehall bots, small map", proof.amount(test=10, proof=200)):
            assert played(Whitehall(some_options(rng)), {}, rng.choice(LEVELS[1:]), rng).outcome


@pytest.mark.slow
def test_the_constable_is_better_than_chance_on_either_side(proof: Proof) -> None:
    """A random Jack never wins, so two constables are compared with a constable and random investigators."""
    games = proof.amount(test=10, proof=100)
    chance = endings("passer_by", "passer_by", games, seed=1)
    as_jack = endings("constable", "passer_by", games, seed=2)
    as_both = endings("constable", "constable", games, seed=3)
    as_investigators = endings("passer_by", "constable", games // 3, seed=4)
    caught = [1 - (ended["too_late"] + ended["completed"]) / ended.total() for ended in (chance, as_investigators)]
    proof.report(
        "whitehall: Jack's share",
        games=games,
        random_against_random=chance["completed"] / games,
        constable_jack=as_jack["completed"] / games,
        constable_against_constable=as_both["completed"] / games,
    )
    proof.report("whitehall: random Jack caught", games=games, by_random=caught[0], by_constable=caught[1])
    assert chance["completed"] / games + 0.5 < as_jack["completed"] / games
    assert as_both["completed"] / games + 0.15 < as_jack["completed"] / games
    assert caught[0] + 0.2 < caught[1]


# ---- Jack


def test_jack_steps_on_to_a_location_beside_him() -> None:
    walk = dealt().turn("move 37").turn("move 41").turn("move 24")
    assert set(answers(walk)) == {"move 46"}


def test_jack_does_not_let_the_track_run_out() -> None:
    walk = dealt().turn("move 37")
    for circle in (41, 24) * 6:
        walk.turn(f"move {circle}")
    assert set(answers(walk.turn("move 45"))) == {"move 46"}


@pytest.mark.long
def test_jack_takes_a_tile_now_and_then() -> None:
    taken: Counter[str] = Counter()
    for seed in range(5):
        walk, rng = Walk(), Random(seed)
        while walk.position.legal():
            chosen = answer(walk, rng.getrandbits(64))
            taken[chosen.split()[0]] += 1
            walk.take(chosen)
    assert 0 < taken["coach"] + taken["alley"] + taken["boat"] < taken["move"] / 2


def test_jack_chooses_locations_that_lie_apart() -> None:
    for seed in range(10):
        walk, rng = Walk(), Random(seed)
        for _ in range(4):
            walk.take(answer(walk, rng.getrandbits(64)))
        locations = walk.sight("jack").view.locations or ()
        assert all(streets().far[here][there] >= 5 for here in locations for there in locations if here != there)


def test_jack_starts_far_from_the_figures() -> None:
    walk = Walk().take("locate 33", "locate 46", "locate 159", "locate 147", *FAR_AWAY)
    assert set(answers(walk)) == {"start 159"}


def test_jack_reclaims_tiles_and_lays_false_clues_near_figures(proof: Proof) -> None:
    for _, rng in seeds(proof.seed, "whitehall tricks", proof.amount(test=6, proof=100)):
        for walk in game(rng, {"newspaper_fabrications": "on", "false_clues": "on"}):
            figures = walk.sight("jack").view.figures.values()
            match walk.sight("jack").view.stage:
                case "reclaiming":
                    assert "reclaim nothing" not in answers(walk, 3)
                case "bluffing":
                    for chosen in answers(walk, 3):
                        _, circle = chosen.split()
                        in_range = [str(near) for crossing in figures for near in streets().range[crossing]]
                        assert circle in {"nothing", *in_range}


# ---- the investigators


def test_figures_are_placed_apart() -> None:
    walk = Walk().take("locate 33", "locate 46", "locate 159", "locate 147")
    for _ in range(3):
        walk.take(*answers(walk, 1))
    taken = walk.sight("jack").view.figures.values()
    assert all(near not in streets().town.steps[crossing] for crossing in taken for near in taken)


@pytest.mark.long
def test_figures_search_where_jack_may_have_been_and_arrest_where_he_is_likely(proof: Proof) -> None:
    searches = arrests = 0
    for _, rng in seeds(proof.seed, "whitehall strikes", proof.amount(test=3, proof=30)):
        for walk in game(rng, {"casebook": "normal"}):
            view = walk.sight("investigator1").view
            if view.stage != "acting":
                continue
            forecast = forecast_of(walk)
            (chosen,) = answers(walk, 1)
            in_range = streets().range[view.figures[view.figure or ""]]
            if max(forecast.now.get(circle, 0) for circle in in_range) > 0.4:
                assert chosen.startswith("arrest")
                arrests += 1
            elif chosen.startswith("search"):
                assert forecast.been.get(int(chosen.split()[1]), 0) > 0
                searches += 1
    proof.report("whitehall: constable's figures", searches=searches, arrests=arrests)


def test_green_names_all_circles_only_where_one_is_not_enough(proof: Proof) -> None:
    for _, rng in seeds(proof.seed, "whitehall green", proof.amount(test=6, proof=100)):
        for walk in game(rng, {**SLEEVES, "reinforcements": "blue_red_green"}):
            view = walk.sight("investigator1").view
            if view.stage == "acting" and "arrest all" in answers(walk, 1):
                now = forecast_of(walk).now
                chances = sorted(now.get(circle, 0) for circle in streets().range[view.figures["green"]])
                assert sum(chances[:-1]) > 0.1
