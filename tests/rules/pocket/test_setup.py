"""Set-up: nine tiles, three detectives, and Jack's identity."""

import random
from collections import Counter

import pytest

from gaslamp.titles.pocket.rules import board
from tests.ledger import rule
from tests.rules.pocket.builders import (
    POCKET,
    cells,
    dealt,
    laid,
    legal,
    look,
    play,
    seen,
    streets,
    table,
    to_move,
    up,
    walls,
)

WALL_TO_A_DETECTIVE = {0: "west", 2: "east", 7: "south"}  # Holmes, Watson, Toby


@rule("MP-01")
def test_the_deal_lays_each_suspect_once() -> None:
    assert to_move(POCKET.start()) == "chance"
    for number in range(9):
        offered = {text.split()[1] for text in legal(laid(number=number))}
        assert offered == set(board.SUSPECTS[number:])
    assert cells(dealt()) == list(board.SUSPECTS)
    assert up(dealt()) == set(board.SUSPECTS)


@rule("MP-01")
@pytest.mark.parametrize("cell", sorted(set(range(9)) - set(WALL_TO_A_DETECTIVE)))
def test_a_tile_facing_no_detective_has_any_orientation(cell: int) -> None:
    assert Counter(text.split()[2] for text in legal(laid(number=cell))) == dict.fromkeys(board.SIDES, 9 - cell)


@rule("MP-01a")
@pytest.mark.parametrize("cell", WALL_TO_A_DETECTIVE)
def test_a_tile_facing_a_detective_has_its_wall_to_him(cell: int) -> None:
    assert {text.split()[2] for text in legal(laid(number=cell))} == {WALL_TO_A_DETECTIVE[cell]}


@rule("MP-01a")
def test_no_suspect_is_seen_at_the_start() -> None:
    for seed in range(100):
        rng = random.Random(seed)
        position = POCKET.start()
        for _ in range(10):  # nine tiles and Jack's card
            position = play(position, rng.choice(legal(position)))
        assert legal(position)[0].startswith("throw")
        assert seen(position) == set(), f"seed {seed}"


@rule("MP-02")
def test_the_detectives_begin_on_their_own_places() -> None:
    opening = play(dealt(), "throw alibi toby rotation joker")
    assert look(opening).detectives == {"holmes": 11, "watson": 3, "toby": 7}
    # Turning the wall in front of a detective away opens his line of sight.
    for before_him in ("madame", "bert", "pizer"):
        assert seen(play(opening, "take rotation", f"rotate {before_him} 180")) == {before_him}


@rule("MP-03")
@pytest.mark.parametrize("jack", board.SUSPECTS)
def test_jack_may_be_any_suspect_and_his_card_leaves_the_pile(jack: str) -> None:
    position = dealt(jack=jack)
    assert look(position).identity == jack
    drawn = play(position, "throw alibi toby rotation joker", "take alibi")
    assert legal(drawn) == [f"card {name}" for name in board.SUSPECTS if name != jack]


@rule("MP-03a")
def test_the_hourglasses_of_his_identity_never_count() -> None:
    assert look(dealt(jack="madame")).hourglasses == 0  # two are printed on her card
    assert look(table(jack="madame", held="bert", tokens=1)).hourglasses == 2


@rule("MP-04")
@pytest.mark.parametrize("turn", range(1, 9))
def test_detectives_begin_odd_turns_and_jack_even_ones(turn: int) -> None:
    before = dealt() if turn == 1 else play(table(turn=turn - 1, left="rotation"), "take rotation", "rotate pizer +90")
    position = play(before, "throw alibi toby rotation joker") if turn % 2 else before
    assert look(position).turn == turn
    assert to_move(position) == ("detectives" if turn % 2 else "jack")


@rule("MP-05")
def test_the_barricade_of_grey_stops_the_eye() -> None:
    # Watson looks along the bottom row: Lane, Pizer, Lestrade.
    assert seen(table(streets("north", lane="east"), holmes=5, watson=5, toby=5)) == set()
    assert seen(table(streets("north", lane="west"), holmes=5, watson=5, toby=5)) == {"lane"}
    assert walls(dealt())["lane"] == "north"
