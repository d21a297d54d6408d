"""Trails, announcements and stories of Whitehall."""

from random import Random

import pytest

from gaslamp.core.game import SPECTATOR
from gaslamp.titles.whitehall.ui.layout import CROSSINGS, MIDDLE, near, walk
from gaslamp.titles.whitehall.ui.panels import panels
from gaslamp.titles.whitehall.ui.scene import board_art, scene
from gaslamp.ui.panels import Badge, Track
from gaslamp.ui.presentation import presentation
from gaslamp.ui.scene import Scene
from tests.titles.shown import Speaker, english
from tests.titles.whitehall.walks import Sight, Walk, dealt, sights


def drawn(sight: Sight) -> Scene:
    return scene(sight.view, sight.news)


def last(sight: Sight) -> list[tuple[tuple[float, float], ...]]:
    return [trail.points for trail in drawn(sight).trails if trail.id.startswith("last-")]


def rings(sight: Sight) -> set[tuple[float, float]]:
    return {(sprite.x, sprite.y) for sprite in drawn(sight).sprites if sprite.id.startswith("from-")}


def new_spaces(sight: Sight) -> list[str]:
    (track,) = [panel for panel in panels(sight.view, sight.news) if isinstance(panel, Track) and panel.id == "track"]
    return [cell.text for cell in track.cells.values() if cell.last]


def test_every_crossing_is_near_circles_that_no_other_is_near() -> None:
    assert len({near(crossing) for crossing in CROSSINGS}) == len(CROSSINGS)


def test_where_figures_came_from_is_there_until_jack_moves() -> None:
    walked = dealt().take("move 54", "walk x070", "walk x090", "walk x095")
    assert last(walked.sight("jack")) == [walk("x082", "x070")]
    assert {MIDDLE["x082"], MIDDLE["x090"], MIDDLE["x095"]} == rings(walked.sight("jack"))
    assert last(walked.sight("investigator1")) == []
    assert last(walked.sight(SPECTATOR)) == [walk("x082", "x070")]
    walked.take("stop", "stop", "stop")
    assert last(walked.sight("jack")) == [walk("x082", "x070")]
    walked.take(next(text for text in legal(walked) if text.startswith("move")))
    assert last(walked.sight("jack")) == []


@pytest.mark.parametrize("viewer", ["jack", SPECTATOR])
def test_no_trail_is_painted_over_a_number(viewer: str) -> None:
    """The browser paints the numbers (the layer "over") above these layers."""
    below = {"board", "heat", "light"}
    walked = dealt().take("move 54", "walk x070", "walk x090", "walk x095")
    shown = drawn(walked.sight(viewer))
    assert [trail for trail in shown.trails if trail.id.startswith("last-")]
    assert {trail.layer for trail in shown.trails} <= below
    assert {sprite.layer for sprite in shown.sprites if sprite.id.startswith("from-")} <= below


def test_searched_circles_are_ringed_for_jack() -> None:
    searched = dealt().turn("move 37", "search 87", "search 88", "stop")
    assert {MIDDLE[87], MIDDLE[88]} <= rings(searched.sight("jack"))
    assert rings(searched.sight("investigator1")) == set()


@pytest.mark.rule("WM-19", "WM-71")
def test_of_jacks_move_the_others_see_the_spaces_of_the_track_and_no_place() -> None:
    moved = dealt().take("coach 54", "then 55")
    for viewer in ("investigator1", SPECTATOR):
        assert (last(moved.sight(viewer)), rings(moved.sight(viewer))) == ([], set())
    assert new_spaces(moved.sight("investigator1")) == ["1", "2"]
    assert new_spaces(moved.sight("jack")) == []
    moved.take("walk x082")
    assert new_spaces(moved.sight("investigator1")) == []


@pytest.mark.rule("WM-71")
def test_jack_alone_reads_over_the_map_where_he_is() -> None:
    for sight in sights(Random(71)):
        badges = [panel for panel in panels(sight.view, sight.news) if isinstance(panel, Badge)]
        if sight.view.viewer != "jack" or sight.view.circle is None:
            assert badges == []
        else:
            assert [(one.place, english(one.name)) for one in badges] == [("bar", str(sight.view.circle))]


def test_the_map_shows_the_arrest() -> None:
    caught = Walk().take("locate 33", "locate 46", "locate 123", "locate 147")
    caught.take("place x108", "place x090", "place x095", "start 123", "move 122")
    caught.take("walk x116", "walk x090", "walk x095", "arrest 122")
    for viewer in caught.game.viewers:
        sight = caught.sight(viewer)
        (mark,) = [sprite for sprite in drawn(sight).sprites if sprite.id == "arrest"]
        assert english(mark.label) == "Yellow executes an arrest on 122: Jack is caught!"
        assert mark.x == MIDDLE[122][0]
        (end,) = presentation(caught.game).announcements(sight.view, sight.news)
        assert english(end.picture.name) == "Jack is arrested: the investigators win."
        assert end.people_title == mark.label


@pytest.mark.long
def test_every_trail_and_announcement_can_be_shown() -> None:
    speaker, ends = Speaker(), 0
    for sight in sights(Random(5)):
        shown = drawn(sight)
        ids = [sprite.id for sprite in shown.sprites] + [trail.id for trail in shown.trails]
        assert len(ids) == len(set(ids))
        assert {sprite.symbol for sprite in shown.sprites} <= board_art().symbols.keys()
    moments = presentation(dealt().game).announcements(sight.view, sight.news)
    speaker.say_all(moments)
    ends += len(moments)
    assert ends == 1  # only the ending is announced


def legal(walk: Walk) -> list[str]:
    return [walk.game.actions.format(action) for action in walk.position.legal()]
