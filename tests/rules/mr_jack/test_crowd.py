"""MJ-26 on B1, the dead end: characters that must move but cannot."""

import pytest

from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.hexes import STREETS
from tests.ledger import rule
from tests.rules.mr_jack.builders import (
    CHARACTERS,
    FACES,
    hemmed_in,
    legal,
    look,
    moves,
    outcome,
    play,
    to_move,
    ways,
)

HELD = [name for name in CHARACTERS if name not in {"stealthy", "gull"}]  # she climbs, he exchanges
IN_REACH = {"B2", "A2", "C2", "A3", "D2"}
EXCHANGES = {f"exchange {name}" for name in CHARACTERS if name != "gull"}


@rule("MJ-26")
@pytest.mark.parametrize("name", HELD)
def test_a_character_with_no_free_hex_in_reach_stays(name: str) -> None:
    position = hemmed_in(name, "jack")
    assert moves(position) == set()
    assert "stay" in legal(position)
    stayed = play(position, "stay")
    assert look(stayed).hexes == look(position).hexes
    assert moves(stayed) == ways(stayed, "stay") == set()


@rule("MJ-26")
@pytest.mark.parametrize("name", HELD)
@pytest.mark.parametrize("seat", ["jack", "detective"])
def test_staying_is_not_offered_while_a_hex_is_free(name: str, seat: str) -> None:
    assert "stay" in legal(hemmed_in(name, seat))
    assert "stay" not in legal(hemmed_in(name, seat, covers="B7 L1"))  # the sewers are open
    neighbour = next(other for other in CHARACTERS if other != name)  # on B2, passed over by the others
    assert "stay" not in legal(hemmed_in(name, seat, **{neighbour: "M1"}))
    assert "stay" not in legal(hemmed_in("stealthy", seat))


@rule("MJ-26")
@pytest.mark.parametrize(
    ("name", "ability"), [("smith", "lamp F5 H7"), ("lestrade", "cordon NE SE"), ("bert", "cover L1 G4")]
)
def test_one_who_stays_still_uses_the_ability(name: str, ability: str) -> None:
    stayed = play(hemmed_in(name, "jack"), "stay")
    assert look(stayed).picked == name
    assert legal(stayed) == ways(stayed, ability.split(maxsplit=1)[0])
    assert look(play(stayed, ability)).picked is None
    used_first = play(hemmed_in(name, "jack"), ability)
    assert legal(used_first) == {"stay"}
    assert look(play(used_first, "stay")).picked is None


@rule("MJ-26")
@pytest.mark.parametrize("seat", ["jack", "detective"])
def test_watson_who_stays_still_turns_his_lantern(seat: str) -> None:
    stayed = play(hemmed_in("watson", seat), "stay")
    assert (legal(stayed), to_move(stayed)) == (FACES, seat)
    turned = play(stayed, "face S")
    assert (look(turned).facing, look(turned).picked) == ("S", None)


@rule("MJ-26")
def test_holmes_who_stays_still_draws_his_card() -> None:
    stayed = play(hemmed_in("holmes", "detective"), "stay")
    assert to_move(stayed) == "chance"
    drawn = play(stayed, "alibi gull")
    assert look(drawn, "detective").detective_alibis == ("gull",)
    assert look(drawn).picked is None


@rule("MJ-26")
def test_an_ability_used_first_may_clear_the_way() -> None:
    position = hemmed_in("bert", "jack")
    opened = play(position, "cover B2 G4")
    assert moves(opened) >= {"C4", "F0", "H8", "K3", "L6"}
    assert "stay" not in legal(opened)
    shut = play(position, "cover L1 G4")  # another cover, and no help
    assert legal(shut) == {"stay"}


@rule("MJ-26")
def test_only_on_b1_and_l7_can_every_hex_in_reach_be_taken() -> None:
    # Seven others can take seven hexes; every set of covers of both editions is looked at.
    fewest = dict.fromkeys(STREETS, board.HEXES)
    for number, reach in enumerate(board.REACH3):
        place = STREETS[number % board.HEXES]
        fewest[place] = min(fewest[place], reach.bit_count() - 1)
    assert {place: number for place, number in fewest.items() if number <= 7} == {"B1": 5, "L7": 5}
    assert min(reach.bit_count() for reach in board.STEALTHY4) > 8


@rule("MJ-26a")
def test_gull_hemmed_in_must_exchange() -> None:
    assert legal(hemmed_in("gull", "jack")) == EXCHANGES
    assert legal(hemmed_in("gull", "detective")) == EXCHANGES | IN_REACH  # or accuse


@rule("MJ-26a")
@pytest.mark.parametrize("name", HELD)
def test_the_detective_hemmed_in_is_not_forced_to_accuse(name: str) -> None:
    position = hemmed_in(name, "detective")
    assert moves(position) == IN_REACH
    assert outcome(play(position, "A3")) is not None
    assert outcome(play(position, "stay")) is None


@rule("MJ-26a")
@pytest.mark.parametrize("name", HELD)
def test_jack_hemmed_in_may_leave_or_stay(name: str) -> None:
    position = hemmed_in(name, "jack", jack=name, witness="invisible")
    assert legal(position) >= {"exit NW", "stay"}
    assert "exit NW" not in legal(hemmed_in(name, "jack", jack=name, witness="invisible", cordons="NW SW"))
    gull = hemmed_in("gull", "jack", jack="gull", witness="invisible")
    assert legal(gull) == EXCHANGES | {"exit NW"}
