"""Golden games of Mr. Jack: every ending, and rare cases."""

from itertools import product

import pytest

from gaslamp.core.game import SPECTATOR, Outcome
from gaslamp.titles.mr_jack.game import MrJack
from gaslamp.titles.mr_jack.rules import board
from tests.golden.stored import Stored

STORED = Stored("mr_jack")


def legal_before(name: str, number: int) -> set[str]:
    """Return the legal actions before an action, counted from the end."""
    game, steps = STORED.game(name), STORED.steps(name)
    return {game.actions.format(action) for action in steps[-number - 1][1].legal()}


def test_every_way_to_end_has_a_golden_game_in_each_edition() -> None:
    records = STORED.records()
    ways = {Outcome(board.SEATS[board.WINNERS[n]], board.ENDINGS[n]) for n in range(1, len(board.ENDINGS))}
    told = {(record.options["edition"], record.outcome) for record in records}
    assert told == set(product(board.EDITIONS, ways))


def test_lestrade_frees_the_exit_he_leaves_by() -> None:
    record = STORED.record("lestrade_frees_an_exit")
    freed, left = record.actions[-2:]
    assert freed.split()[:2] == ["cordon", left.split()[1]]
    assert not any(text.startswith("exit") for text in legal_before("lestrade_frees_an_exit", 2))


@pytest.mark.parametrize("name", ["bert_dives_to_an_arrest", "bert_dives_to_an_exit"])
def test_bert_dives_into_a_manhole_he_opened(name: str) -> None:
    record = STORED.record(name)
    opened, last = record.actions[-2:]
    assert opened.startswith("cover")
    assert last not in legal_before(name, 2)


def test_goodley_accuses_a_whistled_character() -> None:
    record = STORED.record("goodley_whistles_and_accuses")
    whistled, accused = record.actions[-2:]
    assert (whistled.split()[0], whistled.split()[2]) == ("whistle", accused)
    assert f"whistle {record.actions[0].split()[1]}" in whistled  # Jack himself


def test_smith_carries_the_second_lamp_away_before_it_goes_out() -> None:
    record = STORED.record("smith_carries_the_second_lamp")
    (carried,) = [text for text in record.actions if text.startswith("lamp L2")]
    news = STORED.news("smith_carries_the_second_lamp", SPECTATOR)
    out = {piece.details["round"]: piece.details["lamp"] for piece in news if piece.kind == "called"}
    assert out[2] == carried.split()[2]


def test_gull_exchanges_with_watson_and_turns_the_lantern() -> None:
    record = STORED.record("gull_exchanges_with_watson")
    exchanges = [number for number, text in enumerate(record.actions) if text == "exchange watson"]
    assert exchanges
    assert all(record.actions[number + 1].startswith("face") for number in exchanges)


def test_no_game_is_longer_than_the_longest() -> None:
    record = STORED.record("longest")
    assert len(record.actions) == MrJack.longest
