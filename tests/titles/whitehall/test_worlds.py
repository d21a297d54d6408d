"""Sampled worlds of Whitehall Mystery give the same news; Jack's only world is the true one."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gaslamp.core.belief import GenericBelief
from gaslamp.core.game import CHANCE, SPECTATOR, Viewer, redact
from gaslamp.titles.whitehall.belief.worlds import World
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.rules import board, town
from gaslamp.titles.whitehall.rules.position import Position
from gaslamp.titles.whitehall.rules.view import View
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.contract.secrecy import Leak, check, whole_table_steps
from tests.oracle.whitehall.small_map import SMALL_MAP_FILE
from tests.titles.whitehall.walks import Walk, dealt, game, some_options

SMALL = town.load(SMALL_MAP_FILE)
HUNTERS = ("investigator1", SPECTATOR)


def cut_short(rng: Random, **options: str) -> Walk:
    """Return a game at a random point without hidden pending actions."""
    length = rng.randint(5, 160)
    for number, walk in enumerate(game(rng, options or None)):
        if number >= length and walk.game.turn_complete(walk.position) and walk.game.to_move(walk.position) != CHANCE:
            break
    return walk


def worlds(walk: Walk, viewer: Viewer) -> list[World]:
    belief = walk.game.belief(viewer)
    for piece in walk.sight(viewer).news:
        belief.observe(piece)
    return list(belief.worlds())


def retold(walk: Walk, viewer: Viewer, world: World) -> Walk:
    other = Walk(**walk.game.options)
    for action in walk.game.rewrite_history(walk.actions, viewer, world):
        other.step(action)
    return other


@pytest.mark.rule("WM-71")
def test_every_world_gives_the_same_news_the_same_view_and_the_same_choices(proof: Proof) -> None:
    games, compared = proof.amount(test=8, proof=600), 0
    for number, rng in seeds(proof.seed, "whitehall worlds", games):
        walk = cut_short(rng)
        for viewer in HUNTERS:
            for world in worlds(walk, viewer)[:6]:
                other = retold(walk, viewer, world)
                assert other.sight(viewer) == walk.sight(viewer), f"game {number}, {viewer}, {world}"
                assert walk.game.position_from(walk.sight(viewer).view, world) == other.position
                compared += 1
    assert compared > games
    proof.report("whitehall: worlds of the sample", games=games, worlds=compared)


def test_jacks_only_world_is_the_true_one(proof: Proof) -> None:
    for _, rng in seeds(proof.seed, "whitehall truth", proof.amount(test=2, proof=100)):
        for walk in game(rng):
            (truth,) = worlds(walk, "jack")
            viewers = walk.game.viewers if walk.game.turn_complete(walk.position) else ("jack",)
            for viewer in viewers:
                assert walk.game.position_from(walk.sight(viewer).view, truth) == walk.position


def test_when_the_sheet_is_shown_everybody_knows_the_true_world(proof: Proof) -> None:
    for _, rng in seeds(proof.seed, "whitehall shown", proof.amount(test=4, proof=100)):
        *_, walk = game(rng)
        assert worlds(walk, SPECTATOR) == worlds(walk, "jack")
        assert retold(walk, SPECTATOR, worlds(walk, SPECTATOR)[0]).position == walk.position


def test_there_are_many_worlds_and_they_differ_in_rows_and_locations() -> None:
    found = worlds(dealt().turn("move 37").turn("move 41"), "investigator1")
    assert len(found) == 64
    assert len({world.rows for world in found}) > 30
    assert len({world.locations for world in found}) > 30
    assert {world.locations[0] for world in found} == {33}


@pytest.mark.rule("WM-50")
def test_in_some_worlds_jack_has_just_reached_a_location() -> None:
    found = worlds(dealt().turn("move 37").turn("move 41").turn("move 24").take("move 45"), "investigator1")
    assert {world.rows[-1][-1] in world.locations for world in found} == {True, False}


@pytest.mark.rule("WM-60a")
def test_a_tile_face_down_is_an_alley_in_some_worlds_and_a_boat_in_others() -> None:
    walk = Walk(murderer_at_large="on").take("locate 33", "locate 46", "locate 155", "locate 147")
    walk.take("place x082", "place x090", "place x095", "start 155").turn("move 156").turn("alley 155")
    assert {world.kinds[0][1] for world in worlds(walk, "investigator1")} == {"alley", "boat"}


# ---- beside the exact belief, on a map small enough for it


def steps_on_the_small_map(rng: Random) -> Iterator[Walk]:
    walk = Walk(**some_options(rng))
    while legal := walk.position.legal():
        walk.step(rng.choice(legal))
        yield walk


def test_the_sample_lies_within_the_exact_belief(proof: Proof) -> None:
    compared = 0
    with board.use(SMALL):
        for number, rng in seeds(proof.seed, "whitehall small", proof.amount(test=3, proof=200)):
            exact: GenericBelief[Position, View] | None = None
            heard = 0
            for walk in steps_on_the_small_map(rng):
                exact = exact or GenericBelief(walk.game, SPECTATOR)
                news = redact(walk.happened, SPECTATOR)
                exact.observe(news[heard:])
                heard = len(news)
                possible = exact.worlds()
                if not walk.game.turn_complete(walk.position):
                    continue
                for world in worlds(walk, SPECTATOR)[:8]:
                    assert retold(walk, SPECTATOR, world).position in possible, f"game {number}: {world}"
                    compared += 1
                if len(possible) > 400:
                    break
    proof.report("whitehall: worlds within the exact belief", worlds=compared)


# ---- through the table, as the contract does it


def test_the_worlds_of_a_belief_look_the_same_at_a_table(proof: Proof) -> None:
    for number, rng in seeds(proof.seed, "whitehall table", proof.amount(test=1, proof=40)):
        walk = cut_short(rng)
        for viewer in walk.game.viewers:
            try:
                actions = whole_table_steps(walk.game, walk.actions, len(walk.actions))
                check(walk.game, actions, viewer, rng, most=proof.amount(test=12, proof=64))
            except Leak as leak:
                pytest.fail(f"game {number}: {leak}")


class Talkative(Whitehall):
    """A field of the view depends on Jack's circle."""

    def view(self, position: Position, viewer: Viewer, *, ended: bool = False) -> View:
        return replace(super().view(position, viewer, ended=ended), counters=position.circle % 2)


class Boastful(Whitehall):
    """Jack's arrival at a location is announced at once."""

    def view(self, position: Position, viewer: Viewer, *, ended: bool = False) -> View:
        reached = position.circle != 0 and position.reached()
        return replace(super().view(position, viewer, ended=ended), counters=int(reached))


@pytest.mark.parametrize("leaky", [Talkative, Boastful])
def test_a_planted_leak_is_caught(leaky: Any) -> None:
    walk = dealt().turn("move 37").turn("move 41").turn("move 24").take("move 46")
    with pytest.raises(Leak):
        check(leaky(), walk.actions, "investigator1", Random(1), honest=Whitehall())


def test_half_a_coach_is_resampled_and_hidden() -> None:
    walk = dealt().turn("move 37").take("coach 41")
    assert check(walk.game, walk.actions, "investigator1", Random(1)) > 1
    assert check(walk.game, walk.actions, SPECTATOR, Random(1)) > 1


def test_an_unfinished_search_is_visible_to_the_investigators_only() -> None:
    walk = dealt(investigators="2").take("move 37", "walk x082", "walk x090", "walk x095", "search 87")
    for viewer in walk.game.viewers:
        assert check(walk.game, walk.actions, viewer, Random(1)) > (viewer != "jack")
