"""Views of Whitehall Mystery contain nothing of Jack's sheet before the end."""

from dataclasses import fields, replace

import pytest

from gaslamp.titles.whitehall.rules.view import View
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.titles.whitehall.walks import SLEEVES, Walk, dealt, game

SECRETS = ("circle", "row", "rows", "locations", "reached")


def seen(walk: Walk, viewer: str) -> View:
    return walk.sight(viewer).view


@pytest.mark.rule("WM-70", "WM-71")
def test_all_but_jack_see_the_same_and_nothing_of_his_sheet(proof: Proof) -> None:
    for _, rng in seeds(proof.seed, "whitehall views", proof.amount(test=3, proof=200)):
        for walk in game(rng):
            views = {viewer: seen(walk, viewer) for viewer in walk.game.viewers}
            jack = views.pop("jack")
            over = jack.winner is not None
            for view in views.values():
                assert replace(view, viewer="") == replace(views["spectator"], viewer="")
                assert all((getattr(view, name) is None) != over for name in SECRETS if name != "circle")
                assert over or view.circle is None
                for field in fields(View):
                    if field.name not in {*SECRETS, "viewer", "tiles", "laid", "unknown"}:
                        assert getattr(view, field.name) == getattr(jack, field.name), field.name


@pytest.mark.rule("WM-60", "WM-60a", "WM-51a")
def test_face_down_alley_and_boat_look_the_same() -> None:
    start = {"murderer_at_large": "on"}
    first = Walk(**start).take("locate 33", "locate 46", "locate 155", "locate 147")
    first.take("place x082", "place x090", "place x095", "start 155").turn("move 157")
    second = Walk(**start).take("locate 33", "locate 46", "locate 155", "locate 147")
    second.take("place x082", "place x090", "place x095", "start 155").turn("move 156")
    first.turn("boat 158")
    second.turn("alley 155")
    for viewer in ("investigator1", "spectator"):
        assert first.sight(viewer) == second.sight(viewer)
        assert seen(first, viewer).tiles == {"coach": 2, "alley": 2, "boat": 2}
        assert seen(first, viewer).laid == ((2, 2, "hidden"),)
        assert seen(first, viewer).unknown == 1
    assert seen(first, "jack").tiles == {"coach": 2, "alley": 2, "boat": 1}
    assert seen(first, "jack").laid == ((2, 2, "boat"),)
    assert seen(first, "jack").unknown == 0
    shown = first.sight("spectator", resigned=True)
    assert shown.view.tiles == {"coach": 2, "alley": 2, "boat": 1}
    assert shown.news[-1].details["shown"] == ("boat",)


@pytest.mark.rule("WM-60a")
def test_a_coach_shows_by_its_spaces_even_face_down() -> None:
    view = seen(dealt(murderer_at_large="on").turn("coach 54, then 55"), "investigator1")
    assert (view.laid, view.tiles["coach"], view.unknown, view.track, view.turn) == (((1, 2, "coach"),), 1, 0, 2, 2)


def test_turns_are_counted_by_moves_not_by_spaces() -> None:
    walk = dealt()
    assert seen(walk, "jack").turn == 1
    walk.take("coach 54")
    assert (seen(walk, "jack").turn, seen(walk, "jack").track) == (1, 1)
    walk.take("then 55")
    assert (seen(walk, "jack").turn, seen(walk, "jack").track) == (1, 2)
    walk.take("walk x082")
    assert seen(walk, "jack").turn == 1


@pytest.mark.rule("WM-07")
def test_the_holders_of_the_figures_stand_in_the_view() -> None:
    one, three = seen(dealt(), "jack"), seen(dealt(investigators="3"), "jack")
    assert set(one.holders.values()) == {"investigator1"}
    assert list(three.holders.items()) == [
        ("yellow", "investigator1"), ("blue", "investigator2"), ("red", "investigator3")
    ]  # fmt: skip
    two = seen(dealt(investigators="2", second_holds="first"), "jack")
    assert list(two.holders.values()) == ["investigator2", "investigator1", "investigator1"]


@pytest.mark.rule("WM-03")
def test_the_yellow_crossings_still_free_are_shown_while_figures_are_placed() -> None:
    walk = Walk().take("locate 33", "locate 46", "locate 159", "locate 147", "place x082")
    assert seen(walk, "spectator").start_crossings == ("x090", "x095", "x096", "x108", "x109")
    assert seen(dealt(), "spectator").start_crossings == ()


@pytest.mark.rule("WM-50", "WM-71")
def test_only_jack_sees_a_reached_location_before_the_announcement() -> None:
    walk = dealt().turn("move 37").turn("move 41").turn("move 24").take("move 46")
    assert seen(walk, "jack").reached
    assert seen(walk, "investigator1").reached is None
    assert seen(walk, "investigator1").red == (33,)
    walk.take("walk x082", "walk x090", "walk x095", "stop", "stop", "stop")
    assert seen(walk, "investigator1").red == (33, 46)
    assert not seen(walk, "jack").reached


@pytest.mark.rule("WM-72")
def test_the_end_reveals_everything() -> None:
    walk = dealt(**SLEEVES, reinforcements="yellow_blue_green").take("move 54", "walk x082", "walk x090", "walk x095")
    view = walk.sight("spectator", resigned=True).view
    assert (view.circle, view.row, view.rows, view.locations) == (54, (33, 54), (), (33, 46, 159, 147))


@pytest.mark.rule("WM-14c", "WM-71")
def test_half_a_coach_is_jacks_own_affair() -> None:
    walk = dealt()
    before = {viewer: walk.sight(viewer).news for viewer in ("investigator1", "spectator")}
    walk.take("coach 54")
    assert not walk.game.turn_complete(walk.position)
    assert {viewer: walk.sight(viewer).news for viewer in before} == before
