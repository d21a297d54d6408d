"""Holmes draws an alibi card after his move; Watson's lantern is turned after any move of his."""

import pytest

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import News
from tests.ledger import rule
from tests.rules.mr_jack.builders import (
    CHARACTERS,
    FACES,
    VIEWERS,
    WAYS,
    at_work,
    last_card,
    legal,
    look,
    moves,
    play,
    suspects,
    to_move,
    told,
    ways,
)

SEATS = ["jack", "detective"]
# Watson may come to A6 for one point; Bert, behind him, may then follow to A5.
WHISTLING = {"goodley": "B7", "holmes": "C6", "watson": "A5", "bert": "A4", "stealthy": "I7"}


# ---- Holmes


@rule("MJ-40")
@pytest.mark.parametrize("seat", SEATS)
def test_holmes_draws_an_alibi_card_after_his_move(seat: str) -> None:
    moved = play(at_work("holmes", seat), "G6")
    assert (to_move(moved), look(moved).picked) == ("chance", "holmes")
    drawn = play(moved, "alibi gull")
    assert look(drawn).pile == look(moved).pile - 1
    assert look(drawn).picked is None  # that was all


@rule("MJ-40")
@pytest.mark.parametrize("seat", SEATS)
def test_holmes_may_not_draw_before_his_move(seat: str) -> None:
    picked = at_work("holmes", seat)
    assert to_move(picked) == seat
    assert legal(picked) == moves(picked)


@rule("MJ-40")
def test_jack_who_uses_holmes_draws_a_card_too() -> None:
    drawn = play(at_work("holmes", "jack"), "G6", "alibi gull")
    assert look(drawn, "jack").jack_alibis == ("gull",)
    assert (look(drawn).jack_cards, look(drawn).detective_cards) == (1, 0)


@rule("MJ-40a")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seat", SEATS)
def test_only_the_one_who_drew_sees_the_alibi_card(seat: str, viewer: str) -> None:
    before = at_work("holmes", seat)
    drawn = [look(play(before, "G6", f"alibi {card}"), viewer) for card in ("gull", "watson", "smith")]
    news = [told(before, viewer, "G6", f"alibi {card}")[1:] for card in ("gull", "watson", "smith")]
    if viewer == seat:
        assert [getattr(view, f"{seat}_alibis") for view in drawn] == [("gull",), ("watson",), ("smith",)]
        assert news[0] == [News("alibi", {"seat": seat, "character": "gull"})]
    else:
        assert drawn[0] == drawn[1] == drawn[2]
        assert news[0] == news[1] == news[2]


@rule("MJ-40a")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seat", SEATS)
def test_everyone_learns_who_drew_an_alibi_card(seat: str, viewer: str) -> None:
    (news,) = told(at_work("holmes", seat), viewer, "G6", "alibi gull")[1:]
    assert news.kind == ("alibi" if viewer == seat else "alibi_hidden")
    assert news.details["seat"] == seat
    counted = look(play(at_work("holmes", seat), "G6", "alibi gull"), viewer)
    assert (counted.jack_cards, counted.detective_cards) == ((1, 0) if seat == "jack" else (0, 1))


@rule("MJ-40a")
def test_a_card_jack_drew_stays_out_of_the_detectives_reach() -> None:
    later = play(at_work("holmes", "detective", round=3, jack="bert", jack_alibis="gull"), "G6")
    assert legal(later) == {f"alibi {name}" for name in CHARACTERS if name not in {"bert", "gull"}}
    other = play(at_work("holmes", "detective", round=3, jack="bert", jack_alibis="smith"), "G6")
    assert look(later, "detective") == look(other, "detective")  # which card is gone he does not see


@rule("MJ-40b")
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("card", [name for name in CHARACTERS if name != "bert"])
def test_an_alibi_card_turns_no_token(seat: str, card: str) -> None:
    drawn = play(at_work("holmes", seat, jack="bert"), "G6", f"alibi {card}")
    assert suspects(drawn) == set(CHARACTERS)
    # Nor at the call: after the last card of round 1, characters are cleared that are not visible like Jack on I3.
    called = play(last_card("holmes", round=1, jack="bert"), "G6", f"alibi {card}")
    assert suspects(called) == {"lestrade", "smith", "bert"}


# ---- Watson


@rule("MJ-41")
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("way", WAYS)
def test_watson_must_choose_a_facing_after_his_move(seat: str, way: str) -> None:
    moved = play(at_work("watson", seat), "I6")
    assert (legal(moved), to_move(moved)) == (FACES, seat)
    turned = play(moved, f"face {way}")
    assert (look(turned).facing, look(turned).picked) == (way, None)


@rule("MJ-41")
@pytest.mark.parametrize("seat", SEATS)
def test_watson_may_not_turn_before_his_move(seat: str) -> None:
    assert legal(at_work("watson", seat)) == moves(at_work("watson", seat))


@rule("MJ-41")
@pytest.mark.parametrize("way", WAYS)
def test_watson_may_keep_the_facing_he_has(way: str) -> None:
    turned = play(at_work("watson", facing=way), "I6", f"face {way}")
    assert (look(turned).facing, look(turned).picked) == (way, None)


@rule("MJ-42")
@pytest.mark.parametrize("seat", SEATS)
def test_whoever_whistles_watson_turns_him_at_once(seat: str) -> None:
    whistled = play(at_work("goodley", seat, **WHISTLING), "whistle watson A6")
    assert (legal(whistled), to_move(whistled)) == (FACES, seat)  # neither the next one nor Goodley's move
    turned = play(whistled, "face N")
    assert look(turned).facing == "N"
    assert legal(turned) == ways(turned, "whistle") >= {"whistle bert A5"}
    # So too after Goodley's move, and when Watson's are the last points of the whistle.
    last = play(at_work("goodley", seat, goodley="M3"), "L3", "whistle watson I4")
    assert legal(last) == FACES
    assert look(play(last, "face SW")).picked is None


@rule("MJ-42")
@pytest.mark.parametrize("seat", SEATS)
def test_whoever_exchanges_gull_with_watson_turns_him(seat: str) -> None:
    exchanged = play(at_work("gull", seat), "exchange watson")
    assert look(exchanged).hexes["watson"] == "E0"
    assert (legal(exchanged), to_move(exchanged)) == (FACES, seat)
    turned = play(exchanged, "face S")
    assert (look(turned).facing, look(turned).picked) == ("S", None)


@rule("MJ-42")
@pytest.mark.parametrize(
    ("name", "steps"),
    [("watson", ["I6"]), ("gull", ["exchange watson"]), ("goodley", ["whistle watson J6"])],
)
def test_jack_turns_the_watson_he_moved(name: str, steps: list[str]) -> None:
    moved = play(at_work(name, "jack", jack="bert"), *steps)
    assert to_move(moved) == "jack"
    turned = {"seat": "jack", "facing": "NW"}
    assert told(moved, "detective", "face NW")[0] == News("faced", turned)


@rule("MJ-42")
@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("holmes", ["G6", "alibi gull"]),
        ("smith", ["lamp F5 F1", "G1"]),
        ("lestrade", ["cordon NE NW", "E5"]),
        ("stealthy", ["A5"]),
        ("goodley", ["whistle bert K2", "M4"]),
        ("gull", ["exchange smith"]),
        ("bert", ["cover B7 B2", "I4"]),
    ],
)
def test_watson_unmoved_keeps_his_facing(name: str, steps: list[str]) -> None:
    position = at_work(name, facing="SW")
    for step in steps:
        assert not ways(position, "face")
        with pytest.raises(IllegalAction):
            play(position, "face N")
        position = play(position, step)
    assert (look(position).picked, look(position).facing) == (None, "SW")
