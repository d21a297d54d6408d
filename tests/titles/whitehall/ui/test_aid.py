"""Deduction aid of Whitehall: heat levels, plates that cover nothing, list, and Jack's panel."""

from __future__ import annotations

import math
import re
from itertools import combinations

import pytest

from gaslamp.core.game import SPECTATOR, Viewer
from gaslamp.core.messages import Message, Share
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.titles.whitehall.belief.belief import AnswerEffect, Conclusion
from gaslamp.titles.whitehall.ui import aid as aids
from gaslamp.titles.whitehall.ui.aid import LEVELS, PLATE, colour, symbols
from gaslamp.titles.whitehall.ui.layout import MIDDLE, in_range
from gaslamp.ui.panels import Aid, Note, Shares
from gaslamp.ui.presentation import presentation
from tests.titles.whitehall.walks import Walk, dealt

INVESTIGATOR = "investigator1"


def aid_of(walk: Walk, viewer: Viewer = INVESTIGATOR, *, ended: bool = False) -> Aid:
    """Return a viewer's aid after a game's news."""
    source = walk.game.aid_from(viewer)
    assert source is not None
    concluded = walk.game.conclude(walk.sight(source).news)
    assert concluded is not None
    return presentation(walk.game).aid(walk.game.view(walk.position, viewer, ended=ended), concluded)


def where(aid: Aid) -> Shares:
    (panel,) = aid.panels
    assert isinstance(panel, Shares)
    return panel


def known(aid: Aid) -> str:
    (panel,) = aid.panels
    assert isinstance(panel, Note)
    assert isinstance(panel.text, Message)
    return catalogue("en").say(panel.text)


def some_turns() -> Walk:
    return dealt().turn("move 32").turn("move 13")


def test_before_jack_has_started_there_is_nothing_to_conclude() -> None:
    walk = Walk()
    assert walk.game.conclude(walk.sight(SPECTATOR).news) is None
    walk.take("locate 33", "locate 46", "locate 159", "locate 147")
    assert walk.game.conclude(walk.sight(INVESTIGATOR).news) is None


def test_where_jack_starts_everybody_knows_where_he_is() -> None:
    aid = aid_of(dealt())
    assert [sprite.id for sprite in aid.sprites if sprite.layer == "heat"] == ["heat-33"]
    assert [catalogue("en").say(line.share) for line in where(aid).lines] == ["100%"]


def test_the_list_has_the_largest_shares_first_and_lights_its_circles() -> None:
    walk = some_turns()
    aid = aid_of(walk)
    concluded = walk.game.conclude(walk.sight(INVESTIGATOR).news)
    assert concluded is not None
    largest = [circle for circle, _ in concluded.shares[: aids.LISTED]]
    assert [line.lights for line in where(aid).lines] == [f"heat-{circle}" for circle in largest]
    lengths = [line.length for line in where(aid).lines]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] == 100
    assert {sprite.id for sprite in aid.sprites} >= {line.lights for line in where(aid).lines}


def test_every_circle_where_jack_can_be_is_warm_and_no_other() -> None:
    walk = some_turns()
    concluded = walk.game.conclude(walk.sight(SPECTATOR).news)
    assert concluded is not None
    warm = {sprite.id for sprite in aid_of(walk).sprites if sprite.layer == "heat"}
    assert warm == {f"heat-{circle}" for circle, _ in concluded.shares}
    assert all("heat" in sprite.classes for sprite in aid_of(walk).sprites)


def test_exclusions_are_listed_newest_first() -> None:
    walk = dealt().turn("move 32")
    before = aid_of(walk)
    assert where(before).answers == ()
    first, second = in_range("x082")[0], in_range("x090")[0]
    walk = dealt(start=46).turn("move 43", f"search {first}", "stop", f"search {second}")
    concluded = walk.game.conclude(walk.sight(INVESTIGATOR).news)
    assert concluded is not None
    assert [answer.circles for answer in concluded.answers] == [(first,), (second,)]
    told = [catalogue("en").say(line.text) for line in where(aid_of(walk)).answers]
    assert [line.split(":")[0] for line in told] == [f"{second}, nothing", f"{first}, nothing"]


@pytest.mark.parametrize("kind", ["search", "arrest", "call", "false_clue"])
def test_every_kind_of_answer_has_its_words(kind: str) -> None:
    for found in {kind == "search", False}:
        answer = AnswerEffect(
            kind, (57, 58), found, before=4_000_000, after=3_000_000, circles_before=9, circles_after=8
        )
        aid = aids.aid(dealt().sight(INVESTIGATOR).view, Conclusion(1, 0, 3_000_000, ((33, 3_000_000),), (answer,)))
        for language in LANGUAGES:
            said = catalogue(language).say(where(aid).answers[0].text)
            assert "57, 58" in said
            assert "25" in said
            assert "3" in said.replace("25", "")


# ---- on the map


def test_heat_grows_with_the_share_in_steps_that_need_no_colours() -> None:
    levels = [aids.level(rows, 1000, 10_000) for rows in (1, 40, 100, 250, 500, 999, 1000)]
    assert levels == sorted(levels)
    assert (levels[0], levels[-1]) == (0, LEVELS)
    drawn = symbols()
    radii = [
        float(found[1]) for n in range(1, LEVELS + 1) if (found := re.search(r' r="([\d.]+)"', drawn[f"heat-{n}"]))
    ]
    assert radii == sorted(set(radii))
    assert len(radii) == LEVELS
    lights = [_lightness(colour(n)) for n in range(1, LEVELS + 1)]
    assert lights == sorted(set(lights))


def _lightness(colour: str) -> float:
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return 0.2126 * math.pow(red, 2.2) + 0.7152 * math.pow(green, 2.2) + 0.0722 * math.pow(blue, 2.2)


def test_plates_cover_no_number_no_crossing_no_figure_and_each_other() -> None:
    walk = dealt(start=46).turn("move 43").turn("move 60").turn("move 76")
    plates = [sprite for sprite in aid_of(walk).sprites if sprite.symbol == "plate"]
    assert 2 <= len(plates) <= aids.PLATES
    width, height = PLATE
    for plate in plates:
        for place, (x, y) in MIDDLE.items():
            covered = abs(x - plate.x) < width / 2 and abs(y - plate.y) < height / 2
            assert not covered, (plate.id, place)
    for one, other in combinations(plates, 2):
        assert abs(one.x - other.x) >= width or abs(one.y - other.y) >= height


# ---- Jack, and whoever looks back


def test_jack_sees_the_share_of_his_circle_and_no_heat() -> None:
    walk = some_turns()
    aid = aid_of(walk, "jack")
    concluded = walk.game.conclude(walk.sight(SPECTATOR).news)
    assert concluded is not None
    assert aid.sprites == ()
    share = Share(dict(concluded.shares)[13], concluded.total)
    (note,) = aid.panels
    assert isinstance(note, Note)
    assert note.text is not None
    assert note.text.params["share"] == share
    assert "end on 13, where you are" in known(aid)


def test_half_a_coach_is_not_in_the_belief() -> None:
    walk = some_turns()
    before = known(aid_of(walk, "jack"))
    coach = next(action for action in walk.position.legal() if walk.game.actions.format(action).startswith("coach"))
    walk.step(coach)
    assert known(aid_of(walk, "jack")) == before


def test_the_true_path_is_shown_only_after_the_end() -> None:
    walk = some_turns()
    assert where(aid_of(walk)).truth is None
    truth = where(aid_of(walk, SPECTATOR, ended=True)).truth
    assert truth is not None
    assert catalogue("en").say(truth).startswith("In fact he is on 13: share of possible paths ")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "chance likel unlikel probab odds"),
        ("fr", "chance probab vraisembl"),
        ("es", "probab posibilidad suerte"),
        ("ru", "вероят шанс"),
    ],
)
def test_shares_are_never_called_chances(language: str, words: str) -> None:
    for id, forms in catalogue(language).sentences.items():
        if id.startswith("whitehall.aid."):
            assert not any(word in form.lower() for word in words.split() for form in forms), id
