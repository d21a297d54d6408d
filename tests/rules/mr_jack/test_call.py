"""The call at the end of a round: Jack's answer, cleared characters, the lamp that goes out."""

from typing import Any

import pytest

from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.position import Position
from tests.ledger import rule
from tests.rules.mr_jack.builders import (
    CHARACTERS,
    EDITIONS,
    LAMPS,
    VIEWERS,
    at_work,
    kinds,
    last_card,
    legal,
    look,
    moves,
    nights,
    outcome,
    play,
    suspects,
    table,
    to_move,
    told,
    visible,
)

# Where all start, Stealthy one step on: the two lamps without a number light four of them.
IN_LIGHT = {"holmes", "smith", "lestrade", "bert"}
IN_THE_DARK = {"watson", "stealthy", "goodley", "gull"}


def call(round: int = 2, **details: Any) -> Position:
    """Play Stealthy as the last card of a round, moving from the dark into the dark."""
    return play(last_card("stealthy", round=round, **details), "A5")


@rule("MJ-55")
def test_the_call_comes_after_the_fourth_character() -> None:
    position = table(cards="stealthy gull lestrade bert")
    activations = (["pick stealthy", "A5"], ["pick gull", "E1"], ["pick lestrade", "E5", "cordon NE NW"])
    for steps in activations:
        assert "called" not in kinds(told(position, "jack", *steps))
        position = play(position, *steps)
    news = told(position, "jack", "pick bert", "I4", "cover B7 B2")
    assert kinds(news) == ["picked", "moved", "cover_moved", "called", "turned_over"]


@rule("MJ-55")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize(("jack", "answer"), [("bert", "visible"), ("gull", "invisible")])
def test_the_call_of_mr_jack_is_made_without_asking_him(viewer: str, jack: str, answer: str) -> None:
    called = told(last_card("stealthy", round=3, jack=jack), viewer, "A5")[1]
    assert (called.kind, called.details["round"], called.details["answer"]) == ("called", 3, answer)
    assert to_move(call(3, jack=jack)) == "jack"  # Jack starts round 4
    assert legal(call(3, jack=jack)) == {f"pick {name}" for name in look(call(3)).face_up}


@rule("MJ-56")
@pytest.mark.parametrize("jack", sorted(IN_LIGHT))
def test_jack_visible_clears_the_invisible(jack: str) -> None:
    called = call(jack=jack)
    assert (look(called).witness, suspects(called)) == ("visible", IN_LIGHT)
    news = told(last_card("stealthy", round=2, jack=jack), "spectator", "A5")[1]
    assert (news.kind, news.details["cleared"]) == ("called", ("watson", "stealthy", "goodley", "gull"))


@rule("MJ-56")
@pytest.mark.parametrize("jack", sorted(IN_THE_DARK))
def test_jack_invisible_clears_the_visible(jack: str) -> None:
    called = call(jack=jack)
    assert (look(called).witness, suspects(called)) == ("invisible", IN_THE_DARK)


@rule("MJ-56a")
def test_a_cleared_token_stays_where_it_is() -> None:
    before = last_card("stealthy", round=2)
    after = play(before, "A5")
    assert look(after).hexes == {**look(before).hexes, "stealthy": "A5"}


@rule("MJ-56a")
@pytest.mark.parametrize("name", CHARACTERS)
def test_a_cleared_character_is_still_played(name: str) -> None:
    jack = "bert" if name != "bert" else "gull"
    for seat in ("jack", "detective"):
        cleared = at_work(name, seat, jack=jack, cleared=name)
        assert legal(cleared) == legal(at_work(name, seat, jack=jack)) != set()
        assert name not in suspects(play(cleared, min(moves(cleared))))


@rule("MJ-56a")
def test_a_cleared_character_stays_cleared() -> None:
    # Holmes and Bert stand in the light as Jack does; Holmes was cleared before.
    assert suspects(call(jack="bert", cleared="holmes")) == IN_LIGHT - {"holmes"}
    assert suspects(call(jack="gull", cleared="watson stealthy")) == {"gull", "goodley"}


@rule("MJ-56a")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_token_of_jack_is_never_turned(edition: str) -> None:
    calls = 0
    for position in nights(30, edition):
        calls += position.used == 3
        assert position.jack == board.NONE or position.up >> position.jack & 1
    assert calls > 150


@rule("MJ-57")
@pytest.mark.parametrize("witness", ["visible", "invisible"])
@pytest.mark.parametrize(("jack", "answer"), [("bert", "visible"), ("gull", "invisible")])
def test_the_witness_card_shows_the_last_call(witness: str, jack: str, answer: str) -> None:
    called = call(jack=jack, witness=witness)
    for viewer in VIEWERS:
        assert look(called, viewer).witness == answer


@rule("MJ-57")
@pytest.mark.parametrize("witness", ["visible", "invisible"])
def test_the_witness_card_does_not_change_during_a_round(witness: str) -> None:
    position = table(cards="bert gull lestrade stealthy", jack="bert", witness=witness)
    for steps in (["pick bert", "J4", "cover B7 B2"], ["pick gull", "E1"], ["pick lestrade", "E5", "cordon NE NW"]):
        assert look(position).witness == witness
        position = play(position, *steps)
    assert "bert" not in visible(position)
    assert look(play(position, "pick stealthy")).witness == witness
    assert look(play(position, "pick stealthy", "A5")).witness == "invisible"


@rule("MJ-58")
@pytest.mark.parametrize("round", [1, 2, 3, 4])
def test_the_lamp_with_the_number_of_the_round_goes_out(round: int) -> None:
    before = last_card("stealthy", round=round)
    assert str(round) in look(before).lamps.values()
    after = play(before, "A5")
    assert look(after).lamps == {post: tile for post, tile in look(before).lamps.items() if tile != str(round)}


@rule("MJ-58")
@pytest.mark.parametrize("round", [1, 2, 3, 4])
def test_the_numbered_tile_goes_out_wherever_smith_has_put_it(round: int) -> None:
    (post,) = (post for post, tile in LAMPS.items() if tile == str(round))
    before = last_card("smith", round=round)
    carried = play(before, f"lamp {post} H7")
    assert look(carried).lamps["H7"] == str(round)
    for after, steps in ((play(carried, "G1"), ["G1"]), (play(before, "G1", f"lamp {post} H7"), None)):
        assert not {post, "H7"} & set(look(after).lamps)
        assert str(round) not in look(after).lamps.values()
        news = told(carried, "jack", *steps) if steps else told(before, "jack", "G1", f"lamp {post} H7")
        assert [piece.details["lamp"] for piece in news if piece.kind == "called"] == ["H7"]


@rule("MJ-58")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_tile_gone_out_never_comes_back(edition: str) -> None:
    for position in nights(10, edition):
        if position.doing == board.PICKING:
            left = [str(number) for number in range(position.round, 5)]
            assert sorted(look(position).lamps.values()) == [*left, "x", "x"]


@rule("MJ-58a")
@pytest.mark.parametrize("round", [5, 6, 7, 8])
def test_no_lamp_goes_out_from_round_five_on(round: int) -> None:
    before = last_card("stealthy", round=round)
    assert look(play(before, "A5")).lamps == look(before).lamps == {"F5": "x", "H3": "x"}
    called = next(piece for piece in told(before, "jack", "A5") if piece.kind == "called")
    assert called.details["lamp"] == ""


@rule("MJ-59")
def test_the_call_is_made_before_the_lamp_goes_out() -> None:
    # Gull is next to L2 only, whose lamp goes out at the end of round 2.
    lit = last_card("stealthy", round=2, jack="gull", gull="K2", goodley="A2")
    assert "gull" in visible(lit)
    called = play(lit, "A5")
    assert look(called).witness == "visible"
    assert "gull" in suspects(called)
    assert "gull" not in visible(called)


@rule("MJ-59")
@pytest.mark.parametrize("round", range(1, 8))
def test_the_counter_moves_on_when_the_lamp_is_out(round: int) -> None:
    news = told(last_card("stealthy", round=round), "spectator", "A5")
    assert kinds(news) == ["moved", "called", "turned_over"][: 3 if round % 2 else 2]
    assert news[1].details["round"] == round
    after = call(round)
    assert (look(after).round, look(after).used, outcome(after)) == (round + 1, 0, None)
    assert str(round) not in look(after).lamps.values()
    # The shuffle comes last: after an even round chance is to turn up cards.
    assert to_move(after) == ("jack" if round % 2 else "chance")
