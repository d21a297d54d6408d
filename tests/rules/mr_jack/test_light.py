"""Light: lamps, Watson's lantern, neighbours. All eight start apart; without lamps all are invisible."""

from typing import Any

import pytest

from gaslamp.titles.mr_jack.rules.position import Position
from gaslamp.titles.mr_jack.rules.view import Reason
from tests.ledger import rule
from tests.rules.mr_jack.builders import (
    WAYS,
    at_work,
    last_card,
    look,
    play,
    table,
    visible,
)

# The streets that touch three of the posts.
AROUND = {"C1": {"B1", "B2", "C2", "D2"}, "F5": {"E4", "E5", "G4", "G5"}, "H3": {"G2", "G3", "I2", "I3"}}
# The nearest streets that do not, by two steps.
TWO_AWAY = {"C1": {"A2", "E1", "E2"}, "F5": {"E3", "E6", "D4", "G3", "G6", "H5"}, "H3": {"G1", "G4", "I1", "I4", "J2"}}
# Seven characters without neighbours, far from these posts.
APART: dict[str, Any] = {
    "holmes": "A6",
    "watson": "I7",
    "smith": "M5",
    "lestrade": "K5",
    "stealthy": "M1",
    "goodley": "M3",
    "bert": "A4",
}


def dark(**details: Any) -> Position:
    """Return a position without lamps."""
    return table(**{"lamps": {}, **details})


def one_lamp(post: str, place: str) -> Position:
    """Return a position with Gull alone on *place* and one lamp."""
    return table(lamps={post: "x"}, facing="S", gull=place, **APART)


def test_nobody_is_visible_on_a_dark_board() -> None:
    assert visible(dark()) == set()


# ---- lamps


@rule("MJ-30")
@pytest.mark.parametrize(("post", "place"), [(post, place) for post in AROUND for place in sorted(AROUND[post])])
def test_a_lit_lamp_lights_the_streets_around_it(post: str, place: str) -> None:
    assert visible(one_lamp(post, place)) == {"gull"}
    assert look(one_lamp(post, place)).visible["gull"] == (Reason("lamp", post),)


@rule("MJ-30")
@pytest.mark.parametrize(("post", "place"), [(post, place) for post in TWO_AWAY for place in sorted(TWO_AWAY[post])])
def test_a_lit_lamp_lights_nothing_two_hexes_away(post: str, place: str) -> None:
    assert visible(one_lamp(post, place)) == set()


@rule("MJ-30")
def test_an_unlit_post_lights_nothing() -> None:
    assert visible(dark(gull="C2")) == set()
    # The posts F1 and H7 bear no tile at the start; Smith carries one there and another away.
    smith = at_work("smith", lamps={"F5": "x"}, gull="G0", lestrade="D6", smith="M1")
    assert visible(smith) == {"holmes"}
    assert visible(play(smith, "lamp F5 F1")) == {"gull"}


# ---- the lantern


@rule("MJ-31")
def test_the_lantern_lights_everyone_straight_ahead() -> None:
    # From A5 to the north-east: B5, C4, D4, E3, F3, G2, and there the building H2.
    position = dark(facing="NE", watson="A5", stealthy="M5", holmes="C4", lestrade="E3", smith="G2")
    assert visible(position) == {"holmes", "lestrade", "smith"}
    for name in ("holmes", "lestrade", "smith"):
        assert look(position).visible[name] == (Reason("lantern", "watson"),)


@rule("MJ-31")
@pytest.mark.parametrize("facing", WAYS)
def test_the_lantern_lights_nobody_beside_or_behind_watson(facing: str) -> None:
    # Watson on G4: to the north G3 to G0, to the south G5 to G7; gardens and posts on the four other sides.
    position = dark(facing=facing, watson="G4", smith="G2", holmes="G6")
    assert visible(position) == {"N": {"smith"}, "S": {"holmes"}}.get(facing, set())


@rule("MJ-31")
def test_the_lantern_does_not_shine_past_a_building() -> None:
    position = dark(facing="NE", watson="A5", stealthy="M5", smith="I1", bert="J4")  # H2 is between
    assert visible(position) == set()
    assert visible(dark(facing="N", watson="D6", smith="D4", lestrade="D2", bert="J4")) == set()  # D5, D3


@rule("MJ-31")
def test_the_lantern_does_not_shine_past_a_garden() -> None:
    assert visible(dark(facing="SE", watson="E3", lestrade="G4", holmes="I5", smith="M1")) == set()  # F4
    assert visible(dark(facing="S", watson="L3", smith="L6", goodley="K1")) == set()  # L4


@rule("MJ-31a")
def test_characters_do_not_stop_the_lantern() -> None:
    crowd = {"holmes": "C4", "lestrade": "D4", "gull": "B5"}
    position = dark(facing="NE", watson="A5", stealthy="M5", smith="G2", **crowd)
    assert look(position).visible["smith"] == (Reason("lantern", "watson"),)


@rule("MJ-31b")
@pytest.mark.parametrize("facing", WAYS)
@pytest.mark.parametrize("place", ["E2", "G4", "I6", "C5"])
def test_the_lantern_does_not_light_watson(facing: str, place: str) -> None:
    position = dark(facing=facing, watson=place, lestrade="M1", holmes="K5", smith="A2")
    assert "watson" not in visible(position)


@rule("MJ-31b")
def test_watson_in_the_dark_may_light_others() -> None:
    assert visible(dark(facing="N", watson="G4", smith="G2", holmes="M1")) == {"smith"}


@rule("MJ-32")
def test_the_lantern_does_not_shine_past_a_post_lit_or_not() -> None:
    # From B1 to the south-east the post C1, then D2, E2, F3, G3.
    people: dict[str, Any] = {"watson": "B1", "stealthy": "D2", "lestrade": "F3", "smith": "M1", "holmes": "G6"}
    unlit = dark(facing="SE", **people)
    assert visible(unlit) == set()
    lit = table(lamps={"C1": "x"}, facing="SE", **people)
    assert visible(lit) == {"watson", "stealthy"}  # both by the lamp, not by the lantern
    assert look(lit).visible["stealthy"] == (Reason("lamp", "C1"),)


@rule("MJ-32")
def test_the_lantern_ends_at_the_edge_of_the_board() -> None:
    lit = set()
    for place in ("G2", "G3", "G4", "G5", "G6", "G7"):  # G1 is next to Watson
        position = dark(facing="S", watson="G0", gull="A6", smith="M1", holmes=place)
        lit |= {place} if visible(position) == {"holmes"} else set()
    assert lit == {"G2", "G3", "G4", "G5", "G6", "G7"}
    assert visible(dark(facing="N", watson="G1", gull="G7", smith="M1", holmes="G5")) == set()
    assert visible(dark(facing="NE", watson="K1", smith="A2", holmes="A6")) == set()  # L1, and the board ends


# ---- neighbours


@rule("MJ-33")
def test_two_neighbours_in_the_dark_are_both_visible() -> None:
    position = dark(holmes="E5", lestrade="E4")
    assert visible(position) == {"holmes", "lestrade"}
    assert look(position).visible["holmes"] == (Reason("neighbour", "lestrade"),)
    assert look(position).visible["lestrade"] == (Reason("neighbour", "holmes"),)


@rule("MJ-33")
@pytest.mark.parametrize("cleared", ["holmes", "lestrade", "holmes lestrade"])
def test_a_cleared_neighbour_makes_a_suspect_visible(cleared: str) -> None:
    assert visible(dark(holmes="E5", lestrade="E4", cleared=cleared)) == {"holmes", "lestrade"}


@rule("MJ-33a")
def test_two_on_open_manholes_are_not_neighbours() -> None:
    assert visible(dark(holmes="B2", lestrade="G4", bert="L6")) == set()


@rule("MJ-34")
def test_any_one_of_the_three_makes_visible() -> None:
    by_lamp = table(lamps={"F5": "x"}, lestrade="D6")
    assert visible(by_lamp) == {"holmes"}
    by_lantern = dark(facing="N", watson="G7", smith="M1")
    assert visible(by_lantern) == {"holmes"}
    by_neighbour = dark(watson="G6")
    assert visible(by_neighbour) == {"holmes", "watson"}
    by_all = table(lamps={"F5": "x"}, facing="N", watson="G6", lestrade="D6", smith="M1")
    assert look(by_all).visible["holmes"] == (
        Reason("lamp", "F5"),
        Reason("lantern", "watson"),
        Reason("neighbour", "watson"),
    )


@rule("MJ-34")
def test_one_in_the_dark_and_alone_is_invisible() -> None:
    position = table()  # as at the start
    assert "stealthy" not in visible(position)
    assert "stealthy" not in look(position).visible
    assert visible(dark()) == set()


@rule("MJ-34")
def test_both_characters_on_a_shared_hex_are_visible() -> None:
    accused = play(at_work("lestrade", lestrade="G6"), "G5")
    assert visible(accused) == {"holmes", "lestrade", "smith", "bert"}  # both by F5


@rule("MJ-35")
@pytest.mark.parametrize(("end", "witness"), [("E2", "invisible"), ("D2", "visible")])
def test_light_crossed_on_the_way_does_not_count_at_the_call(end: str, witness: str) -> None:
    # From C2, which touches the lamp C1, there is no way to E2 but over D2, which does too.
    bert = last_card("bert", round=2, lamps={"C1": "3"}, jack="bert", bert="C2", covers="B2 F0")
    assert "bert" in visible(bert)
    assert look(play(bert, "cover F0 L1", end)).witness == witness
