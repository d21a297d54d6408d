"""The chase: both goals were met before the last turn, and only being seen counts."""

import pytest

from gaslamp.core.game import News, Outcome
from gaslamp.titles.pocket.rules.position import Position
from tests.ledger import rule
from tests.rules.pocket.builders import POCKET, call, kinds, look, play, streets, table, to_move, told, up

# Jack is Smith, in the middle row, which Watson sees from place 4 and not from 3; Bert stands in the top row.
ALONE = streets("north cleared", smith="north")
WITH_BERT = streets("north cleared", smith="north", bert="north")


def met(*, turn: int, option: str = "detectives_win") -> Position:
    """Return the position before a call that leaves an unseen Jack as the only suspect with six hourglasses."""
    return table(
        WITH_BERT, jack="smith", turn=turn, tokens=3, held="madame", left="joker", both_goals_while_seen=option
    )


def chased(*, turn: int, watson: int, tiles: str = ALONE, tokens: int = 6, held: str = "") -> Position:
    """Return the position before a call of the chase."""
    return table(tiles, jack="smith", turn=turn, watson=watson, tokens=tokens, held=held, chase=True, left="joker")


@rule("MP-42")
@pytest.mark.parametrize("option", ["detectives_win", "chase"])
@pytest.mark.parametrize("turn", [4, 6])
def test_both_goals_before_turn_eight_and_unseen_begin_the_chase(turn: int, option: str) -> None:
    after = call(met(turn=turn, option=option))
    assert (up(after), look(after).hourglasses) == ({"smith"}, 6)
    assert POCKET.outcome(after) is None
    assert look(after).chase
    assert (look(after).turn, to_move(after)) == (turn + 1, "chance")
    # The turns go on as ever.
    thrown = play(after, "throw alibi toby rotation joker")
    assert to_move(thrown) == "detectives"
    assert to_move(play(thrown, "take toby", "toby 1")) == "jack"


@rule("MP-42a")
@pytest.mark.parametrize("turn", [6, 8])
@pytest.mark.parametrize("option", ["detectives_win", "chase"])
def test_the_first_call_that_sees_jack_ends_the_chase(turn: int, option: str) -> None:
    position = table(
        ALONE, jack="smith", turn=turn, watson=4, tokens=6, chase=True, left="joker", both_goals_while_seen=option
    )
    after = call(position)
    assert POCKET.outcome(after) == Outcome("detectives", "caught")
    assert to_move(after) is None


@rule("MP-42b")
def test_jack_unseen_until_turn_eight_escapes_the_chase() -> None:
    assert POCKET.outcome(call(chased(turn=6, watson=3))) is None
    after = call(chased(turn=8, watson=3))
    assert POCKET.outcome(after) == Outcome("jack", "escaped")
    assert to_move(after) is None


@rule("MP-42b")
def test_goals_count_no_more_in_the_chase() -> None:
    # One face up, and ever more hourglasses: the chase goes on.
    after = call(chased(turn=6, watson=3, tokens=6, held="madame"))
    assert (up(after), look(after).hourglasses) == ({"smith"}, 9)
    assert POCKET.outcome(after) is None
    assert look(after).chase
    # Nor does the last call look at them: seen is caught, unseen is escaped, never both goals or a night over.
    assert POCKET.outcome(call(chased(turn=8, watson=4))) == Outcome("detectives", "caught")
    assert POCKET.outcome(call(chased(turn=8, watson=3))) == Outcome("jack", "escaped")


@rule("MP-52")
@pytest.mark.parametrize("viewer", POCKET.viewers)
def test_the_chase_reveals_jack_and_his_cards(viewer: str) -> None:
    before = met(turn=6)
    news = told(before, viewer, "take joker", "stay")
    assert kinds(news) == ["took", "stayed", "called", "chase", "revealed"]
    assert news[-1] == News("revealed", {"suspect": "smith", "cards": ("madame",), "hourglasses": 6})
    view = look(call(before), viewer)
    assert (view.identity, view.held_cards, view.hourglasses) == ("smith", ("madame",), 6)


@rule("MP-52")
@pytest.mark.parametrize("viewer", POCKET.viewers)
def test_in_the_chase_a_card_jack_draws_is_shown_to_all(viewer: str) -> None:
    before = table(ALONE, jack="smith", turn=6, tokens=4, held="madame", chase=True)
    assert told(before, viewer, "take alibi", "card gull")[1:] == [News("alibi_kept", {"suspect": "gull"})]
    view = look(play(before, "take alibi", "card gull"), viewer)
    assert (view.held_cards, view.hourglasses) == (("madame", "gull"), 7)
