"""Goodley's whistle: which characters come, along which way, how near, and how many points must be spent."""

import pytest

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import News
from gaslamp.titles.mr_jack.rules.hexes import distances
from gaslamp.titles.mr_jack.rules.position import Position
from tests.ledger import rule
from tests.rules.mr_jack.builders import (
    CHARACTERS,
    at_work,
    hemmed_in,
    legal,
    look,
    moves,
    play,
    to_move,
    told,
    ways,
)

SEATS = ["jack", "detective"]
# C5 alone is free and nearer to B7: Bert and Stealthy come there for two points, Gull for one, and only one of them.
ONLY_C5 = {
    "goodley": "B7",
    "holmes": "A6",
    "lestrade": "C6",
    "smith": "A5",
    "watson": "D6",
    "bert": "A4",
    "stealthy": "E6",
    "gull": "C4",
}


def answers(position: Position, name: str) -> set[str]:
    """Return the hexes a character may be whistled to."""
    return {text.split()[2] for text in ways(position, "whistle") if text.split()[1] == name}


# ---- that he must


@rule("MJ-46")
@pytest.mark.parametrize("seat", SEATS)
def test_goodley_must_whistle(seat: str) -> None:
    moved = play(at_work("goodley", seat), "M4")
    assert legal(moved) == ways(moved, "whistle") != {"whistle nobody"}
    assert to_move(moved) == seat
    assert look(play(moved, "whistle bert K2")).picked is None
    assert "whistle nobody" not in legal(at_work("goodley", seat))


@rule("MJ-46")
@pytest.mark.parametrize("seat", SEATS)
def test_goodley_may_whistle_before_or_after_his_move(seat: str) -> None:
    before = play(at_work("goodley", seat), "whistle bert K2", "M4")
    after = play(at_work("goodley", seat), "M4", "whistle bert K2")
    assert before == after
    assert look(before).picked is None


@rule("MJ-46")
@pytest.mark.parametrize(
    "steps",
    [
        ["whistle bert K2"],  # three steps: J4, K3, K2
        ["whistle bert K3", "whistle holmes H5"],
        ["whistle bert J4", "whistle holmes I4"],
        ["whistle bert J4", "whistle holmes H5", "whistle gull F0"],
    ],
)
def test_the_three_points_may_go_to_one_two_or_three_characters(steps: list[str]) -> None:
    position = at_work("goodley")
    for number, text in enumerate(steps):
        assert look(position).points < 3
        position = play(position, text)
        assert len(look(position).whistled) == number + 1
    assert (look(position).points, look(position).acted) == (3, True)


@rule("MJ-46")
@pytest.mark.parametrize("name", [name for name in CHARACTERS if name != "goodley"])
def test_a_cleared_character_may_be_whistled(name: str) -> None:
    called = answers(at_work("goodley", cleared=name), name)
    assert called == answers(at_work("goodley"), name) != set()


@rule("MJ-46")
@pytest.mark.parametrize("seat", SEATS)
def test_goodley_does_not_whistle_himself(seat: str) -> None:
    assert {text.split()[1] for text in ways(at_work("goodley", seat), "whistle")} == set(CHARACTERS) - {"goodley"}


@rule("MJ-46a")
def test_goodley_does_not_move_before_the_whistle_is_over() -> None:
    position = play(at_work("goodley"), "whistle bert J4")
    assert legal(position) == ways(position, "whistle")
    position = play(position, "whistle holmes H5")
    assert legal(position) == ways(position, "whistle")
    position = play(position, "whistle gull F0")
    assert legal(position) == moves(position)


@rule("MJ-46a")
@pytest.mark.parametrize("seat", SEATS)
def test_goodley_whistles_only_once(seat: str) -> None:
    position = play(at_work("goodley", seat), "whistle bert K2")
    assert not ways(position, "whistle")
    assert look(play(position, "M4")).picked is None  # and it is the next one's turn


# ---- nearer


@rule("MJ-47")
@pytest.mark.parametrize("seat", SEATS)
def test_a_whistled_character_must_end_nearer_to_goodley(seat: str) -> None:
    for place in ("M3", "G6", "A3", "B7"):
        people = {"holmes": "G5", "stealthy": "A5"}
        position = at_work("goodley", seat, goodley=place, **people)
        to_goodley = distances(place)
        for name, start in look(position).hexes.items():
            if name != "goodley":
                near = {end for end, steps in distances(start).items() if steps <= 3}
                nearer = {end for end in near if to_goodley[end] < to_goodley[start]}
                assert answers(position, name) == nearer - set(look(position).hexes.values())


@rule("MJ-47")
def test_as_near_as_before_is_not_nearer() -> None:
    # From A2 both C5 and C4 are five steps away, so Bert does not go from the one to the other; B5 is four.
    position = at_work("goodley", goodley="A2", bert="C5", stealthy="M5")
    assert "C4" not in answers(position, "bert")
    assert "B5" in answers(position, "bert")
    with pytest.raises(IllegalAction):
        play(position, "whistle bert C4")


@rule("MJ-47a")
def test_nearer_is_counted_along_the_streets_not_as_the_crow_flies() -> None:
    # E4 is two hexes from G5, over the post F5, but five steps along the streets; E3 is three hexes and four steps.
    position = at_work("goodley", goodley="G5", bert="E4", lestrade="M1", holmes="M5")
    assert "E3" in answers(position, "bert")
    # C2 is two hexes from C4, over the building C3, but five steps along the streets; D2 is three hexes and four steps.
    position = at_work("goodley", goodley="C4", bert="D2")
    assert "C2" not in answers(position, "bert")
    assert "E2" in answers(position, "bert")


@rule("MJ-47a")
def test_nearer_is_counted_from_where_goodley_whistles() -> None:
    # Goodley goes from E0 by F0 and the sewers to H8 and G7: Lestrade, between, is called north before and south after.
    position = at_work("goodley", goodley="E0", gull="M3", lestrade="E4")
    assert answers(position, "lestrade") >= {"E3", "E2", "E1"}
    assert not answers(position, "lestrade") & {"E5", "E6", "F7"}
    moved = play(position, "G7")
    assert answers(moved, "lestrade") >= {"E5", "E6", "F7"}
    assert not answers(moved, "lestrade") & {"E3", "E2", "E1"}


@rule("MJ-47a")
def test_manholes_do_not_shorten_the_whistle_distance() -> None:
    # Goodley on the open manhole K3, Bert on the open manhole B2: through the sewers he would be there in one step.
    position = at_work("goodley", goodley="K3", bert="B2")
    assert answers(position, "bert") == {"C2", "D2", "E1", "E2"}
    # C4 is an open manhole as well, and beside it Stealthy is no nearer to K3 than D4 makes her.
    assert "C4" not in answers(at_work("goodley", goodley="K3", stealthy="D4"), "stealthy")


@rule("MJ-47b")
@pytest.mark.parametrize("name", ["bert", "stealthy", "gull"])
def test_goodley_may_not_pull_anyone_through_a_manhole(name: str) -> None:
    position = at_work("goodley", **{"goodley": "K3", "bert": "M1", name: "B2"})
    assert answers(position, name) == {"C2", "D2", "E1", "E2"}
    assert not answers(position, name) & {"C4", "F0", "G4", "H8", "L6", "J4"}


@rule("MJ-47b")
def test_stealthy_whistled_keeps_to_the_streets() -> None:
    # From G3 over the post H3 she would be on I2 and I3 in two steps.
    position = at_work("goodley", goodley="I3", stealthy="G3", bert="M1", holmes="M5", smith="A2")
    assert answers(position, "stealthy") == {"G4", "G5", "H1", "H5", "I4", "I5"}


@rule("MJ-47b")
@pytest.mark.parametrize(
    ("name", "end"), [("smith", "G1"), ("lestrade", "E3"), ("bert", "J4"), ("holmes", "H5"), ("gull", "F0")]
)
def test_a_whistled_character_uses_no_ability(name: str, end: str) -> None:
    position = play(at_work("goodley"), "M4", f"whistle {name} {end}")
    assert to_move(position) == "detective"
    assert legal(position) == ways(position, "whistle")  # no lamp, cordon, cover, card or exchange


@rule("MJ-47b")
def test_the_whistled_may_pass_over_others_and_over_goodley() -> None:
    # Watson on D6 comes by way of Holmes on C6 and of Goodley himself on B7 to A6, for three points.
    position = at_work("goodley", goodley="B7", holmes="C6", watson="D6")
    assert "A6" in answers(position, "watson")
    assert look(play(position, "whistle watson A6")).points == 3


@rule("MJ-47c")
def test_a_whistled_character_must_end_on_a_free_hex() -> None:
    position = at_work("goodley", goodley="B7", holmes="C6", watson="A5", bert="A4", stealthy="I7")
    for name in CHARACTERS:
        assert not answers(position, name) & set(look(position).hexes.values())
    assert "A6" in answers(position, "bert")  # past Watson on A5


@rule("MJ-47c")
def test_a_hex_just_left_may_be_taken_by_the_next() -> None:
    position = at_work("goodley", goodley="B7", holmes="C6", watson="A5", bert="A4", stealthy="I7")
    assert "A5" not in answers(position, "bert")
    left = play(position, "whistle watson A6", "face N")
    assert "A5" in answers(left, "bert")
    assert "A6" not in answers(left, "bert")
    assert look(play(left, "whistle bert A5")).hexes["bert"] == "A5"
    # It counts in what can be spent: D2 is free, and only if Smith leaves E2 for it can Holmes, on E0, spend two more.
    hexes = {"goodley": "B1", "bert": "B2", "stealthy": "A2", "gull": "A3", "watson": "C2", "smith": "E2"}
    position = at_work("goodley", lestrade="E1", holmes="E0", **hexes)
    assert ways(position, "whistle") == {"whistle smith D2"}
    assert ways(play(position, "whistle smith D2"), "whistle") == {"whistle holmes E2"}


# ---- how much


@rule("MJ-48")
def test_the_most_points_that_can_be_spent_must_be_spent() -> None:
    assert look(at_work("goodley")).budget == 3
    once = play(at_work("goodley"), "whistle bert J4")
    assert legal(once) == ways(once, "whistle")
    assert look(play(once, "whistle holmes I4")).points == 3
    crowded = at_work("goodley", **ONLY_C5)
    assert look(crowded).budget == 2  # three cannot be
    assert ways(crowded, "whistle") == {"whistle bert C5", "whistle stealthy C5"}
    # What can be spent is looked at from where he whistles: after his move it may be more, or less.
    assert look(play(crowded, "E5")).budget == 3
    arrived = play(at_work("goodley", **{**ONLY_C5, "goodley": "C5"}), "B7")
    assert ways(arrived, "whistle") == {"whistle bert C5", "whistle stealthy C5"}
    assert look(play(arrived, "whistle bert C5")).picked is None


@rule("MJ-48")
def test_a_step_that_would_waste_points_is_refused() -> None:
    with pytest.raises(IllegalAction):
        play(at_work("goodley", **ONLY_C5), "whistle gull C5")  # nearer, free, and one point only


@rule("MJ-48")
@pytest.mark.parametrize("name", ["bert", "stealthy"])
def test_the_whistle_is_over_when_no_more_can_be_spent(name: str) -> None:
    position = play(at_work("goodley", **ONLY_C5), f"whistle {name} C5")
    assert (look(position).points, look(position).acted) == (2, True)
    assert legal(position) == moves(position)


@rule("MJ-48a")
def test_a_whistled_character_costs_its_shortest_way() -> None:
    # From I3 to J4 it is one step; by way of I4 it would be two.
    position = play(at_work("goodley"), "whistle bert J4")
    assert look(position).points == 1
    for text in sorted(ways(at_work("goodley", goodley="K2"), "whistle") - {"whistle nobody"}):
        _, name, end = text.split()
        called = at_work("goodley", goodley="K2")
        assert look(play(called, text)).points == distances(look(called).hexes[name])[end]


@rule("MJ-48b")
def test_no_character_is_whistled_twice() -> None:
    position = play(at_work("goodley"), "whistle bert J4")
    assert answers(position, "bert") == set()  # though K3 is free and nearer
    with pytest.raises(IllegalAction):
        play(position, "whistle bert K3")
    # In the next whistle he may be called again.
    assert "K3" in answers(at_work("goodley", bert="J4"), "bert")
    # Smith alone can come nearer to L7, to M3 or M4. To M3 he may not: the second point would have to be his again.
    hexes = {"goodley": "L7", "bert": "L6", "holmes": "M5", "watson": "K5", "gull": "J6", "stealthy": "I6"}
    position = at_work("goodley", smith="M2", lestrade="I5", **hexes)
    assert ways(position, "whistle") == {"whistle smith M4"}


@rule("MJ-48c")
@pytest.mark.parametrize("seat", SEATS)
def test_a_whistle_without_a_possible_step_does_nothing(seat: str) -> None:
    position = hemmed_in("goodley", seat)
    assert ways(position, "whistle") == {"whistle nobody"}
    blown = play(position, "whistle nobody")
    assert look(blown).hexes == look(position).hexes
    assert not ways(blown, "whistle")
    assert told(position, "spectator", "whistle nobody") == [News("whistled_in_vain", {"seat": seat})]
    assert look(play(blown, "stay")).picked is None


@rule("MJ-48c")
@pytest.mark.parametrize("seat", SEATS)
def test_an_impossible_whistle_is_skipped_after_the_move(seat: str) -> None:
    stayed = play(hemmed_in("goodley", seat), "stay")
    assert look(stayed).picked is None
    assert look(stayed).used == look(hemmed_in("goodley", seat)).used + 1
