"""Golden games of every title replay with the same results and news."""

import pytest

from gaslamp import titles
from gaslamp.core.game import Viewer
from gaslamp.core.records import record
from tests.golden.stored import Stored, assert_golden, line

STORED = {title: Stored(title) for title in titles.titles()}
GAMES = [(title, name) for title, stored in STORED.items() for name in stored.names]
TOLD = {
    "mr_jack": (
        "escape_original",
        "gull_exchanges_with_watson",
        "right_arrest_revised",
        "smith_carries_the_second_lamp",
    ),
    "pocket": ("chase_begun_while_seen", "escaped", "hourglasses"),
    "whitehall": ("a_false_clue_under_his_feet", "deduced", "tiles_face_down", "trapped"),
}


@pytest.mark.parametrize(("title", "name"), GAMES)
def test_a_golden_game_replays_to_its_result(title: str, name: str) -> None:
    stored, game = STORED[title].record(name), STORED[title].game(name)
    assert stored.title == title
    last = record.verify(game, stored)
    assert stored.outcome is not None
    assert game.outcome(last) == stored.outcome
    assert game.to_move(last) is None
    assert len(stored.actions) <= game.longest


@pytest.mark.parametrize(("title", "name"), GAMES)
def test_a_golden_game_is_written_as_it_was_read(title: str, name: str) -> None:
    assert record.write(STORED[title].record(name)) == STORED[title].text(name)


@pytest.mark.parametrize("title", STORED)
def test_an_action_keeps_its_number(title: str) -> None:
    actions = titles.game(title).actions
    lines = [f"{action} {actions.format(action)}\n" for action in actions]
    assert_golden(STORED[title].folder / "actions.txt", lines)


@pytest.mark.parametrize(
    ("title", "name", "viewer"),
    [(title, name, viewer) for title in STORED for name in TOLD[title] for viewer in STORED[title].game(name).viewers],
)
def test_the_news_of_a_golden_game_are_unchanged(title: str, name: str, viewer: Viewer) -> None:
    stored = STORED[title]
    lines = [f"{step} {line(piece)}\n" for step, pieces in stored.told(name, viewer) for piece in pieces]
    assert_golden(stored.folder / f"{name}.{viewer}.news", lines)
