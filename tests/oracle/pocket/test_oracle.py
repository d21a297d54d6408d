"""Hand-made cases that check the Pocket oracle itself."""

import random

import pytest

from tests.oracle.pocket.rules import SUSPECTS, PocketOracle, line_of_sight

DEAL = ["west", "north", "east", "north", "north", "north", "north", "south", "north"]


def dealt(walls: list[str], jack: str) -> PocketOracle:
    oracle = PocketOracle()
    for suspect, wall in zip(SUSPECTS, walls, strict=True):
        oracle.play(f"tile {suspect} {wall}")
    oracle.play(f"jack {jack}")
    return oracle


def play_all(oracle: PocketOracle, *notations: str) -> PocketOracle:
    for notation in notations:
        oracle.play(notation)
    return oracle


def random_game(seed: int, both_goals_while_seen: str) -> PocketOracle:
    rng = random.Random(seed)
    oracle = PocketOracle(both_goals_while_seen)
    while oracle.to_move() != "nobody":
        oracle.play(rng.choice(sorted(oracle.legal())))
    return oracle


def test_the_counts_of_legal_actions() -> None:
    oracle = PocketOracle()
    assert len(oracle.legal()) == 9  # top-left: nine suspects, one side
    oracle.play("tile madame west")
    assert len(oracle.legal()) == 8 * 4
    oracle = dealt(DEAL, jack="bert")
    assert len(oracle.legal()) == 16
    play_all(oracle, "throw alibi toby exchange rotation", "take exchange")
    assert len(oracle.legal()) == 36
    play_all(oracle, "exchange madame lane", "take rotation")
    assert len(oracle.legal()) == 27
    play_all(oracle, "rotate lane 180", "take alibi")
    assert oracle.to_move() == "chance"
    assert len(oracle.legal()) == 8


def test_opposite_places_look_along_the_same_line_from_its_two_ends() -> None:
    for near, opposite in [(0, 8), (1, 7), (2, 6), (3, 11), (4, 10), (5, 9)]:
        cells, near_side, far_side = line_of_sight(near)
        assert line_of_sight(opposite) == (cells[::-1], far_side, near_side)


def test_a_line_of_sight_worked_out_by_hand() -> None:
    oracle = dealt(DEAL, jack="bert")
    assert oracle.picture()["seen"] == []
    play_all(oracle, "throw alibi watson rotation joker", "take watson", "watson 1")
    assert oracle.picture()["seen"] == ["gull", "smith", "stealthy"]  # the middle row, every wall on the north
    play_all(oracle, "take rotation", "rotate stealthy +90")
    assert oracle.picture()["seen"] == ["smith"]  # a wall on the near side
    play_all(oracle, "take joker", "holmes 1")
    assert oracle.picture()["seen"] == ["madame", "smith"]
    assert oracle.tiles[3].suspect == "gull"
    assert oracle.seen_from(0) == {"madame"}  # Gull's wall is on the north, and ends the line from above


def test_a_call_worked_out_by_hand() -> None:
    oracle = dealt(DEAL, jack="bert")
    play_all(oracle, "throw alibi watson rotation joker", "take watson", "watson 1", "take joker", "stay")
    play_all(oracle, "take rotation", "rotate lane 180", "take alibi", "card lane")
    picture = oracle.picture()
    assert picture["turn"] == 2
    assert picture["faces"] == ["holmes", "toby", "exchange", "rotation"]
    assert (picture["jack_tokens"], picture["detective_tokens"], picture["hourglasses"]) == (1, 0, 1)
    assert oracle.suspects_up() == set(SUSPECTS) - {"gull", "smith", "stealthy", "lane"}
    assert oracle.tile_of("lane").wall is None
    assert oracle.tile_of("gull").wall == "north"
    assert oracle.to_move() == "jack"


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    oracle = dealt(DEAL, jack="bert")
    before = oracle.picture()
    for notation in ["take alibi", "jack lane", "throw holmes toby joker rotation", ""]:
        with pytest.raises(ValueError, match="not legal"):
            oracle.play(notation)
    assert oracle.picture() == before


@pytest.mark.parametrize("both_goals_while_seen", ["detectives_win", "chase"])
def test_random_games_end_in_time_and_in_every_way(both_goals_while_seen: str) -> None:
    reasons = set()
    for seed in range(400):
        oracle = random_game(seed, both_goals_while_seen)
        assert oracle.jack_tokens + oracle.detective_tokens == oracle.turn <= 8
        assert oracle.used == {"a", "b", "c", "d"}
        assert oracle.legal() == set()
        reasons.add(oracle.reason)
    assert reasons == {
        "one_suspect",
        "hourglasses",
        "both_seen",
        "both_unseen",
        "caught",
        "escaped",
        "night_over",
    }
