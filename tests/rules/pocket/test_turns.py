"""Turns: available tokens, order of the sides, and the end of a turn."""

import itertools
import random

import pytest

from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position
from tests.ledger import rule
from tests.rules.pocket.builders import (
    POCKET,
    call,
    cells,
    dealt,
    legal,
    look,
    play,
    table,
    to_move,
    walls,
)

PAIRS = (("alibi", "holmes"), ("toby", "watson"), ("rotation", "exchange"), ("rotation", "joker"))
WAYS = {
    "alibi": {"card"},
    "holmes": {"holmes"},
    "watson": {"watson"},
    "toby": {"toby"},
    "joker": {"holmes", "watson", "toby", "stay"},
    "rotation": {"rotate"},
    "exchange": {"exchange"},
}


def showing(face: str, *, turn: int) -> Position:
    """Return a position in which that face can be taken first."""
    shown = (face if face in pair else pair[0] for pair in PAIRS)
    return table(faces=" ".join(shown), turn=turn)


@rule("MP-10")
def test_an_odd_turn_throws_the_tokens() -> None:
    for position in (dealt(), call(table(turn=2, left="joker")), call(table(turn=6, left="joker"))):
        assert look(position).turn % 2 == 1
        assert to_move(position) == "chance"
        assert len(legal(position)) == 16
        assert look(position).tokens == ()
        assert [token.used for token in look(play(position, legal(position)[5])).tokens] == [False] * 4


@rule("MP-10")
def test_in_an_odd_turn_jack_has_the_two_middle_actions() -> None:
    position = table(turn=3)
    acting = []
    for face, way in (("toby", "toby 1"), ("joker", "toby 1"), ("rotation", "rotate gull 180"), ("alibi", "card lane")):
        acting.append(to_move(position))
        position = play(position, f"take {face}", way)
    assert acting == ["detectives", "jack", "jack", "detectives"]


@rule("MP-11")
def test_an_even_turn_flips_every_token() -> None:
    odd = table(turn=5, faces="alibi watson exchange rotation", left="exchange")
    even = play(odd, "take exchange", "exchange gull smith")
    assert look(even).turn == 6
    assert [token.face for token in look(even).tokens] == ["holmes", "toby", "rotation", "joker"]
    assert [token.used for token in look(even).tokens] == [False] * 4


@rule("MP-11")
def test_in_an_even_turn_the_detectives_have_the_two_middle_actions() -> None:
    position = table(turn=4)
    acting = []
    for face, way in (("alibi", "card lane"), ("toby", "toby 1"), ("rotation", "rotate gull 180"), ("joker", "stay")):
        acting.append(to_move(position))
        position = play(position, f"take {face}", way)
    assert acting == ["jack", "detectives", "detectives", "jack"]


@rule("MP-11a")
def test_the_faces_of_the_even_turn_are_known_a_turn_before() -> None:
    odd = table(turn=1, faces="holmes toby exchange joker", left="joker")
    even = play(odd, "take joker", "toby 1")
    for viewer in POCKET.viewers:
        known = [token.other for token in look(odd, viewer).tokens]
        assert known == [token.face for token in look(even, viewer).tokens]


@rule("MP-12")
def test_a_throw_shows_one_face_of_each_token() -> None:
    throws = {f"throw {' '.join(faces)}" for faces in itertools.product(*PAIRS)}
    assert set(legal(dealt())) == throws
    for throw in throws:
        tokens = look(play(dealt(), throw)).tokens
        assert [token.face for token in tokens] == throw.split()[1:]
        assert [{token.face, token.other} for token in tokens] == [set(pair) for pair in PAIRS]


@rule("MP-13")
@pytest.mark.parametrize("face", sorted(set(WAYS) - {"alibi"}))
@pytest.mark.parametrize("turn", [1, 2])
def test_only_jack_with_the_joker_may_change_nothing(face: str, turn: int) -> None:
    taken = play(showing(face, turn=turn), f"take {face}")
    idle = {way for way in legal(taken) if board_of(play(taken, way)) == board_of(taken)}
    assert idle == ({"stay"} if (face, to_move(taken)) == ("joker", "jack") else set())


def board_of(position: Position) -> object:
    return cells(position), walls(position), look(position).detectives


@rule("MP-13")
@pytest.mark.parametrize("face", WAYS)
@pytest.mark.parametrize("turn", [1, 2])
def test_a_taken_token_must_be_carried_out(face: str, turn: int) -> None:
    taken = play(showing(face, turn=turn), f"take {face}")
    assert {way.split()[0] for way in legal(taken)} <= WAYS[face]
    assert look(taken).turn == turn


@rule("MP-22")
def test_the_first_of_two_actions_is_done_before_the_second_is_chosen() -> None:
    position = table(turn=2, faces="alibi toby rotation joker", left="alibi toby rotation")
    assert to_move(position) == "detectives"
    drawing = play(position, "take alibi")
    assert {way.split()[0] for way in legal(drawing)} == {"card"}
    drawn = play(drawing, "card gull")
    assert (to_move(drawn), "gull" in look(drawn, "detectives").shown_cards) == ("detectives", True)
    assert legal(drawn) == ["take toby", "take rotation"]


@rule("MP-23")
def test_a_used_token_is_not_taken_again() -> None:
    position = table(faces="alibi toby rotation rotation")
    assert legal(position) == ["take alibi", "take toby", "take rotation"]
    position = play(position, "take rotation", "rotate gull +90", "take toby", "toby 2")
    assert legal(position) == ["take alibi", "take rotation"]  # the second rotation
    position = play(position, "take rotation", "rotate lane +90")
    assert legal(position) == ["take alibi"]


@rule("MP-23")
def test_the_turn_ends_with_the_fourth_token() -> None:
    position = table(turn=3)
    for number, (face, way) in enumerate(
        [("toby", "toby 1"), ("alibi", "card lane"), ("rotation", "rotate gull 180"), ("joker", "watson 1")], 1
    ):
        assert look(position).turn == 3
        position = play(position, f"take {face}", way)
        view = look(position)
        assert view.jack_tokens + view.detective_tokens == (2 if number < 4 else 3)
    assert look(position).turn == 4


@rule("MP-21")
def test_four_cards_at_most_leave_the_pile() -> None:
    for odd in (look(play(dealt(), throw)).tokens for throw in legal(dealt())):
        assert [token.face for token in odd].count("alibi") + [token.other for token in odd].count("alibi") == 1
    lasted = 0
    for seed in range(60):
        rng = random.Random(seed)
        position = POCKET.start()
        for _ in range(POCKET.longest):
            position.advance(rng.choice(position.legal()))
            if not position.legal():
                break
        view = look(position)
        assert view.winner is not None
        drawn = view.jack_cards + len(view.shown_cards)
        assert drawn <= 4, f"seed {seed}"
        if view.turn == board.LAST_TURN:
            lasted += 1
            assert drawn == 4, f"seed {seed}"
    assert lasted > 0
