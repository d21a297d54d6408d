"""Hand-made cases that check the Mr. Jack oracle itself."""

import random

import pytest

from tests.oracle.mr_jack.board import (
    BOARD,
    BUILDINGS,
    CHARACTERS,
    GARDENS,
    HEX_AT_POINT,
    POSTS,
    STREETS,
    beam,
    neighbours,
    point,
    street_distances,
)
from tests.oracle.mr_jack.rules import MrJackOracle

EDITIONS = ["revised", "original"]
ENDINGS = {  # a random game that ends so, by edition and reason
    ("revised", "escape"): 492,
    ("revised", "right_arrest"): 22,
    ("revised", "wrong_arrest"): 2,
    ("revised", "night_over"): 12,
    ("original", "escape"): 477,
    ("original", "right_arrest"): 62,
    ("original", "wrong_arrest"): 2,
    ("original", "night_over"): 13,
}
# All characters are within three steps of B1; with Gull and Bert none can come nearer.
ROUND_B1 = {"B1": "goodley", "B2": "holmes", "A2": "watson", "C2": "smith", "A3": "lestrade", "D2": "stealthy"}


def play_all(oracle: MrJackOracle, *notations: str) -> MrJackOracle:
    for notation in notations:
        oracle.play(notation)
    return oracle


def random_game(seed: int, edition: str) -> MrJackOracle:
    rng = random.Random(seed)
    oracle = MrJackOracle(edition)
    while oracle.to_move() != "nobody":
        oracle.play(rng.choice(sorted(oracle.legal())))
    return oracle


def at_work(picked: str, player: str = "detective", jack: str = "holmes", **hexes: str) -> MrJackOracle:
    """A game in which this player has just picked that card, with characters on the given hexes."""
    oracle = MrJackOracle()
    oracle.play(f"jack {jack}")
    oracle.hexes |= hexes
    assert len(set(oracle.hexes.values())) == 8
    oracle.round = 1 if player == "detective" else 2
    oracle.face_up = {picked, *[character for character in CHARACTERS if character != picked][:3]}
    oracle.play(f"pick {picked}")
    assert oracle.to_move() == player
    return oracle


def round_b1(standing_there: str, player: str = "detective", jack: str = "holmes") -> MrJackOracle:
    """B1 with every reachable hex occupied and its only manhole covered."""
    hexes = {character: place for place, character in ROUND_B1.items()} | {"gull": "A4", "bert": "B5"}
    hexes["goodley"], hexes[standing_there] = hexes[standing_there], "B1"
    oracle = at_work(standing_there, player, jack, **hexes)
    oracle.covers = {"B2", "L1"}
    return oracle


def whistles(oracle: MrJackOracle) -> set[str]:
    return {notation for notation in oracle.legal() if notation.startswith("whistle")}


def test_the_board_is_connected_and_symmetric() -> None:
    assert [len(BOARD), len(STREETS), len(BUILDINGS | GARDENS), len(POSTS)] == [86, 60, 18, 8]
    assert set(street_distances("A2")) == STREETS  # connected
    for kind in [STREETS, BUILDINGS, GARDENS, POSTS]:  # the printed board is its own half-turn
        assert {HEX_AT_POINT[12 - point(place)[0], 16 - point(place)[1]] for place in kind} == kind


def test_neighbours_worked_out_by_hand() -> None:
    assert neighbours("E4") == {"E3", "F4", "F5", "E5", "D5", "D4"}  # a column that hangs lower
    assert neighbours("B2") == {"B1", "C1", "C2", "B3", "A2"}  # one that does not; A1 is off the board
    assert beam("G0", "S") == ["G1", "G2", "G3", "G4", "G5", "G6", "G7"]
    assert beam("A5", "NE") == ["B5", "C4", "D4", "E3", "F3", "G2"]  # up to the building on H2
    assert beam("G3", "NW") == ["F3", "E2", "D2"]  # up to the post on C1, lit or not
    assert beam("I7", "NE") == beam("A4", "NE") == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_set_up(edition: str) -> None:
    oracle = MrJackOracle(edition)
    assert oracle.visible() == {"holmes", "smith", "lestrade", "bert"}
    assert len(oracle.legal()) == 8
    oracle.play("jack gull")
    for dealt in range(4):
        assert oracle.to_move() == "chance"
        assert len(oracle.legal()) == 8 - dealt
        oracle.play(min(oracle.legal()))
    assert oracle.face_up == {"bert", "goodley", "gull", "holmes"}
    assert oracle.later == {"lestrade", "smith", "stealthy", "watson"}
    assert oracle.to_move() == "detective"


def test_a_reach_worked_out_by_hand() -> None:
    oracle = MrJackOracle("original")  # Watson on A4, two steps from the open manhole A2
    on_foot = {"A2", "A3", "A5", "A6", "B2", "B5", "B7", "C4", "C5", "C6", "D4", "D6"}
    assert set(oracle.reach("watson")) == on_foot | {"F0", "F3", "H5", "H8", "M4"} | {"A4"}


def test_only_on_b1_and_l7_can_everything_in_reach_be_occupied() -> None:
    in_reach = {place: sum(0 < cost <= 3 for cost in street_distances(place).values()) for place in STREETS}
    assert {place for place, number in in_reach.items() if number <= 7} == {"B1", "L7"}
    assert in_reach["B1"] == in_reach["L7"] == 5


def test_blocked_characters_stay_except_gull() -> None:
    assert round_b1("lestrade", "jack").legal() >= {"stay", "cordon NE NW"}
    assert round_b1("bert", "jack").legal() & {"stay", "B2", "A3"} == {"stay"}
    assert round_b1("bert").legal() >= {"stay", "B2", "A3"}  # the Detective may accuse, but need not
    assert round_b1("gull", "jack").legal() == {f"exchange {name}" for name in CHARACTERS if name != "gull"}
    assert play_all(round_b1("bert", "jack"), "cover B2 G4", "K3").picked is None  # the sewers, opened first
    leaving = round_b1("bert", "jack", "bert")
    leaving.witness = "invisible"
    assert {"stay", "exit NW"} <= leaving.legal()
    assert play_all(leaving, "exit NW").picture()["reason"] == "escape"


def test_watson_and_holmes_use_their_abilities_without_moving() -> None:
    oracle = play_all(round_b1("watson"), "stay")
    assert oracle.legal() == {f"face {way}" for way in ["N", "NE", "SE", "S", "SW", "NW"]}
    assert play_all(oracle, "face S").lit_by_watson() == ["B2"]
    oracle = play_all(round_b1("holmes", jack="gull"), "stay")
    assert oracle.to_move() == "chance"
    assert play_all(oracle, "alibi bert").alibis["detective"] == {"bert"}


def test_a_whistle_without_effect() -> None:
    oracle = round_b1("goodley")
    assert whistles(oracle) == {"whistle nobody"}
    assert play_all(oracle, "whistle nobody").legal() == {"stay", "A2", "A3", "B2", "C2", "D2"}
    assert play_all(oracle, "stay").picked is None
    assert play_all(round_b1("goodley"), "stay").picked is None  # after the move nothing is asked


def test_no_point_of_the_whistle_may_be_wasted() -> None:
    # C5 alone is free and nearer: Bert and Stealthy come there for two points, Gull for one, and only one of them can.
    around = {"holmes": "A6", "lestrade": "C6", "smith": "A5", "watson": "D6"}
    oracle = at_work("goodley", goodley="B7", bert="A4", stealthy="E6", gull="C4", **around)
    assert whistles(oracle) == {"whistle bert C5", "whistle stealthy C5"}
    oracle.play("whistle bert C5")
    assert (oracle.points, oracle.ability_done) == (2, True)


def test_a_hex_just_left_may_be_taken_by_the_next_and_watson_turns_at_once() -> None:
    oracle = at_work("goodley", goodley="B7", holmes="C6", watson="A5", bert="A4", stealthy="I7")
    assert "whistle bert A5" not in oracle.legal()
    oracle.play("whistle watson A6")
    assert oracle.legal() == {f"face {way}" for way in ["N", "NE", "SE", "S", "SW", "NW"]}
    oracle.play("face N")
    assert oracle.legal() == whistles(oracle) >= {"whistle bert A5"}
    assert not any(notation.startswith("whistle watson") for notation in oracle.legal())
    assert play_all(oracle, "whistle bert A5").points == 2
    assert {notation.split()[1] for notation in oracle.legal()} == {"smith", "lestrade", "gull", "stealthy"}


def test_the_whistled_pass_over_others_and_over_goodley() -> None:
    oracle = at_work("goodley", goodley="B7", holmes="C6", watson="D6")
    assert "whistle watson A6" in oracle.legal()
    assert play_all(oracle, "whistle watson A6").points == 3


def test_a_call_worked_out_by_hand() -> None:
    oracle = MrJackOracle()
    play_all(oracle, "jack bert", "card bert", "card smith", "card watson", "card holmes")
    play_all(oracle, "pick watson", "G7", "face N", "pick smith", "lamp H3 F1", "G0")
    assert oracle.visible() == {"holmes", "lestrade", "smith", "gull"}  # two by F5, two by F1
    play_all(oracle, "pick bert", "I4", "cover B7 B2", "pick holmes", "G6", "alibi gull")  # Holmes beside Watson
    picture = oracle.picture()
    assert (picture["round"], picture["witness"], picture["detective_alibis"]) == (2, "invisible", ["gull"])
    assert picture["up"] == ["bert", "goodley", "stealthy"]
    assert picture["lamps"] == {"L2": "2", "C1": "3", "K6": "4", "F5": "unnumbered", "F1": "unnumbered"}
    assert picture["face_up"] == ["goodley", "gull", "lestrade", "stealthy"]
    assert oracle.to_move() == "jack"


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    oracle = at_work("smith")
    before = oracle.picture()
    for notation in ["stay", "G2", "lamp F1 H7", "lamp B6 L2", "exit NW", "pick holmes", "whistle bert I4", ""]:
        with pytest.raises(ValueError, match="not legal"):
            oracle.play(notation)
    assert oracle.picture() == before


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_games_end_by_the_eighth_round(edition: str) -> None:
    for seed in range(40):
        oracle = random_game(seed, edition)
        assert oracle.round <= 8
        assert oracle.winner == ("detective" if oracle.reason == "right_arrest" else "jack")
        assert oracle.legal() == set()
        assert oracle.jack in oracle.up


@pytest.mark.parametrize(("edition", "reason"), ENDINGS)
def test_a_random_game_ends_in_every_way(edition: str, reason: str) -> None:
    assert random_game(ENDINGS[edition, reason], edition).reason == reason
