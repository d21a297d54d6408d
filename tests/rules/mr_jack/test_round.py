"""Rounds: cards turned up, the order of the seats, cards that were played."""

from random import Random

import pytest

from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.position import Position
from tests.ledger import rule
from tests.rules.mr_jack.builders import (
    CHARACTERS,
    EDITIONS,
    VIEWERS,
    at_work,
    begun,
    last_card,
    legal,
    look,
    nights,
    play,
    table,
    to_move,
)

# Four cards played out without a chance event, from the places where the characters start.
PLAYED = (
    ("pick stealthy", "A5"),
    ("pick gull", "E1"),
    ("pick lestrade", "E5", "cordon NE NW"),
    ("pick bert", "cover B7 G4", "I4"),
)
CARDS = "stealthy gull lestrade bert"
OTHER_CARDS = {"holmes", "watson", "smith", "goodley"}


def acting(position: Position) -> list[str | None]:
    """Play four cards and return the seats that picked them."""
    seats = []
    for activation in PLAYED:
        seats.append(to_move(position))
        position = play(position, *activation)
    return seats


def after_round(round: int) -> Position:
    """Return the position after the call of a round with the cards named above."""
    return play(last_card("stealthy", round=round, others="gull lestrade bert"), "A5")


@rule("MJ-10")
def test_an_odd_round_turns_up_four_cards_of_the_shuffled_eight() -> None:
    for position in (begun("jack gull"), after_round(2), after_round(4), after_round(6)):
        assert look(position).round % 2 == 1
        assert look(position).face_up == ()
        turned = position
        for card in ("watson", "bert", "gull", "holmes"):
            assert to_move(turned) == "chance"
            turned = play(turned, f"card {card}")
        assert look(turned).face_up == ("holmes", "watson", "gull", "bert")
        assert to_move(turned) == "detective"


@rule("MJ-10")
@pytest.mark.parametrize("round", [1, 3, 5, 7])
def test_in_an_odd_round_jack_plays_the_two_middle_cards(round: int) -> None:
    assert acting(table(round=round, cards=CARDS)) == ["detective", "jack", "jack", "detective"]
    assert look(table(round=round, cards=CARDS)).order == ("detective", "jack", "jack", "detective")


@rule("MJ-11")
@pytest.mark.parametrize("round", [1, 3, 5, 7])
def test_an_even_round_turns_up_the_other_four(round: int) -> None:
    even = after_round(round)
    assert look(even).round == round + 1
    assert set(look(even).face_up) == set(look(even).turned) == OTHER_CARDS


@rule("MJ-11")
@pytest.mark.parametrize("round", [2, 4, 6, 8])
def test_in_an_even_round_the_detective_plays_the_two_middle_cards(round: int) -> None:
    assert acting(table("jack", round=round, cards=CARDS)) == ["jack", "detective", "detective", "jack"]
    assert look(table("jack", round=round, cards=CARDS)).order == ("jack", "detective", "detective", "jack")


@rule("MJ-12")
@pytest.mark.parametrize("round", [1, 3, 5, 7])
def test_nothing_is_shuffled_between_an_odd_round_and_the_even_one(round: int) -> None:
    assert to_move(after_round(round)) == "jack"
    assert legal(after_round(round)) == {f"pick {name}" for name in OTHER_CARDS}


@rule("MJ-12")
@pytest.mark.parametrize("round", [2, 4, 6])
def test_all_eight_cards_are_shuffled_after_an_even_round(round: int) -> None:
    shuffled = after_round(round)
    assert to_move(shuffled) == "chance"
    assert legal(shuffled) == {f"card {name}" for name in CHARACTERS}


@rule("MJ-13")
@pytest.mark.parametrize("seat", ["jack", "detective"])
def test_the_player_to_act_picks_any_card_face_up(seat: str) -> None:
    position = table(seat, cards="holmes gull bert smith")
    assert legal(position) == {"pick holmes", "pick smith", "pick gull", "pick bert"}
    for card in ("holmes", "smith", "gull", "bert"):
        assert look(play(position, f"pick {card}")).picked == card
        assert to_move(play(position, f"pick {card}")) == seat


@rule("MJ-13")
@pytest.mark.parametrize("seat", ["jack", "detective"])
@pytest.mark.parametrize("card", CHARACTERS)
def test_a_picked_character_is_played_out_before_the_next_is_picked(card: str, seat: str) -> None:
    for seed in range(20):
        rng = Random(seed)
        position = at_work(card, seat)
        used = look(position).used
        while look(position).used == used and legal(position):
            assert look(position).picked == card
            assert to_move(position) in {seat, "chance"}
            assert not any(text.startswith("pick") for text in legal(position))
            position = play(position, rng.choice(sorted(legal(position))))
        assert look(position).picked is None or look(position).winner


@rule("MJ-13a")
def test_a_card_is_played_once_a_round() -> None:
    position = table(cards=CARDS)
    for number, activation in enumerate(PLAYED):
        assert legal(position) == {played[0] for played in PLAYED[number:]}
        position = play(position, *activation)


@rule("MJ-13a")
@pytest.mark.parametrize("round", [1, 7])
def test_a_card_of_the_odd_round_is_not_played_in_the_even_one(round: int) -> None:
    position = table(round=round, cards=CARDS)
    for activation in PLAYED:
        position = play(position, *activation)
    picked = []
    for card, *steps in (("smith", "lamp F5 F1", "G1"), ("goodley", "M4"), ("watson", "I6", "face N")):
        assert not legal(position) & {f"pick {name}" for name in CARDS.split()}
        picked.append(card)
        position = play(position, f"pick {card}", *steps)
        if card == "goodley":
            while look(position).picked:
                position = play(position, min(legal(position)))
    assert legal(position) == {"pick holmes"} == {f"pick {name}" for name in OTHER_CARDS - set(picked)}


@rule("MJ-13a")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_cards_of_the_even_round_are_known_a_round_before(viewer: str) -> None:
    turning = begun("jack gull", "card bert", "card stealthy", "card gull")
    assert look(turning, viewer).later == ()  # not while cards are being turned
    odd = play(turning, "card lestrade")
    for activation in PLAYED:
        assert set(look(odd, viewer).later) == OTHER_CARDS
        odd = play(odd, *activation)
    assert set(look(odd, viewer).face_up) == OTHER_CARDS
    assert look(odd, viewer).later == ()  # cards of the next odd round are unknown


@rule("MJ-15")
def test_four_alibi_cards_at_most_leave_the_pile() -> None:
    lasted = 0
    for edition in EDITIONS:
        for position in nights(30, edition):
            drawn = (position.jack_alibis | position.detective_alibis).bit_count()
            assert drawn <= (position.round + 1) // 2
            assert position.jack == board.NONE or position.pile.bit_count() == 7 - drawn
            if position.ending == board.NIGHT_OVER:
                lasted += 1
                assert drawn == 4
    assert lasted > 30
