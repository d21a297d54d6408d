"""Abilities: Smith, Lestrade and Bert before or after their move; Stealthy's move; Gull's exchange."""

import pytest

from gaslamp.core.errors import IllegalAction, Unreadable
from gaslamp.core.game import News
from gaslamp.titles.mr_jack.rules.hexes import KIND, distances
from tests.ledger import rule
from tests.rules.mr_jack.builders import (
    CHARACTERS,
    EDITIONS,
    LAMPS,
    at_work,
    legal,
    look,
    moves,
    outcome,
    play,
    to_move,
    told,
    ways,
)

SEATS = ["jack", "detective"]
OTHERS = [name for name in CHARACTERS if name != "gull"]
EXITS = {"NW", "NE", "SW", "SE"}


# ---- Smith


@rule("MJ-43")
def test_smith_moves_a_lit_tile_to_an_unlit_post() -> None:
    position = at_work("smith")
    assert ways(position, "lamp") == {f"lamp {lit} {unlit}" for lit in LAMPS for unlit in ("F1", "H7")}
    carried = look(play(position, "lamp L2 H7")).lamps
    assert carried == {"B6": "1", "H7": "2", "C1": "3", "K6": "4", "F5": "x", "H3": "x"}
    news = {"seat": "detective", "here": "L2", "there": "H7"}
    assert told(position, "jack", "lamp L2 H7") == [News("lamp_moved", news)]


@rule("MJ-43")
@pytest.mark.parametrize("seat", SEATS)
def test_smith_may_move_the_tile_before_or_after_his_move(seat: str) -> None:
    before = play(at_work("smith", seat), "lamp F5 F1", "G1")
    after = play(at_work("smith", seat), "G1", "lamp F5 F1")
    assert before == after
    assert look(before).picked is None


@rule("MJ-43")
@pytest.mark.parametrize("seat", SEATS)
def test_smith_must_move_a_tile_and_only_one(seat: str) -> None:
    moved = play(at_work("smith", seat), "G1")
    assert legal(moved) == ways(at_work("smith", seat), "lamp") != set()
    assert to_move(moved) == seat
    carried = play(at_work("smith", seat), "lamp F5 F1")
    assert legal(carried) == moves(carried)
    assert look(play(moved, "lamp F5 F1")).picked is None


# ---- Lestrade


@rule("MJ-44")
@pytest.mark.parametrize("cordons", ["NE SW", "NW SE", "NW NE", "SW SE"])
def test_lestrade_moves_a_cordon_to_a_free_exit(cordons: str) -> None:
    position = at_work("lestrade", cordons=cordons)
    free = EXITS - set(cordons.split())
    assert ways(position, "cordon") == {f"cordon {here} {there}" for here in cordons.split() for there in free}
    here, stays = cordons.split()
    for there in sorted(free):
        assert set(look(play(position, f"cordon {here} {there}")).cordons) == {stays, there}


@rule("MJ-44")
@pytest.mark.parametrize("seat", SEATS)
def test_lestrade_may_move_the_cordon_before_or_after_his_move(seat: str) -> None:
    before = play(at_work("lestrade", seat), "cordon NE NW", "E5")
    after = play(at_work("lestrade", seat), "E5", "cordon NE NW")
    assert before == after
    assert look(before).picked is None


@rule("MJ-44")
@pytest.mark.parametrize("seat", SEATS)
def test_lestrade_must_move_a_cordon_and_only_one(seat: str) -> None:
    moved = play(at_work("lestrade", seat), "E5")
    assert legal(moved) == ways(at_work("lestrade", seat), "cordon") != set()
    assert to_move(moved) == seat
    carried = play(at_work("lestrade", seat), "cordon NE NW")
    assert legal(carried) == moves(carried)
    assert look(play(moved, "cordon NE NW")).picked is None


# ---- Stealthy


@rule("MJ-45")
@pytest.mark.parametrize("seat", SEATS)
def test_stealthy_moves_one_to_four_hexes(seat: str) -> None:
    # From M1, in a corner, over L2, L4 and J3 as well; the manholes L1 and K3 are covered.
    one = {"L1", "M2"}
    two = {"K1", "K2", "L3", "M3"}
    three = {"J2", "K3", "M4"}
    four = {"I1", "I2", "I3", "J4", "M5"}
    position = at_work("stealthy", seat, stealthy="M1", goodley="A2", bert="A4", covers="L1 K3")
    assert moves(position) == one | two | three | four
    assert not moves(position) & {"H1", "I4", "J6", "L6"}  # five away
    assert look(play(position, "I3")).hexes["stealthy"] == "I3"


@rule("MJ-45a")
@pytest.mark.parametrize(
    ("start", "end", "covers"),
    [
        ("C4", "C2", "B2 C4"),  # the building C3; five steps on foot
        ("G5", "E4", "C4 G4"),  # the post F5; five
        ("I4", "E3", "G4 K3"),  # the garden H4 or F4; five
    ],
)
def test_stealthy_may_cross_buildings_gardens_and_lamp_posts(start: str, end: str, covers: str) -> None:
    people = {"holmes": "M1", "lestrade": "M5", "bert": "K1"}
    assert end in moves(at_work("stealthy", "jack", stealthy=start, covers=covers, **people))
    for walker in ("gull", "watson"):
        assert end not in moves(at_work(walker, "jack", covers=covers, **{**people, walker: start}))
    assert distances(start)[end] == 5


@rule("MJ-45a")
@pytest.mark.parametrize("seat", SEATS)
def test_stealthy_must_end_on_a_street(seat: str) -> None:
    position = at_work("stealthy", seat, stealthy="G3", lestrade="M5")  # H3, H4, F4 and F5 are near
    assert {KIND[place] for place in moves(position)} == {"."}
    for place in ("H3", "H4", "F4", "F5", "F2"):
        with pytest.raises((IllegalAction, Unreadable)):
            play(position, place)


@rule("MJ-45a")
@pytest.mark.parametrize("start", ["E4", "G6", "B1", "I1"])
def test_stealthy_may_keep_to_the_streets(start: str) -> None:
    away = {"holmes": "M1", "lestrade": "M5", "bert": "K5", "smith": "L7", "watson": "L6", "gull": "K2"}
    on_foot = {place for place, steps in distances(start).items() if 0 < steps <= 4}
    reached = moves(at_work("stealthy", "jack", stealthy=start, **away))
    assert reached >= on_foot - {*away.values(), "M3"}


@rule("MJ-45b")
def test_stealthy_may_use_the_sewers() -> None:
    reached = moves(at_work("stealthy", "jack", stealthy="B2"))
    assert {"C4", "F0", "G4", "H8", "K3", "L6"} <= reached
    assert {"L7", "M2", "M4", "K1"} <= reached  # three steps are left to her
    covered = moves(at_work("stealthy", "jack", stealthy="B7", covers="B7 C4"))
    assert not covered & {"B2", "F0", "G4", "H8", "K3", "L6"}


# ---- Gull


@rule("MJ-49")
@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("seat", SEATS)
def test_gull_may_exchange_with_anyone_at_any_distance(other: str, seat: str) -> None:
    before = look(at_work("gull", seat)).hexes
    after = look(play(at_work("gull", seat), f"exchange {other}")).hexes
    assert after == {**before, "gull": before[other], other: before["gull"]}
    assert "exchange gull" not in legal(at_work("gull", seat))


@rule("MJ-49")
def test_gull_moves_or_exchanges_but_never_both() -> None:
    assert look(play(at_work("gull"), "E1")).picked is None
    assert look(play(at_work("gull"), "exchange smith")).picked is None
    assert look(play(at_work("gull"), "exchange watson", "face N")).picked is None


@rule("MJ-49")
@pytest.mark.parametrize("seat", SEATS)
def test_gull_may_not_do_neither(seat: str) -> None:
    position = at_work("gull", seat)
    assert legal(position) == moves(position) | {f"exchange {name}" for name in OTHERS}


@rule("MJ-49")
@pytest.mark.parametrize("jack", OTHERS)
def test_an_exchange_is_no_accusation(jack: str) -> None:
    for other in OTHERS:
        position = at_work("gull", "detective", jack=jack)
        assert outcome(play(position, f"exchange {other}")) is None
        assert told(position, "spectator", f"exchange {other}") == [
            News("exchanged", {"seat": "detective", "character": other})
        ]


# ---- Bert


@rule("MJ-50")
def test_bert_moves_a_cover_to_an_open_manhole() -> None:
    position = at_work("bert")
    still_open = ("B2", "C4", "F0", "G4", "H8", "K3", "L6")
    assert ways(position, "cover") == {f"cover {here} {there}" for here in ("B7", "L1") for there in still_open}
    moved = look(play(position, "cover L1 G4"))
    assert moved.covered == ("B7", "G4")
    assert set(moved.manholes) == {"B2", "C4", "F0", "H8", "K3", "L1", "L6"}
    original = at_work("bert", edition="original")
    assert ways(original, "cover") == {
        f"cover {here} {there}" for here in ("C6", "L1") for there in ("A2", "F0", "F3", "H5", "H8", "M4")
    }


@rule("MJ-50")
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_bert_may_move_the_cover_before_or_after_his_move(seat: str, edition: str) -> None:
    before = play(at_work("bert", seat, edition=edition), "cover L1 F0", "I4")
    after = play(at_work("bert", seat, edition=edition), "I4", "cover L1 F0")
    assert before == after
    assert look(before).picked is None


@rule("MJ-50")
@pytest.mark.parametrize("seat", SEATS)
def test_bert_must_move_a_cover_and_only_one(seat: str) -> None:
    moved = play(at_work("bert", seat), "I4")
    assert legal(moved) == ways(at_work("bert", seat), "cover") != set()
    assert to_move(moved) == seat
    carried = play(at_work("bert", seat), "cover L1 F0")
    assert legal(carried) == moves(carried)
    assert look(play(moved, "cover L1 F0")).picked is None


# ---- all three


@rule("MJ-51")
@pytest.mark.parametrize("round", range(1, 9))
def test_smith_lestrade_and_bert_can_always_use_their_abilities(round: int) -> None:
    seat = "detective" if round % 2 else "jack"
    tiles = 7 - min(round, 5)  # 6 in the first round, 2 from the fifth on
    assert len(ways(at_work("smith", seat, round=round), "lamp")) == tiles * (8 - tiles)
    assert len(ways(at_work("lestrade", seat, round=round), "cordon")) == 2 * 2
    assert len(ways(at_work("bert", seat, round=round), "cover")) == 2 * 7
    assert len(ways(at_work("bert", seat, round=round, edition="original"), "cover")) == 2 * 6


@rule("MJ-51")
@pytest.mark.parametrize(("name", "word"), [("smith", "lamp"), ("lestrade", "cordon"), ("bert", "cover")])
def test_a_tile_a_cordon_or_a_cover_never_goes_back_to_its_place(name: str, word: str) -> None:
    position = at_work(name)
    before = look(position)
    for text in ways(position, word):
        after = look(play(position, text))
        assert (after.lamps, after.cordons, after.covered) != (before.lamps, before.cordons, before.covered)
        assert len(after.lamps) == 6
        assert len(after.cordons) == len(after.covered) == 2
