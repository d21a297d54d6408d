"""Whole games on paper, of every title: they replay as they were played, and are told as they were."""

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
def test_a_golden_game_replays_to_the_result_it_tells(title: str, name: str) -> None:
    paper, game = STORED[title].paper(name), STORED[title].game(name)
    assert paper.title == title
    last = record.verify(game, paper)
    assert paper.outcome is not None
    assert game.outcome(last) == paper.outcome
    assert game.to_move(last) is None
    assert len(paper.actions) <= game.longest


@pytest.mark.parametrize(("title", "name"), GAMES)
def test_a_golden_game_is_written_as_it_was_read(title: str, name: str) -> None:
    assert record.write(STORED[title].paper(name)) == STORED[title].text(name)


@pytest.mark.parametrize("title", STORED)
def test_an_action_keeps_its_number(title: str) -> None:
    actions = titles.game(title).actions
    lines = [f"{action} {actions.format(action)}\n" for action in actions]
    assert_golden(STORED[title].folder / "actions.txt", lines)


@pytest.mark.parametrize(
    ("title", "name", "viewer"),
    [(title, name, viewer) for title in STORED for name in TOLD[title] for viewer in STORED[title].game(name).viewers],
)
def test_the_news_of_a_golden_game_are_told_as_ever(title: str, name: str, viewer: Viewer) -> None:
    stored = STORED[title]
    lines = [f"{step} {line(piece)}\n" for step, pieces in stored.told(name, viewer) for piece in pieces]
    assert_golden(stored.folder / f"{name}.{viewer}.news", lines)
