"""Panels of Whitehall show what the viewer may know, in every language."""

from typing import TypeVar

import pytest

from gaslamp.titles.whitehall.ui import panels
from gaslamp.titles.whitehall.ui.scene import board_art
from gaslamp.ui.panels import Log, Note, Panel, Sheet, Tokens, Track
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.titles.shown import Speaker, english, symbols
from tests.titles.whitehall.walks import ALL_TILES, Sight, Walk, dealt, sights

P = TypeVar("P", bound=Panel)


def panel(sight: Sight, kind: type[P], id: str) -> P:
    found = next(panel for panel in panels.panels(sight.view, sight.news) if panel.id == id)
    assert isinstance(found, kind)
    return found


def ids(sight: Sight) -> list[str]:
    return [panel.id for panel in panels.panels(sight.view, sight.news)]


def first_round(**options: str) -> Walk:
    """Play round 1: Jack goes from 33 to 46, once by an Alley; red's search finds nothing."""
    walk = dealt(**options).turn("alley 34").turn("move 37", "stop", "stop", "search 86", "search 88")
    return walk.turn("move 41").turn("move 24").turn("move 46")


@pytest.mark.long
def test_all_panels_can_be_shown_in_every_language(proof: Proof) -> None:
    speaker = Speaker()
    for _, rng in seeds(proof.seed, "whitehall panels", proof.amount(test=1, proof=50)):
        for number, sight in enumerate(sights(rng)):
            shown = panels.panels(sight.view, sight.news)
            assert len({panel.id for panel in shown}) == len(shown)
            assert symbols(shown) <= set(board_art().symbols)
            if number % 7 == 0:
                speaker.say_all(shown)
    proof.report("whitehall: panels", different_messages=len(speaker.said))


@pytest.mark.rule("WM-07", "WM-30")
def test_the_figures_panel_shows_range_state_and_player() -> None:
    walk = dealt().take("move 54", "walk x082")
    lines = panel(walk.sight("jack"), Note, "figures").lines.values()
    assert [(english(line.name), english(line.text)) for line in lines] == [
        ("Yellow", "near 88, 87, has moved"),
        ("Blue", "near 77, 93, to move"),
        ("Red", "near 88, 105"),
    ]
    shared = panel(dealt(investigators="3").sight("jack"), Note, "figures")
    line = shared.lines[1]
    assert (english(line.text), line.seat) == ("near 77, 93", "investigator2")
    assert line.player is not None
    assert english(line.player) == "Investigator 2"


@pytest.mark.rule("WM-12", "WM-14c")
def test_the_track_has_fifteen_spaces_and_the_tiles_laid_on_them() -> None:
    walk = dealt().turn("coach 54, then 55").turn("move 54").turn("alley 35")
    track = panel(walk.sight("investigator1"), Track, "track")
    assert [cell.text for cell in track.cells.values()] == [str(number) for number in range(16)]
    assert [cell.symbol for cell in [*track.cells.values()][:5]] == [
        "",
        "space-coach",
        "space-coach",
        "",
        "space-alley",
    ]
    assert [cell.now for cell in track.cells.values()].index(True) == 4
    assert (english(track.title), english(track.note)) == ("Round 1 of 3", "11 moves left")
    assert [english(one) for one in track.order] == ["Jack", "Yellow", "Blue", "Red"]
    assert track.acting == 0


@pytest.mark.rule("WM-05", "WM-19")
def test_the_tiles_left_are_counted() -> None:
    walk = dealt().take("coach 54")
    tiles = panel(walk.sight("jack"), Tokens, "tiles")
    assert [(token.target, token.state, english(token.note)) for token in tiles.tokens.values()] == [
        ("tile-coach", "playing", "1 of 2 left"),
        ("tile-alley", "free", "2 of 2 left"),
        ("tile-boat", "free", "2 of 2 left"),
    ]


@pytest.mark.rule("WM-60", "WM-60a")
def test_a_tile_face_down_is_an_alley_or_a_boat_to_all_but_jack() -> None:
    walk = dealt(murderer_at_large="on").turn("alley 34").turn("coach 35, then 37")
    for viewer in ("investigator1", "spectator"):
        tiles = panel(walk.sight(viewer), Tokens, "tiles")
        assert [english(token.note) for token in tiles.tokens.values()] == ["1 of 2 left", "2 of 2 left", "2 of 2 left"]
        assert [english(tiles.faces[id].label) for id in tiles.later] == ["1 Alley or Boat"]
        cells = [*panel(walk.sight(viewer), Track, "track").cells.values()]
        assert [cell.symbol for cell in cells[:4]] == ["", "space-hidden", "space-coach", "space-coach"]
    mine = panel(walk.sight("jack"), Tokens, "tiles")
    assert [english(token.note) for token in mine.tokens.values()] == ["1 of 2 left", "1 of 2 left", "2 of 2 left"]
    assert mine.later == ()


@pytest.mark.rule("WM-41a", "WM-47")
def test_the_notebook_has_clues_empty_circles_and_discoveries() -> None:
    walk = dealt().turn("move 37", "search 87", "stop", "stop", "search 88")
    notebook = panel(walk.sight("investigator1"), Sheet, "notebook")
    assert [(english(line.tag), english(line.name), english(line.line)) for line in notebook.people.values()] == [
        ("Empty", "87, 88", "nothing there when searched"),
        ("Found", "33", "3 still hidden: north-east, south-west, south-east"),
    ]
    assert notebook.people["empty"].lights == "empty-87 empty-88"
    walk = Walk().take("locate 33", "locate 46", "locate 123", "locate 147", "place x108", "place x090", "place x095")
    found = panel(walk.take("start 123").turn("move 122", "search 123").sight("jack"), Sheet, "notebook")
    assert [(english(line.tag), english(line.name)) for line in found.people.values()] == [
        ("Clues", "123"),
        ("Found", "123"),
    ]
    begun = panel(first_round().sight("investigator1"), Sheet, "notebook")
    assert [english(line.name) for line in begun.people.values()] == ["33, 46"]
    assert english(begun.people["discovery"].line) == "2 still hidden: south-west, south-east"


@pytest.mark.rule("WM-71", "WM-72")
def test_the_private_sheet_is_for_jack_alone_until_all_is_over() -> None:
    walk = first_round()
    jack = walk.sight("jack")
    sheet = panel(jack, Sheet, "sheet")
    assert [(english(line.name), english(line.tag)) for line in sheet.people.values()] == [
        ("33", "Found"), ("46", "Found"), ("159", "Hidden"), ("147", "Hidden")
    ]  # fmt: skip
    row = panel(jack, Track, "row-1")
    assert english(row.title) == "Round 1 · 33 to 46 in 5"
    assert [cell.text for cell in [*row.cells.values()][:7]] == ["33", "34", "37", "41", "24", "46", " "]
    assert [cell.symbol for cell in [*row.cells.values()][:3]] == ["", "space-alley", ""]
    assert english(panel(jack, Track, "row-2").title) == "Round 2 · from 46"
    for viewer in ("investigator1", "spectator"):
        assert not {"sheet", "row-1", "row-2"} & set(ids(walk.sight(viewer)))
        assert {"sheet", "row-1", "row-2"} <= set(ids(walk.sight(viewer, resigned=True)))


@pytest.mark.rule("WM-50", "WM-71")
def test_only_jack_sees_an_unannounced_location() -> None:
    walk = dealt().turn("move 37").turn("move 41").turn("move 24").take("move 46")
    assert [english(line.tag) for line in panel(walk.sight("jack"), Sheet, "sheet").people.values()].count(
        "Reached"
    ) == 1
    elsewhere = dealt().turn("move 37").turn("move 41").turn("move 24").take("move 45")
    for viewer in ("investigator1", "spectator"):
        ours, theirs = walk.sight(viewer), elsewhere.sight(viewer)
        assert panels.panels(ours.view, ours.news) == panels.panels(theirs.view, theirs.news)


@pytest.mark.rule("WM-62", "WM-65", "WM-67b")
def test_abilities_and_counters_are_shown_where_the_options_bring_them() -> None:
    assert "abilities" not in ids(dealt().sight("jack"))
    walk = dealt(**ALL_TILES, false_clues="on").take("move 54", f"tile {_tile_of_yellow()}")
    lines = panel(walk.sight("investigator1"), Note, "abilities").lines
    assert [english(line.text) for line in lines.values()] == [
        "not used yet", "used", "not used yet", "not used yet", "Jack has 0 to lay"
    ]  # fmt: skip
    assert "reconstructed" in english(lines[1].name)


def _tile_of_yellow() -> str:
    walk = dealt(**ALL_TILES).take("move 54")
    return next(text.split()[1] for text in map(walk.game.actions.format, walk.position.legal()) if "tile" in text)


def test_the_log_is_newest_first_with_one_row_per_search() -> None:
    walk = dealt().turn("move 37", "search 87", "search 88", "stop")
    log = panel(walk.sight("investigator1"), Log, "log")
    assert [english(line.text) for line in [*log.lines.values()][:-4:-1]] == [
        "Red is done.",
        "Yellow: 87 nothing, 88 nothing.",
        "Red stays on the crossing near 88, 105.",
    ]
    assert log.lines[len(log.lines) - 2].lights == ("fig-yellow", "empty-87", "fig-yellow", "empty-88")
    assert english(log.lines[0].text) == "4 of 4 Discovery Locations have been chosen in secret."
