"""Whole games of Pocket on paper, one for each way to end: they must replay today as they did when they were played."""

from pathlib import Path

import pytest

from gaslamp import titles
from gaslamp.core.game import SPECTATOR, News, Outcome, Viewer
from gaslamp.core.records import record
from gaslamp.titles.pocket.game import Pocket
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position
from tests.golden.stored import assert_golden, line, news_of

FOLDER = Path(__file__).parent / "pocket"
NAMES = sorted(path.stem for path in FOLDER.glob("*.record"))
TOLD = ("chase_begun_while_seen", "escaped", "hourglasses")


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.record").read_bytes().decode("utf-8")


def played(name: str) -> tuple[Pocket, record.Record, list[tuple[int, Position]]]:
    """Give a game, its record, and every step of it."""
    paper = record.read(text_of(name))
    game = Pocket(paper.options)
    return game, paper, list(record.replay(game, paper))


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_replays_to_the_result_it_tells(name: str) -> None:
    paper = record.read(text_of(name))
    game = titles.game(paper.title, paper.options)
    last = record.verify(game, paper)
    assert paper.outcome is not None
    assert game.outcome(last) == paper.outcome
    assert game.to_move(last) is None


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_is_written_as_it_was_read(name: str) -> None:
    assert record.write(record.read(text_of(name))) == text_of(name)


def test_every_way_to_end_has_a_golden_game() -> None:
    told = [record.read(text_of(name)).outcome for name in NAMES]
    ways = {Outcome(board.SEATS[board.WINNERS[n]], board.ENDINGS[n]) for n in range(1, len(board.ENDINGS))}
    assert set(told) == ways


def test_both_goals_while_seen_are_met_on_turn_eight_and_before() -> None:
    turns = {name: played(name)[2][-1][1].turn for name in NAMES if name.startswith("both_seen")}
    assert turns.keys() == {"both_seen_before_turn_eight", "both_seen_on_turn_eight"}
    assert turns["both_seen_before_turn_eight"] < turns["both_seen_on_turn_eight"] == 8


def test_a_chase_begins_both_ways() -> None:
    assert chase_begins("escaped") == ("detectives_win", "not_seen")
    assert chase_begins("chase_begun_while_seen") == ("chase", "seen")


def chase_begins(name: str) -> tuple[str, str]:
    """Give the option's value, and the answer of the call after which the chase began."""
    options = record.read(text_of(name)).options
    news = [piece for _, pieces in told(name, SPECTATOR) for piece in pieces]
    chase = [piece.kind for piece in news].index("chase")
    assert news[chase - 1].kind == "called"
    return options["both_goals_while_seen"], str(news[chase - 1].details["answer"])


def test_an_action_keeps_its_number() -> None:
    lines = [f"{action} {Pocket.actions.format(action)}\n" for action in Pocket.actions]
    assert_golden(FOLDER / "actions.txt", lines)


@pytest.mark.parametrize("name", TOLD)
@pytest.mark.parametrize("viewer", ["jack", "detectives", "spectator"])
def test_the_news_of_a_golden_game_are_told_as_ever(name: str, viewer: Viewer) -> None:
    lines = [f"{step} {line(piece)}\n" for step, pieces in told(name, viewer) for piece in pieces]
    assert_golden(FOLDER / f"{name}.{viewer}.news", lines)


def told(name: str, viewer: Viewer) -> list[tuple[int, tuple[News, ...]]]:
    game, _, steps = played(name)
    return news_of(game, steps, viewer)
