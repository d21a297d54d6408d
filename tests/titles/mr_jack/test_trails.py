"""Trails of the other side's last actions on the board of Mr. Jack, and Jack's mark where the viewer may know it."""

from random import Random

import pytest

from gaslamp.core.game import SPECTATOR
from gaslamp.titles.mr_jack.rules import notation as n
from gaslamp.titles.mr_jack.rules.hexes import POSTS, STREETS
from gaslamp.titles.mr_jack.ui.layout import exit_middle, middle
from gaslamp.titles.mr_jack.ui.panels import panels
from gaslamp.titles.mr_jack.ui.scene import board_art, scene
from gaslamp.ui.panels import Badge
from gaslamp.ui.scene import Scene
from tests.titles.mr_jack.walks import VIEWERS, Walk, dealt, sights
from tests.titles.shown import english


def board(walk: Walk, viewer: str) -> Scene:
    sight = walk.sight(viewer)
    return scene(sight.view, sight.news)


def ways(shown: Scene) -> list[tuple[tuple[float, float], ...]]:
    return [trail.points for trail in shown.trails]


def rings(shown: Scene) -> set[tuple[float, float]]:
    return {(sprite.x, sprite.y) for sprite in shown.sprites if sprite.id.startswith("from-")}


def badges(walk: Walk, viewer: str) -> list[Badge]:
    sight = walk.sight(viewer)
    return [panel for panel in panels(sight.view, sight.news) if isinstance(panel, Badge)]


# ---- who I am


@pytest.mark.rule("MJ-71")
def test_only_jack_sees_his_identity_on_the_board() -> None:
    walk = dealt("smith", "gull", "watson", "holmes", jack="bert")
    own = {sprite.id: sprite for sprite in board(walk, "jack").sprites}
    assert (own["jack"].symbol, english(own["jack"].label)) == ("jack", "You are Jeremy Bert")
    assert abs(own["jack"].x - middle("I3")[0]) < 30
    (badge,) = badges(walk, "jack")
    assert (badge.place, english(badge.name), badge.lights) == ("bar", "Jeremy Bert", "tok-bert")
    for viewer in ("detective", SPECTATOR):
        assert not {sprite.id for sprite in board(walk, viewer).sprites} & {"jack", "jack-ring"}
        assert badges(walk, viewer) == []


def test_only_jack_sees_his_mark_before_the_end() -> None:
    rng, jacks = Random(71), 0
    for sight in sights(rng):
        marked = any(sprite.id.startswith("jack") for sprite in scene(sight.view, sight.news).sprites)
        badge = any(isinstance(panel, Badge) for panel in panels(sight.view, sight.news))
        if sight.view.viewer != "jack":
            assert not badge
            assert not marked or sight.view.identity is not None
        elif sight.view.identity is not None:
            jacks += 1
            assert badge
            assert marked
    assert jacks > 10


# ---- what was done last


def test_a_move_of_the_other_side_leaves_a_trail_until_the_next_step() -> None:
    walk = dealt("smith", "gull", "watson", "holmes").take("pick holmes", "G7", "alibi smith")
    for viewer in ("jack", SPECTATOR):
        assert ways(board(walk, viewer)) == [(middle("G5"), middle("G7"))]
        assert rings(board(walk, viewer)) == {middle("G5")}
    assert ways(board(walk, "detective")) == []  # own actions have no trail
    (trail,) = board(walk, "jack").trails
    assert english(trail.label) == "Detective: Sherlock Holmes, G5 to G7."
    walk.take("pick smith")
    assert ways(board(walk, "jack")) == []


def test_things_that_are_carried_leave_a_trail_too() -> None:
    walk = dealt("smith", "lestrade", "bert", "holmes").take("pick smith", "G3")
    lamp = next(action for action in legal(walk) if action.startswith("lamp"))
    walk.take(lamp)
    _, here, there = lamp.split()
    assert ways(board(walk, "jack")) == [(middle("G2"), middle("G3")), (middle(here), middle(there))]
    assert middle(here) in rings(board(walk, "jack"))


def test_two_cards_in_a_row_are_both_there() -> None:
    walk = dealt("smith", "lestrade", "stealthy", "holmes").take("pick holmes", "G7", "alibi smith")
    walk.take("pick stealthy", "A3", "pick lestrade", "E5")
    cordon = next(action for action in legal(walk) if action.startswith("cordon"))
    walk.take(cordon)
    _, here, there = cordon.split()
    assert ways(board(walk, "detective")) == [
        (middle("A4"), middle("A3")),
        (middle("E4"), middle("E5")),
        (exit_middle(here), exit_middle(there)),
    ]
    assert len(ways(board(walk, SPECTATOR))) == 2  # spectators see the last card


def test_exchanged_characters_are_ringed() -> None:
    walk = dealt("gull", "lestrade", "stealthy", "holmes").take("pick gull", "exchange stealthy")
    assert ways(board(walk, "jack")) == [(middle("A4"), middle("E0"))]
    assert rings(board(walk, "jack")) == {middle("A4"), middle("E0")}


def test_every_trail_can_be_drawn() -> None:
    drawn = 0
    for sight in sights(Random(60)):
        shown = scene(sight.view, sight.news)
        ids = [sprite.id for sprite in shown.sprites] + [trail.id for trail in shown.trails]
        assert len(ids) == len(set(ids))
        assert {sprite.symbol for sprite in shown.sprites} <= board_art().symbols.keys()
        drawn += len(shown.trails)
    assert drawn > 50


def legal(walk: Walk) -> list[str]:
    return [n.ACTIONS.format(action) for action in walk.position.legal()]


# ---- how it ended


def test_the_board_shows_the_arrest() -> None:
    walk = dealt("stealthy", "lestrade", "bert", "holmes", jack="smith")
    walk.take("pick holmes")
    accusation = next(action for action in legal(walk) if action == "G2")
    walk.take(accusation)
    for viewer in VIEWERS:
        found = {sprite.id: sprite for sprite in board(walk, viewer).sprites}
        assert english(found["arrest"].label) == "Detective: Sherlock Holmes goes to G2 and accuses John Smith!"
        assert found["arrest"].x == middle("G2")[0]
        assert {"jack", "jack-ring"} <= found.keys()
        assert ways(board(walk, viewer)) == [(middle("G5"), middle("G2"))]


# ---- names of places


def test_every_hex_that_the_log_can_name_bears_its_name() -> None:
    written = board_art().symbols["names"]
    assert all(f">{hex}</text>" in written for hex in (*STREETS, *POSTS))
    (names,) = [sprite for sprite in board(Walk(), SPECTATOR).sprites if sprite.id == "names"]
    assert (names.classes, names.x, names.y) == (("names",), 0, 0)
