"""Actions of the tokens: walking, joker, rotation, exchange."""

import pytest

from gaslamp.core.errors import IllegalAction
from gaslamp.titles.pocket.rules import board
from tests.ledger import rule
from tests.rules.pocket.builders import (
    cells,
    legal,
    look,
    play,
    seen,
    streets,
    table,
    tile,
    to_move,
    up,
    walls,
)


def rotatable(ways: list[str]) -> set[str]:
    return {way.split()[1] for way in ways}


# ---- the detectives walk


@rule("MP-14")
@pytest.mark.parametrize(
    ("faces", "who"),
    [
        ("holmes toby rotation joker", "holmes"),
        ("alibi watson rotation joker", "watson"),
        ("alibi toby rotation joker", "toby"),
    ],
)
@pytest.mark.parametrize("turn", [1, 2])  # the detectives act first, or Jack does
def test_a_detective_moves_one_or_two_places_clockwise(faces: str, who: str, turn: int) -> None:
    taken = play(table(faces=faces, holmes=10, watson=3, toby=6, turn=turn), f"take {who}")
    assert legal(taken) == [f"{who} 1", f"{who} 2"]
    begin = look(taken).detectives
    for places in (1, 2):
        there = look(play(taken, f"{who} {places}")).detectives
        assert there == {**begin, who: (begin[who] + places) % 12}


@rule("MP-14")
def test_detectives_may_share_a_place() -> None:
    position = table(faces="holmes watson rotation joker", holmes=2, watson=3, toby=4)
    position = play(position, "take holmes", "holmes 1", "take watson", "watson 1")
    assert look(position).detectives == {"holmes": 3, "watson": 4, "toby": 4}
    assert look(play(position, "take joker", "holmes 1")).detectives == {"holmes": 4, "watson": 4, "toby": 4}


@rule("MP-15")
def test_the_detectives_must_move_with_the_joker() -> None:
    taken = play(table(turn=1), "take joker")
    assert to_move(taken) == "detectives"
    assert legal(taken) == ["holmes 1", "watson 1", "toby 1"]
    assert look(play(taken, "watson 1")).detectives == {"holmes": 11, "watson": 4, "toby": 7}
    with pytest.raises(IllegalAction):
        play(taken, "stay")


@rule("MP-15a")
@pytest.mark.parametrize("turn", [2, 3])
def test_jack_may_leave_the_joker_unused(turn: int) -> None:
    left = None if turn == 2 else "alibi toby joker"
    taken = play(table(turn=turn, left=left), "take joker")
    assert to_move(taken) == "jack"
    after = play(taken, "stay")
    assert look(after).detectives == look(taken).detectives
    assert [token.used for token in look(after).tokens] == [False, False, turn == 3, True]


@rule("MP-15a")
@pytest.mark.parametrize("turn", [2, 3])
@pytest.mark.parametrize("who", board.DETECTIVE_NAMES)
def test_jack_may_move_any_detective_with_the_joker(turn: int, who: str) -> None:
    left = None if turn == 2 else "alibi toby joker"
    taken = play(table(turn=turn, left=left, toby=11), "take joker")
    assert to_move(taken) == "jack"
    assert legal(taken) == ["holmes 1", "watson 1", "toby 1", "stay"]
    begin = look(taken).detectives
    assert look(play(taken, f"{who} 1")).detectives == {**begin, who: (begin[who] + 1) % 12}


# ---- rotation


@rule("MP-16")
@pytest.mark.parametrize(("turn_by", "wall"), [("+90", "east"), ("180", "south"), ("-90", "west")])
def test_a_rotation_turns_a_tile_by_a_quarter_or_a_half(turn_by: str, wall: str) -> None:
    position = table(streets("north"))
    after = play(position, "take rotation", f"rotate stealthy {turn_by}")
    assert walls(after) == {**walls(position), "stealthy": wall}
    assert cells(after) == cells(position)


@rule("MP-16")
def test_a_rotation_may_not_be_a_full_turn() -> None:
    taken = play(table(), "take rotation")
    assert legal(taken) == [f"rotate {suspect} {turn}" for suspect in board.SUSPECTS for turn in ("+90", "180", "-90")]


@rule("MP-16a")
def test_the_same_tile_is_not_rotated_twice_by_one_player() -> None:
    position = table(turn=3, faces="alibi toby rotation rotation", left="alibi rotation rotation")
    position = play(position, "take rotation", "rotate gull +90", "take rotation")
    assert to_move(position) == "jack"
    assert rotatable(legal(position)) == set(board.SUSPECTS) - {"gull"}
    assert len(legal(position)) == 24
    with pytest.raises(IllegalAction):
        play(position, "rotate gull 180")


@rule("MP-16a")
@pytest.mark.parametrize("first", board.SUSPECTS)
def test_the_same_tile_is_not_rotated_again_by_the_opponent(first: str) -> None:
    position = table(turn=1, faces="alibi toby rotation rotation")
    position = play(position, "take rotation", f"rotate {first} +90", "take rotation")
    assert to_move(position) == "jack"
    assert rotatable(legal(position)) == set(board.SUSPECTS) - {first}


@rule("MP-16b")
def test_the_mark_of_a_rotation_follows_an_exchanged_tile() -> None:
    # Two rotations and an exchange never lie in one turn, so this table could not be: it shows what the mark is on.
    position = table(turn=3, faces="alibi toby exchange rotation", left="alibi exchange rotation", marked="gull")
    position = play(position, "take exchange", "exchange gull lestrade", "take rotation")
    assert cells(position)[6] == "gull"
    assert rotatable(legal(position)) == set(board.SUSPECTS) - {"gull"}
    assert tile(position, "gull").marked


@rule("MP-16b")
def test_the_mark_of_a_rotation_stays_on_a_tile_turned_over() -> None:
    position = table(turn=2, faces="alibi toby rotation rotation")
    position = play(position, "take rotation", "rotate gull +90", "take alibi", "card gull", "take rotation")
    assert "gull" not in up(position)
    assert rotatable(legal(position)) == set(board.SUSPECTS) - {"gull"}


@rule("MP-16b")
def test_the_mark_of_a_rotation_ends_with_the_turn() -> None:
    position = play(table(turn=1, left="rotation"), "take rotation", "rotate gull +90")
    assert look(position).turn == 2
    assert not tile(position, "gull").marked
    assert rotatable(legal(play(position, "take rotation"))) == set(board.SUSPECTS)


@rule("MP-17")
def test_a_cleared_tile_may_be_rotated() -> None:
    position = table(streets("north", gull="north cleared"))
    after = play(position, "take rotation", "rotate gull +90")
    assert (tile(after, "gull").wall, tile(after, "gull").cleared) == ("east", True)


@rule("MP-17a")
@pytest.mark.parametrize("turn_by", board.TURNS)
def test_rotating_the_crossroads_changes_nothing_but_takes_the_mark(turn_by: str) -> None:
    position = table(streets("north", lane="cleared"), turn=2, faces="alibi toby rotation rotation", watson=4)
    after = play(position, "take rotation", f"rotate lane {turn_by}")
    assert (walls(after), seen(after)) == (walls(position), seen(position))
    assert tile(after, "lane").wall is None
    assert tile(after, "lane").marked
    assert "lane" not in rotatable(legal(play(after, "take rotation")))


# ---- exchange


@rule("MP-17")
def test_a_cleared_tile_may_be_exchanged() -> None:
    position = table(streets("north", gull="north cleared", lane="cleared"), faces="alibi toby exchange joker")
    after = play(position, "take exchange", "exchange gull lane")
    assert (cells(after)[3], cells(after)[8]) == ("lane", "gull")
    assert up(after) == up(position)


@rule("MP-18")
def test_an_exchange_swaps_two_tiles_and_keeps_their_turn() -> None:
    position = table(streets("north", goodley="west", smith="south"), faces="alibi toby exchange joker")
    after = play(position, "take exchange", "exchange goodley smith")
    assert cells(after) == ["madame", "smith", "bert", "gull", "stealthy", "goodley", "lestrade", "pizer", "lane"]
    assert walls(after) == walls(position)


@rule("MP-18")
def test_a_tile_is_not_exchanged_with_itself() -> None:
    taken = play(table(faces="alibi toby exchange joker"), "take exchange")
    pairs = [tuple(way.split()[1:]) for way in legal(taken)]
    assert len(pairs) == 36
    assert len({frozenset(pair) for pair in pairs}) == 36
    assert all(first != second for first, second in pairs)
