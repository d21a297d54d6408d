"""The end: each side's goal, when it is checked, and both goals at once."""

import pytest

from gaslamp.core.game import Outcome
from gaslamp.titles.pocket.game import Pocket
from gaslamp.titles.pocket.rules.position import Position
from tests.ledger import rule
from tests.rules.pocket.builders import POCKET, call, legal, look, play, table, to_move, up

# Watson (4) looks along the middle row, where Gull stands alone among cleared streets; Bert hides in the top row.
TWO_LEFT = """
    madame west cleared    | goodley north cleared  | bert north
    gull north             | stealthy north cleared | smith north cleared
    lestrade north cleared | pizer south cleared    | lane cleared
"""
MANY_LEFT = """
    madame west    | goodley north  | bert north
    gull north     | stealthy north | smith north
    lestrade north | pizer south    | lane north
"""


def outcome(position: Position) -> Outcome | None:
    return POCKET.outcome(position)


def is_over(position: Position) -> bool:
    return to_move(position) is None and legal(position) == []


def last_token(tiles: str, *, jack: str, turn: int, tokens: int = 0, held: str = "") -> Position:
    """Return the position before the call of an even turn, with Watson at the middle row."""
    return table(tiles, jack=jack, turn=turn, tokens=tokens, held=held, left="joker", watson=4)


def last_card(*, jack: str, turn: int, tokens: int, option: str = "detectives_win") -> Position:
    """Return the position before Jack draws a card as the last action of an even turn, with two suspects left."""
    return table(TWO_LEFT, jack=jack, turn=turn, tokens=tokens, left="alibi", watson=4, both_goals_while_seen=option)


# ---- the goal of the detectives


@rule("MP-40")
@pytest.mark.parametrize("jack", ["bert", "gull"])  # unseen, seen
@pytest.mark.parametrize("turn", [2, 8])
def test_one_suspect_left_after_the_call_wins_for_the_detectives(jack: str, turn: int) -> None:
    after = call(last_token(TWO_LEFT, jack=jack, turn=turn))
    assert up(after) == {jack}
    assert outcome(after) == Outcome("detectives", "one_suspect")
    assert is_over(after)
    assert look(after).turn == turn


@rule("MP-40")
def test_one_suspect_left_by_an_alibi_waits_for_the_call() -> None:
    position = play(table(TWO_LEFT, jack="bert", turn=3), "take alibi", "card gull")
    assert up(position) == {"bert"}
    for face, way in (("toby", "toby 1"), ("joker", "stay"), ("rotation", "rotate lane 180")):
        assert outcome(position) is None
        position = play(position, f"take {face}", way)
    assert outcome(position) == Outcome("detectives", "one_suspect")


@rule("MP-40")
@pytest.mark.parametrize("turn", [2, 6])
def test_two_suspects_left_are_one_too_many(turn: int) -> None:
    # Watson looks along the bottom row, which has no suspects left.
    after = call(table(TWO_LEFT, jack="gull", turn=turn, left="joker", holmes=9, watson=5))
    assert up(after) == {"bert", "gull"}
    assert outcome(after) is None


# ---- the goal of Jack


@rule("MP-40a")
@pytest.mark.parametrize(
    ("tokens", "held", "jack"),
    [(5, "", "bert"), (3, "madame", "bert"), (2, "gull lane pizer", "bert"), (4, "madame", "gull")],
)
def test_six_hourglasses_after_the_call_win_for_jack(tokens: int, held: str, jack: str) -> None:
    after = call(last_token(MANY_LEFT, jack=jack, turn=6, tokens=tokens, held=held))
    assert look(after).hourglasses == 6
    assert outcome(after) == Outcome("jack", "hourglasses")
    assert is_over(after)


@rule("MP-40a")
@pytest.mark.parametrize(("tokens", "held", "jack"), [(4, "", "bert"), (3, "madame", "gull"), (4, "lestrade", "bert")])
def test_five_hourglasses_are_not_enough(tokens: int, held: str, jack: str) -> None:
    after = call(last_token(MANY_LEFT, jack=jack, turn=6, tokens=tokens, held=held))
    assert look(after).hourglasses == 5
    assert outcome(after) is None


@rule("MP-40a")
@pytest.mark.parametrize("jack", ["bert", "gull"])  # unseen, seen
def test_six_hourglasses_by_an_alibi_wait_for_the_call(jack: str) -> None:
    position = table(MANY_LEFT, jack=jack, turn=6, tokens=4, watson=4)
    position = play(position, "take alibi", "card madame")
    assert look(position).hourglasses == 6
    for face, way in (("rotation", "rotate lane 180"), ("toby", "toby 1"), ("joker", "stay")):
        assert outcome(position) is None
        position = play(position, f"take {face}", way)
    assert outcome(position) == Outcome("jack", "hourglasses")


# ---- both goals at once


@rule("MP-41")
@pytest.mark.parametrize("option", ["detectives_win", "chase"])
def test_both_goals_on_turn_eight_and_seen_is_won_by_the_detectives(option: str) -> None:
    after = play(last_card(jack="gull", turn=8, tokens=4, option=option), "take alibi", "card madame")
    assert (up(after), look(after).hourglasses) == ({"gull"}, 6)
    assert outcome(after) == Outcome("detectives", "both_seen")
    assert is_over(after)


@rule("MP-41")
@pytest.mark.parametrize("option", ["detectives_win", "chase"])
def test_both_goals_on_turn_eight_and_unseen_is_won_by_jack(option: str) -> None:
    after = play(last_card(jack="bert", turn=8, tokens=3, option=option), "take alibi", "card madame")
    assert (up(after), look(after).hourglasses) == ({"bert"}, 6)
    assert outcome(after) == Outcome("jack", "both_unseen")
    assert is_over(after)


@rule("MP-43")
def test_both_goals_while_seen_are_won_by_the_detectives() -> None:
    assert not Pocket().start().chase_when_seen  # unless the table agrees otherwise
    after = play(last_card(jack="gull", turn=6, tokens=4), "take alibi", "card madame")
    assert (up(after), look(after).hourglasses) == ({"gull"}, 6)
    assert outcome(after) == Outcome("detectives", "both_seen")
    assert is_over(after)


@rule("MP-43")
def test_both_goals_while_seen_start_the_chase_with_the_option() -> None:
    assert Pocket({"both_goals_while_seen": "chase"}).start().chase_when_seen
    after = play(last_card(jack="gull", turn=6, tokens=4, option="chase"), "take alibi", "card madame")
    assert (up(after), look(after).hourglasses) == ({"gull"}, 6)
    assert outcome(after) is None
    assert look(after).chase
    assert (look(after).turn, to_move(after)) == (7, "chance")


# ---- the night is over


@rule("MP-44")
@pytest.mark.parametrize("jack", ["bert", "gull"])  # unseen, seen
def test_jack_wins_when_the_night_is_over(jack: str) -> None:
    assert outcome(call(last_token(MANY_LEFT, jack=jack, turn=6, tokens=2))) is None
    after = call(last_token(MANY_LEFT, jack=jack, turn=8, tokens=2))
    assert len(up(after)) > 1
    assert outcome(after) == Outcome("jack", "night_over")
    assert is_over(after)
