"""Secrets: the table is public, Jack's cards are his own, the pile and the throws are unknown."""

from dataclasses import replace

import pytest

from gaslamp.core.game import News
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position
from tests.ledger import rule
from tests.rules.pocket.builders import (
    POCKET,
    call,
    dealt,
    laid,
    legal,
    look,
    play,
    streets,
    table,
    to_move,
    told,
)

OTHERS = ["detectives", "spectator"]


def hand(*, jack: str, held: str) -> Position:
    """Return turn 3 of a game in which Jack has drawn one card and the detectives Lane's."""
    return table(streets("north", lane="cleared"), turn=3, jack=jack, held=held, shown="lane", tokens=1)


@rule("MP-45")
@pytest.mark.parametrize("viewer", OTHERS)
def test_the_detectives_do_not_know_the_hourglasses_on_the_cards_of_jack(viewer: str) -> None:
    two, none = hand(jack="bert", held="madame"), hand(jack="bert", held="goodley")
    assert (look(two).hourglasses, look(none).hourglasses) == (3, 1)
    assert look(two, viewer).hourglasses is None
    assert look(two, viewer) == look(none, viewer)


@rule("MP-45")
@pytest.mark.parametrize("viewer", POCKET.viewers)
def test_the_number_of_cards_and_tokens_of_jack_is_public(viewer: str) -> None:
    view = look(table(turn=6, held="madame gull", tokens=3), viewer)
    assert (view.jack_cards, view.jack_tokens, view.detective_tokens) == (2, 3, 2)


@rule("MP-50")
def test_both_seats_and_an_onlooker_see_what_lies_on_the_table() -> None:
    position = table(
        streets("north", gull="east cleared", lane="cleared"),
        turn=3,
        faces="holmes watson rotation joker",
        left="holmes rotation joker",
        marked="smith",
        shown="lane",
        held="gull",
        tokens=2,
        watson=4,
    )
    jack = look(position, "jack")
    assert [(tile.suspect, tile.wall, tile.cleared) for tile in jack.tiles[3:5]] == [
        ("gull", "east", True),
        ("stealthy", "north", False),
    ]
    assert [tile.suspect for tile in jack.tiles if tile.marked] == ["smith"]
    assert jack.detectives == {"holmes": 11, "watson": 4, "toby": 7}
    assert [(token.face, token.other, token.used) for token in jack.tokens] == [
        ("holmes", "alibi", False),
        ("watson", "toby", True),
        ("rotation", "exchange", False),
        ("joker", "rotation", False),
    ]
    assert (jack.shown_cards, jack.jack_cards, jack.jack_tokens, jack.detective_tokens) == (("lane",), 1, 2, 0)
    assert (jack.turn, jack.to_move, jack.order) == (3, "jack", ("detectives", "jack", "jack", "detectives"))
    for viewer in OTHERS:  # the same but for Jack's secrets
        assert look(position, viewer) == replace(jack, viewer=viewer, identity=None, held_cards=None, hourglasses=None)


@rule("MP-51")
@pytest.mark.parametrize("viewer", OTHERS)
def test_only_jack_knows_his_identity_and_his_cards(viewer: str) -> None:
    assert told(laid(), viewer, "jack gull") == [News("identity_hidden", {})]
    assert told(laid(), "jack", "jack gull") == [News("identity", {"suspect": "gull"})]
    bert, gull = hand(jack="bert", held="gull"), hand(jack="gull", held="bert")
    assert (look(bert).identity, look(bert).held_cards) == ("bert", ("gull",))
    assert (look(bert, viewer).identity, look(bert, viewer).held_cards) == (None, None)
    assert look(bert, viewer) == look(gull, viewer)
    assert legal(bert) == legal(gull)


@rule("MP-51")
def test_nobody_knows_the_next_card_or_the_next_throw() -> None:
    # Neither lies anywhere before it is drawn: every card of the pile and every throw is as likely as the others.
    drawing = play(hand(jack="bert", held="gull"), "take alibi")
    assert to_move(drawing) == "chance"
    assert legal(drawing) == [f"card {name}" for name in board.SUSPECTS if name not in {"bert", "gull", "lane"}]
    assert POCKET.weights(drawing) == [1] * 6
    for throwing in (dealt(), call(table(turn=2, left="joker"))):
        assert to_move(throwing) == "chance"
        assert POCKET.weights(throwing) == [1] * 16 == [1] * len(legal(throwing))


@rule("MP-52")
@pytest.mark.parametrize("viewer", POCKET.viewers)
def test_the_end_reveals_jack_and_his_cards(viewer: str) -> None:
    before = table(turn=8, jack="bert", held="gull madame", tokens=1, left="joker")
    news = told(before, viewer, "take joker", "stay")
    assert news[-2:] == [
        News("over", {"winner": "jack", "reason": "night_over"}),
        News("revealed", {"suspect": "bert", "cards": ("madame", "gull"), "hourglasses": 5}),
    ]
    after = look(call(before), viewer)
    assert (after.identity, after.held_cards, after.hourglasses) == ("bert", ("madame", "gull"), 5)
    assert (after.winner, after.reason, after.to_move) == ("jack", "night_over", None)
