"""Movement: streets, distance, passing others, sewers. Crowds are in `test_crowd.py`."""

import pytest

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import News
from tests.ledger import rule
from tests.rules.mr_jack.builders import (
    CHARACTERS,
    at_work,
    legal,
    look,
    moves,
    outcome,
    play,
    told,
    ways,
)

WALKERS = [name for name in CHARACTERS if name != "stealthy"]
# In reach of E4 on foot, the manholes C4 and G4 being covered.
ONE_AWAY = {"E3", "E5", "D4"}
TWO_AWAY = {"E2", "E6", "F3", "C4", "D6"}
THREE_AWAY = {"E1", "D2", "G2", "G3", "F7", "C5", "B5", "C6"}
FOUR_AWAY = {"E0", "C2", "G1", "G4", "A4", "A5", "B7", "G7"}
# Places far from E4 for the other characters.
AWAY = {"holmes": "M1", "watson": "I7", "smith": "M5", "lestrade": "K5", "stealthy": "L1", "gull": "K1", "bert": "I3"}
OPEN = {"B2", "C4", "F0", "G4", "H8", "K3", "L6"}  # manholes at the start
BEYOND_K3 = {"F0", "G4", "H8", "L6", "C4", "B2"}


def walking(name: str, place: str, seat: str = "jack", **details: str) -> set[str]:
    """Return the hexes where a character may end its move with the others out of the way."""
    return moves(at_work(name, seat, **{**AWAY, name: place, **details}))


# ---- streets and how far


@rule("MJ-20")
def test_a_hex_with_a_manhole_is_a_street() -> None:
    for covers in ("B7 L1", "K3 L6"):  # open or not
        assert "K3" in walking("holmes", "J4", covers=covers)
        assert {"L3", "K2"} <= walking("holmes", "J4", covers=covers)  # both by way of K3


@rule("MJ-20")
def test_buildings_gardens_and_lamp_posts_stop_a_walker() -> None:
    # From A4 by way of A3 and B5: past the garden B4, the building C3 and the post B6, and down the manhole A2.
    on_foot = {"A2", "A3", "A5", "A6", "B2", "B5", "B7", "C4", "C5", "C6", "D4", "D6"}
    reached = moves(at_work("watson", "jack", edition="original"))
    assert reached == on_foot | {"F0", "F3", "H5", "H8", "M4"}


@rule("MJ-21")
@pytest.mark.parametrize("name", WALKERS)
@pytest.mark.parametrize("seat", ["jack", "detective"])
def test_a_character_moves_one_to_three_hexes(name: str, seat: str) -> None:
    assert walking(name, "E4", seat, covers="C4 G4") == ONE_AWAY | TWO_AWAY | THREE_AWAY


@rule("MJ-21")
def test_four_hexes_are_too_far_for_all_but_stealthy() -> None:
    for name in WALKERS:
        assert not walking(name, "E4", covers="C4 G4") & FOUR_AWAY
    assert walking("stealthy", "E4", covers="C4 G4") >= FOUR_AWAY


@rule("MJ-21a")
@pytest.mark.parametrize("name", CHARACTERS)
@pytest.mark.parametrize("seat", ["jack", "detective"])
def test_a_used_character_must_move(name: str, seat: str) -> None:
    words = {text.split()[0] for text in legal(at_work(name, seat)) - moves(at_work(name, seat))}
    ability = {"smith": "lamp", "lestrade": "cordon", "bert": "cover", "goodley": "whistle", "gull": "exchange"}
    assert words == ({ability[name]} if name in ability else set())
    assert moves(at_work(name, seat))


@rule("MJ-21a")
@pytest.mark.parametrize(
    ("name", "ability"),
    [
        ("smith", "lamp F5 F1"),
        ("lestrade", "cordon NE NW"),
        ("bert", "cover B7 B2"),
        ("goodley", "whistle bert K2"),
    ],
)
def test_using_an_ability_does_not_replace_the_move(name: str, ability: str) -> None:
    position = play(at_work(name, "jack"), ability)
    assert (look(position).picked, look(position).acted, look(position).moved) == (name, True, False)
    assert legal(position) == moves(position) != set()


@rule("MJ-21b")
@pytest.mark.parametrize("name", CHARACTERS)
@pytest.mark.parametrize("seat", ["jack", "detective"])
def test_a_move_may_not_end_where_it_started(name: str, seat: str) -> None:
    assert "E4" not in walking(name, "E4", seat)


@rule("MJ-21b")
@pytest.mark.parametrize("seat", ["jack", "detective"])
def test_a_walk_there_and_back_is_no_move(seat: str) -> None:
    there = at_work("gull", seat)  # on E0
    assert {"E1", "F0"} <= moves(there)  # one step there, and one back would be two
    with pytest.raises(IllegalAction):
        play(there, "E0")


# ---- past others


@rule("MJ-22")
def test_characters_do_not_block_movement() -> None:
    # B2 is the only way out of B1.
    reached = walking("holmes", "B1", watson="B2", covers="B2 L1")
    assert reached == {"A2", "C2", "A3", "D2"}


@rule("MJ-22")
def test_a_walker_may_pass_over_several_characters() -> None:
    reached = walking("holmes", "B1", watson="B2", smith="A2", covers="B2 L1")
    assert reached == {"C2", "A3", "D2"}


@rule("MJ-22a")
@pytest.mark.parametrize("name", CHARACTERS)
def test_jack_may_not_end_a_move_on_an_occupied_hex(name: str) -> None:
    other = "watson" if name != "watson" else "holmes"
    assert "E3" in walking(name, "E4")
    position = at_work(name, "jack", **{**AWAY, name: "E4", other: "E3"})
    with pytest.raises(IllegalAction):
        play(position, "E3")


@rule("MJ-22a")
@pytest.mark.parametrize("name", CHARACTERS)
def test_the_detective_ends_on_an_occupied_hex_only_to_accuse(name: str) -> None:
    other = "watson" if name != "watson" else "holmes"
    position = at_work(name, **{**AWAY, name: "E4", other: "E3"})
    assert [piece.kind for piece in told(position, "spectator", "E3")] == ["accused", "over", "revealed"]
    assert outcome(play(position, "E3")) is not None


# ---- the sewers


@rule("MJ-23")
@pytest.mark.parametrize("start", sorted(OPEN))
def test_an_open_manhole_leads_to_every_other_open_one_for_one_point(start: str) -> None:
    assert walking("holmes", start) >= OPEN - {start}
    # Two points are left: everything within two steps of the other end, here B2 or K3.
    assert walking("holmes", start) >= ({"A3", "D2", "B1"} if start != "B2" else {"M2", "I4", "J2"})
    # Of three points two were walked, from I4 by way of J4: the third goes into the sewers, and none is left.
    reached = walking("holmes", "I4", covers="G4 L6", watson="M5", smith="M4")
    assert reached >= {"B2", "C4", "F0", "H8"}
    assert not reached & {"B1", "A2", "C2", "D4", "C5", "E0", "G0", "G7"}


@rule("MJ-23")
def test_the_sewers_may_be_entered_in_the_middle_of_a_move() -> None:
    assert walking("holmes", "I4") >= BEYOND_K3  # I4, J4, K3, and down
    assert walking("holmes", "J4") >= BEYOND_K3
    assert not walking("holmes", "I4", covers="K3 G4") & {"B2", "C4", "F0", "H8", "L6"}


@rule("MJ-23")
def test_the_rest_of_a_move_continues_from_the_manhole() -> None:
    assert {"B1", "A2", "C2", "A3", "D2"} <= walking("holmes", "K3")  # one and two steps from B2
    reached = walking("holmes", "J4")  # one step was walked before the sewers
    assert {"B1", "A2", "C2"} <= reached
    assert not reached & {"A3", "D2"}


@rule("MJ-23a")
def test_a_covered_manhole_cannot_be_entered() -> None:
    assert walking("holmes", "B7") == {"A6", "C6", "A5", "C5", "D6", "A4", "B5", "C4", "E5", "E6"}
    assert walking("holmes", "B7", covers="C4 L1") >= OPEN - {"C4"}


@rule("MJ-23a")
def test_a_covered_manhole_cannot_be_left() -> None:
    assert "B7" not in walking("holmes", "K3")
    assert "B7" in walking("holmes", "K3", covers="B2 L1")


@rule("MJ-23a")
def test_a_covered_manhole_may_be_walked_over() -> None:
    assert {"B7", "C6"} <= walking("holmes", "A6", covers="B7 C4")  # C6 by way of B7 alone


@rule("MJ-24")
def test_the_sewers_may_be_entered_through_an_occupied_manhole() -> None:
    reached = walking("holmes", "J4", watson="K3")
    assert reached >= BEYOND_K3
    assert "K3" not in reached


@rule("MJ-24")
def test_the_sewers_may_be_left_through_an_occupied_manhole_without_stopping() -> None:
    reached = walking("holmes", "K3", watson="B2")
    assert {"B1", "A2", "C2", "A3", "D2"} <= reached
    assert "B2" not in reached


@rule("MJ-24")
@pytest.mark.parametrize("jack", ["watson", "bert"])
def test_the_detective_may_come_out_of_the_sewers_on_to_a_suspect(jack: str) -> None:
    position = at_work("holmes", jack=jack, holmes="K3", watson="B2")
    news = told(position, "spectator", "B2")[0]
    accused = {"seat": "detective", "character": "holmes", "accused": "watson", "there": "B2"}
    assert news == News("accused", accused)


@rule("MJ-25")
def test_a_manhole_may_be_closed_under_a_character() -> None:
    position = at_work("bert", "jack", others="holmes watson smith", holmes="B2")
    assert ways(position, "cover") >= {"cover B7 B2", "cover L1 B2"}
    position = play(position, "cover B7 B2", "I4")
    assert (look(position).hexes["holmes"], look(position).covered) == ("B2", ("B2", "L1"))
    assert "K3" not in moves(play(position, "pick holmes"))


@rule("MJ-25")
def test_a_manhole_may_be_opened_under_a_character() -> None:
    position = at_work("bert", "jack", others="holmes watson smith", holmes="B7")
    position = play(position, "cover B7 B2", "I4")
    assert (look(position).hexes["holmes"], "B7" in look(position).manholes) == ("B7", True)
    assert "K3" in moves(play(position, "pick holmes"))


# ---- ways


@rule("MJ-27")
def test_a_move_is_announced_by_its_end() -> None:
    # From K3 to L3 in one step, or down to F0, back and on, twice in the sewers for three points: it is one move.
    position = at_work("gull", "jack", gull="K3")
    assert [text for text in legal(position) if "L3" in text] == ["L3"]
    moved = {"seat": "jack", "character": "gull", "here": "K3", "there": "L3"}
    assert told(position, "detective", "L3") == [News("moved", moved)]


@rule("MJ-27")
@pytest.mark.parametrize("name", CHARACTERS)
def test_a_hex_is_offered_once_however_many_ways_lead_to_it(name: str) -> None:
    for place in ("K3", "C4", "G4", "J4", "E2"):
        actions = at_work(name, "jack", **{**AWAY, name: place}).legal()
        assert len(actions) == len(set(actions))
