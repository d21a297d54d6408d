"""Golden games of Pocket: every ending."""

from gaslamp.core.game import SPECTATOR, Outcome
from gaslamp.titles.pocket.rules import board
from tests.golden.stored import Stored

STORED = Stored("pocket")


def test_every_way_to_end_has_a_golden_game() -> None:
    told = [STORED.record(name).outcome for name in STORED.names]
    ways = {Outcome(board.SEATS[board.WINNERS[n]], board.ENDINGS[n]) for n in range(1, len(board.ENDINGS))}
    assert set(told) == ways


def test_both_goals_while_seen_are_met_on_turn_eight_and_before() -> None:
    turns = {name: STORED.steps(name)[-1][1].turn for name in STORED.names if name.startswith("both_seen")}
    assert turns.keys() == {"both_seen_before_turn_eight", "both_seen_on_turn_eight"}
    assert turns["both_seen_before_turn_eight"] < turns["both_seen_on_turn_eight"] == 8


def test_a_chase_begins_both_ways() -> None:
    assert chase_begins("escaped") == ("detectives_win", "not_seen")
    assert chase_begins("chase_begun_while_seen") == ("chase", "seen")


def chase_begins(name: str) -> tuple[str, str]:
    """Return the option's value, and the answer of the call that started the chase."""
    options = STORED.record(name).options
    news = STORED.news(name, SPECTATOR)
    chase = [piece.kind for piece in news].index("chase")
    assert news[chase - 1].kind == "called"
    return options["both_goals_while_seen"], str(news[chase - 1].details["answer"])
