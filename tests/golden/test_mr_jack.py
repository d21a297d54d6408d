"""Whole games of Mr. Jack on paper, for each way to end and for what is rare: they must replay as they were played."""

from itertools import product
from pathlib import Path

import pytest

from gaslamp import titles
from gaslamp.core.game import SPECTATOR, News, Outcome, Viewer
from gaslamp.core.records import record
from gaslamp.titles.mr_jack.game import MrJack
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.position import Position
from tests.golden.stored import assert_golden, line, news_of

FOLDER = Path(__file__).parent / "mr_jack"
NAMES = sorted(path.stem for path in FOLDER.glob("*.record"))
TOLD = ("escape_original", "gull_exchanges_with_watson", "right_arrest_revised", "smith_carries_the_second_lamp")


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.record").read_bytes().decode("utf-8")


def played(name: str) -> tuple[MrJack, record.Record, list[tuple[int, Position]]]:
    """Give a game, its record, and every step of it."""
    paper = record.read(text_of(name))
    game = MrJack(paper.options)
    return game, paper, list(record.replay(game, paper))


def legal_before(name: str, number: int) -> set[str]:
    """Give what was legal before an action of a game, counted from its end."""
    game, _, steps = played(name)
    return {game.actions.format(action) for action in steps[-number - 1][1].legal()}


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


def test_every_way_to_end_has_a_golden_game_in_each_edition() -> None:
    papers = [record.read(text_of(name)) for name in NAMES]
    ways = {Outcome(board.SEATS[board.WINNERS[n]], board.ENDINGS[n]) for n in range(1, len(board.ENDINGS))}
    told = {(paper.options["edition"], paper.outcome) for paper in papers}
    assert told == set(product(board.EDITIONS, ways))


def test_lestrade_frees_the_exit_he_leaves_by() -> None:
    _, paper, _ = played("lestrade_frees_an_exit")
    freed, left = paper.actions[-2:]
    assert freed.split()[:2] == ["cordon", left.split()[1]]
    assert not any(text.startswith("exit") for text in legal_before("lestrade_frees_an_exit", 2))


@pytest.mark.parametrize("name", ["bert_dives_to_an_arrest", "bert_dives_to_an_exit"])
def test_bert_dives_into_a_manhole_he_opened(name: str) -> None:
    _, paper, _ = played(name)
    opened, last = paper.actions[-2:]
    assert opened.startswith("cover")
    assert last not in legal_before(name, 2)


def test_goodley_accuses_whom_he_whistled() -> None:
    _, paper, _ = played("goodley_whistles_and_accuses")
    whistled, accused = paper.actions[-2:]
    assert (whistled.split()[0], whistled.split()[2]) == ("whistle", accused)
    assert f"whistle {paper.actions[0].split()[1]}" in whistled  # Jack himself


def test_smith_carries_the_second_lamp_away_before_it_goes_out() -> None:
    _, paper, _ = played("smith_carries_the_second_lamp")
    (carried,) = [text for text in paper.actions if text.startswith("lamp L2")]
    news = [piece for _, pieces in told("smith_carries_the_second_lamp", SPECTATOR) for piece in pieces]
    out = {piece.details["round"]: piece.details["lamp"] for piece in news if piece.kind == "called"}
    assert out[2] == carried.split()[2]


def test_gull_exchanges_with_watson_who_is_turned_at_once() -> None:
    _, paper, _ = played("gull_exchanges_with_watson")
    exchanges = [number for number, text in enumerate(paper.actions) if text == "exchange watson"]
    assert exchanges
    assert all(paper.actions[number + 1].startswith("face") for number in exchanges)


def test_no_game_is_longer_than_the_longest() -> None:
    _, paper, _ = played("longest")
    assert len(paper.actions) == MrJack.longest


def test_an_action_keeps_its_number() -> None:
    lines = [f"{action} {MrJack.actions.format(action)}\n" for action in MrJack.actions]
    assert_golden(FOLDER / "actions.txt", lines)


@pytest.mark.parametrize("name", TOLD)
@pytest.mark.parametrize("viewer", ["jack", "detective", "spectator"])
def test_the_news_of_a_golden_game_are_told_as_ever(name: str, viewer: Viewer) -> None:
    lines = [f"{step} {line(piece)}\n" for step, pieces in told(name, viewer) for piece in pieces]
    assert_golden(FOLDER / f"{name}.{viewer}.news", lines)


def told(name: str, viewer: Viewer) -> list[tuple[int, tuple[News, ...]]]:
    game, _, steps = played(name)
    return news_of(game, steps, viewer)
