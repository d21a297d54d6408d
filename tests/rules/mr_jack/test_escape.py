"""Escape: which character may leave, when, by which exit and at what distance. B1 is the north-western exit's hex."""

from typing import Any

import pytest

from gaslamp.core.game import News, Outcome
from gaslamp.titles.mr_jack.rules.notation import EXIT, STAY
from gaslamp.titles.mr_jack.rules.position import Position
from tests.ledger import rule
from tests.rules.mr_jack.builders import (
    CHARACTERS,
    EDITIONS,
    at_work,
    is_over,
    legal,
    look,
    moves,
    nights,
    outcome,
    play,
    told,
    visible,
    ways,
)

ESCAPED = Outcome("jack", "escape")


def leaving(name: str, place: str, **details: Any) -> Position:
    """Return Jack, invisible at the last call, about to move his own character; B2 and L6 are covered."""
    hidden = {"jack": name, "witness": "invisible", "covers": "B2 L6", name: place}
    return at_work(name, "jack", **{**hidden, **details})


def exits(position: Position) -> set[str]:
    return {text.split()[1] for text in ways(position, "exit")}


# ---- when and where


@rule("MJ-60")
@pytest.mark.parametrize("name", CHARACTERS)
@pytest.mark.parametrize(
    ("way", "place", "cordons"),
    [("NW", "B1", "NE SW"), ("NE", "L1", "NW SW"), ("SW", "B7", "NW SE"), ("SE", "L7", "NE SW")],
)
def test_jack_leaves_through_an_open_exit_and_wins_at_once(name: str, way: str, place: str, cordons: str) -> None:
    position = leaving(name, place, cordons=cordons)
    assert way in exits(position)
    gone = play(position, f"exit {way}")
    assert outcome(gone) == ESCAPED
    assert is_over(gone)
    assert name not in look(gone).hexes
    left = {"seat": "jack", "character": name, "exit": way}
    assert gone.seen() == sum(1 << CHARACTERS.index(other) for other in look(gone).visible)  # a lantern may be gone too
    news = told(position, "detective", f"exit {way}")
    assert news[:2] == [News("left", left), News("over", {"winner": "jack", "reason": "escape"})]


@rule("MJ-60")
@pytest.mark.parametrize("name", CHARACTERS)
def test_jack_does_not_leave_while_the_witness_card_says_visible(name: str) -> None:
    assert exits(leaving(name, "B1", witness="visible")) == set()
    assert exits(leaving(name, "B1", witness="invisible")) == {"NW"}


@rule("MJ-60")
@pytest.mark.parametrize("name", CHARACTERS)
def test_jack_does_not_leave_through_a_cordon(name: str) -> None:
    assert exits(leaving(name, "B1", cordons="NW SE")) == set()
    assert exits(leaving(name, "L7", cordons="NW SE")) == set()


# ---- how far


@rule("MJ-60a")
@pytest.mark.parametrize(("place", "may"), [("B2", True), ("A2", True), ("C2", True), ("A3", False), ("D2", False)])
def test_leaving_costs_one_point_from_the_hex_of_the_exit(place: str, may: bool) -> None:
    assert exits(leaving("smith", place)) == ({"NW"} if may else set())


@rule("MJ-60a")
def test_jack_may_leave_from_the_hex_he_stands_on() -> None:
    assert exits(leaving("smith", "B1")) == {"NW"}
    assert exits(leaving("gull", "L7")) == {"SE"}


@rule("MJ-60a")
def test_jack_may_leave_over_an_occupied_hex() -> None:
    position = leaving("smith", "A2", gull="B1", holmes="B2")
    assert "B1" not in moves(position)
    assert exits(position) == {"NW"}
    assert outcome(play(position, "exit NW")) == ESCAPED


@rule("MJ-60a")
def test_jack_may_leave_by_way_of_the_sewers() -> None:
    assert exits(leaving("smith", "K3", covers="B7 L1")) == {"NW", "SE"}  # B2, B1, out; L6, L7, out: three points
    assert exits(leaving("smith", "K3", covers="B2 L6")) == set()
    assert exits(leaving("smith", "J4", covers="B7 L1")) == set()  # one step farther


@rule("MJ-60a")
@pytest.mark.parametrize(("place", "may"), [("A3", True), ("E0", True), ("A4", False), ("E1", True), ("F0", False)])
def test_stealthy_leaves_over_the_hex_of_the_exit_too(place: str, may: bool) -> None:
    # From A3 along the street, from E0 over the building D1 and the post C1: three steps to B1 and one out.
    position = leaving("stealthy", place, gull="M1", covers="B2 F0")
    assert exits(position) == ({"NW"} if may else set())


# ---- what the card says


@rule("MJ-60b")
def test_jack_may_leave_though_he_stands_in_the_light() -> None:
    position = leaving("smith", "B2")  # beside the lamp C1
    assert "smith" in visible(position)
    assert exits(position) == {"NW"}


@rule("MJ-60b")
def test_jack_in_the_dark_does_not_leave_against_the_witness_card() -> None:
    position = leaving("smith", "B2", witness="visible", lamps={"F5": "x"})
    assert "smith" not in visible(position)
    assert exits(position) == set()


@rule("MJ-60b")
@pytest.mark.parametrize("edition", EDITIONS)
def test_jack_does_not_leave_in_the_first_round(edition: str) -> None:
    offered = 0
    for position in nights(30, edition):
        may_leave = any(EXIT <= action < STAY for action in position.legal())
        offered += may_leave
        assert not (may_leave and position.round == 1)
        assert position.round > 1 or position.visible
    assert offered > 0  # later on


@rule("MJ-60c")
@pytest.mark.parametrize("name", CHARACTERS)
def test_no_ability_is_used_after_leaving(name: str) -> None:
    position = leaving(name, "B1")
    gone = play(position, "exit NW")
    assert legal(gone) == set()
    before, after = look(position), look(gone)
    assert (before.lamps, before.cordons, before.covered, before.facing) == (
        after.lamps,
        after.cordons,
        after.covered,
        after.facing,
    )
    assert (before.pile, before.jack_cards) == (after.pile, after.jack_cards)
    assert {**after.hexes, name: "B1"} == before.hexes


# ---- who


@rule("MJ-62")
@pytest.mark.parametrize("seat", ["jack", "detective"])
@pytest.mark.parametrize("jack", ["goodley", "bert"])
def test_the_whistle_does_not_bring_anyone_on_to_another(seat: str, jack: str) -> None:
    position = at_work("goodley", seat, jack=jack, witness="invisible")
    for text in ways(position, "whistle"):
        assert text.split()[2] not in look(position).hexes.values()
        after = play(position, text)
        assert outcome(after) is None
        assert len(set(look(after).hexes.values())) == 8


@rule("MJ-62")
def test_neither_whistle_nor_exchange_leaves_the_district() -> None:
    # Bert (Jack) is whistled or exchanged onto B1: the game continues.
    whistled = play(
        at_work("goodley", "jack", jack="bert", witness="invisible", goodley="C2", bert="A3", stealthy="M1"),
        "whistle bert B1",
    )
    assert (look(whistled).hexes["bert"], outcome(whistled)) == ("B1", None)
    exchanged = play(at_work("gull", "jack", jack="bert", witness="invisible", gull="B1"), "exchange bert")
    assert (look(exchanged).hexes["bert"], outcome(exchanged)) == ("B1", None)
    gull = play(at_work("gull", "jack", jack="gull", witness="invisible", bert="B1"), "exchange bert")
    assert (look(gull).hexes["gull"], look(gull).picked, outcome(gull)) == ("B1", None, None)


@rule("MJ-62b")
@pytest.mark.parametrize("name", CHARACTERS)
def test_jack_takes_nobody_out_but_himself(name: str) -> None:
    for jack in CHARACTERS:
        assert exits(leaving(name, "B1", jack=jack)) == ({"NW"} if jack == name else set())


@rule("MJ-62b")
@pytest.mark.parametrize("name", CHARACTERS)
@pytest.mark.parametrize("witness", ["visible", "invisible"])
def test_the_detective_takes_nobody_out_not_even_jack(name: str, witness: str) -> None:
    for jack in CHARACTERS:
        position = at_work(name, "detective", **{"jack": jack, "witness": witness, name: "B1"})
        assert exits(position) == set()


# ---- the way prepared


@rule("MJ-63")
def test_lestrade_may_open_an_exit_and_leave_by_it() -> None:
    position = leaving("lestrade", "B2", cordons="NW SW")
    assert exits(position) == set()
    opened = play(position, "cordon NW NE")
    assert exits(opened) == {"NW"}
    assert outcome(play(opened, "exit NW")) == ESCAPED


@rule("MJ-63a")
@pytest.mark.parametrize("seat", ["jack", "detective"])
def test_bert_may_open_a_manhole_and_dive_into_it(seat: str) -> None:
    position = at_work("bert", seat, jack="gull", bert="K3", covers="B2 L1")
    assert "A2" not in moves(position)
    opened = play(position, "cover B2 F0")
    assert "A2" in moves(opened)  # K3, B2, A2
    dived = play(opened, "A2")
    assert (look(dived).hexes["bert"], look(dived).picked) == ("A2", None)
    # Or under his own feet.
    under = at_work("bert", seat, jack="gull", bert="B7")
    assert "K3" not in moves(under)
    assert "K3" in moves(play(under, "cover B7 F0"))


@rule("MJ-63a")
def test_bert_as_jack_may_open_a_manhole_and_leave_by_the_sewers() -> None:
    position = leaving("bert", "K3", covers="B2 L1", cordons="SW SE")
    assert exits(position) == set()
    opened = play(position, "cover B2 F0")
    assert exits(opened) == {"NW"}
    assert outcome(play(opened, "exit NW")) == ESCAPED
