"""Trails of the other side's last actions on the board of Pocket, Jack's mark, and announcements."""

from random import Random

import pytest

from gaslamp.core.game import SPECTATOR, News, Viewer
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position
from gaslamp.titles.pocket.ui.layout import cell_middle, place_middle
from gaslamp.titles.pocket.ui.panels import panels
from gaslamp.titles.pocket.ui.scene import board_art, scene
from gaslamp.ui.panels import Badge, Counter
from gaslamp.ui.presentation import presentation
from gaslamp.ui.scene import Announcement, Scene
from tests.contract.games import random_game
from tests.rules.pocket.builders import POCKET, call, look, play, streets, table, told
from tests.titles.shown import Speaker, english


def after(position: Position, viewer: Viewer, *notations: str) -> Scene:
    return scene(look(play(position, *notations), viewer), told(position, viewer, *notations))


def marked(shown: Scene) -> set[str]:
    return {sprite.id for sprite in shown.sprites} & {"jack", "jack-ring"}


@pytest.mark.rule("MP-51")
def test_only_jack_sees_his_identity_on_the_board() -> None:
    position = table(jack="bert")
    for viewer in POCKET.viewers:
        badges = [panel for panel in panels(look(position, viewer), ()) if isinstance(panel, Badge)]
        if viewer == "jack":
            assert marked(scene(look(position, viewer))) == {"jack", "jack-ring"}
            assert [(english(one.name), one.place) for one in badges] == [("Jeremy Bert", "bar")]
        else:
            assert (marked(scene(look(position, viewer))), badges) == (set(), [])


def test_a_walk_goes_round_the_ring_from_where_it_began_until_the_next_step() -> None:
    position = table(toby=7, faces="alibi toby rotation joker")
    walk = ("take toby", "toby 2")
    shown = after(position, "jack", *walk)
    (trail,) = shown.trails
    assert (trail.points[0], trail.points[-1]) == (place_middle(7), place_middle(9))
    assert len(trail.points) == 4  # two places, and a corner
    assert ("origin", place_middle(7)) in [(sprite.symbol, (sprite.x, sprite.y)) for sprite in shown.sprites]
    assert after(position, "detectives", *walk).trails == ()
    assert after(position, "jack", *walk, "take alibi").trails == ()


def test_a_tile_that_was_turned_shows_from_where_and_how_far() -> None:
    position = table(faces="alibi toby rotation joker")
    shown = after(position, "jack", "take rotation", "rotate gull +90")
    (turned,) = [sprite for sprite in shown.sprites if sprite.id.startswith("from-")]
    assert (turned.symbol, turned.turn) == ("turned+90", 0)  # its wall was north
    assert (turned.x, turned.y) == cell_middle(3)


def test_tiles_that_were_exchanged_are_ringed_and_joined() -> None:
    position = table(faces="alibi toby exchange joker")
    shown = after(position, "jack", "take exchange", "exchange madame lane")
    (trail,) = shown.trails
    assert trail.points == (cell_middle(0), cell_middle(8))
    assert {(s.x, s.y) for s in shown.sprites if s.symbol == "origin-wide"} == set(trail.points)


def test_every_trail_and_announcement_can_be_shown() -> None:
    speaker, trails, said = Speaker(), 0, list[Announcement]()
    for seed in range(4):
        position = POCKET.start()
        news: dict[Viewer, list[News]] = {viewer: [] for viewer in POCKET.viewers}
        for action in random_game(POCKET, Random(seed)):
            for viewer in POCKET.viewers:
                news[viewer] += told(position, viewer, POCKET.actions.format(action))
            position.advance(action)
            for viewer in POCKET.viewers:
                shown = presentation(POCKET).scene(look(position, viewer), news[viewer])
                ids = [sprite.id for sprite in shown.sprites]
                assert len(ids) == len(set(ids))
                assert {sprite.symbol for sprite in shown.sprites} <= board_art().symbols.keys()
                trails += len(shown.trails)
                moments = presentation(POCKET).announcements(look(position, viewer), news[viewer])
                speaker.say_all(moments)
                said += moments
    assert trails > 50
    assert {face.symbol for moment in said for face in (moment.picture, *moment.people)} <= board_art().symbols.keys()


# ---- moments


def test_a_call_announces_the_answer_and_the_cleared_suspects() -> None:
    position = table(streets("north"), jack="bert", turn=2, left="joker")
    news = told(position, SPECTATOR, "take joker", "stay")
    (moment,) = presentation(POCKET).announcements(look(call(position)), news)
    (piece,) = [piece for piece in news if piece.kind == "called"]
    cleared = piece.details["cleared"]
    assert isinstance(cleared, tuple)
    assert [face.lights for face in moment.people] == [(f"tok-{name}", f"tile-{name}") for name in cleared]
    assert (
        moment.picture.symbol
        == {"seen": "witness-visible", "not_seen": "witness-invisible"}[str(piece.details["answer"])]
    )
    assert english(moment.kicker) == "Turn 2: the call"
    assert english(moment.then) == "Turn 3 begins."


def test_the_hourglasses_are_announced_once() -> None:
    position = table(jack="bert", held="gull smith lane", tokens=5, turn=7, chase=True)
    glasses = position.hourglasses()
    assert glasses > board.NEEDED
    (counter,) = [panel for panel in panels(look(position), ()) if isinstance(panel, Counter)]
    assert (counter.filled, counter.total) == (glasses, glasses)
    news = News("revealed", {"suspect": "bert", "cards": ("gull",), "hourglasses": glasses})
    assert str(glasses) not in english(presentation(POCKET).tell(news))
