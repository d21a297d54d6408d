"""Alibi cards: public when the detectives draw them, hidden when Jack does."""

import pytest

from gaslamp.core.game import News
from gaslamp.titles.pocket.rules import board
from tests.ledger import rule
from tests.rules.pocket.builders import POCKET, call, legal, look, play, streets, table, tile, told, up

HOURGLASSES = {
    "madame": 2,
    "goodley": 0,
    "bert": 1,
    "gull": 1,
    "stealthy": 1,
    "smith": 1,
    "lestrade": 0,
    "pizer": 1,
    "lane": 1,
}


# ---- drawn by the detectives: the first token of an odd turn


@rule("MP-19")
@pytest.mark.parametrize("viewer", POCKET.viewers)
def test_a_card_of_the_detectives_is_shown_to_both(viewer: str) -> None:
    news = told(table(turn=1), viewer, "take alibi", "card gull")
    assert news[1:] == [News("alibi_shown", {"suspect": "gull", "cleared": ("gull",)})]
    assert look(play(table(turn=1), "take alibi", "card gull"), viewer).shown_cards == ("gull",)


@rule("MP-19")
def test_hourglasses_of_a_shown_card_do_not_count() -> None:
    shown = play(table(turn=1, tokens=3), "take alibi", "card madame")
    assert look(shown).hourglasses == 3
    assert look(shown).jack_cards == 0
    assert look(shown).detective_tokens == look(table(turn=1, tokens=3)).detective_tokens


@rule("MP-19a")
@pytest.mark.parametrize("suspect", sorted(set(board.SUSPECTS) - {"bert"}))
def test_a_shown_card_clears_its_suspect_at_once(suspect: str) -> None:
    shown = play(table(turn=1, jack="bert"), "take alibi", f"card {suspect}")
    assert up(shown) == set(board.SUSPECTS) - {suspect}
    assert look(shown).turn == 1  # the turn goes on


@rule("MP-19a")
def test_a_shown_card_of_a_cleared_suspect_turns_nothing() -> None:
    before = table(streets("north", gull="east cleared", lane="cleared"), turn=1)
    for card in ("gull", "lane"):
        shown = play(before, "take alibi", f"card {card}")
        assert look(shown).tiles == look(before).tiles
        assert told(before, "jack", "take alibi", f"card {card}")[1].details["cleared"] == ()


# ---- drawn by Jack: the first token of an even turn


@rule("MP-20")
@pytest.mark.parametrize("viewer", ["detectives", "spectator"])
def test_the_detectives_learn_only_that_jack_drew_a_card(viewer: str) -> None:
    before = table(turn=2)
    assert told(before, viewer, "take alibi", "card gull")[1:] == [News("alibi_hidden", {})]
    views = [look(play(before, "take alibi", f"card {card}"), viewer) for card in ("gull", "madame", "lane")]
    assert views[0] == views[1] == views[2]
    assert views[0].jack_cards == look(before, viewer).jack_cards + 1
    # Jack himself reads it.
    assert told(before, "jack", "take alibi", "card gull")[1:] == [News("alibi_kept", {"suspect": "gull"})]


@rule("MP-20a")
@pytest.mark.parametrize("card", sorted(set(board.SUSPECTS) - {"bert"}))
def test_the_hourglasses_of_a_card_jack_drew_count_for_him(card: str) -> None:
    drawn = play(table(turn=2, tokens=1), "take alibi", f"card {card}")
    assert look(drawn).hourglasses == 1 + HOURGLASSES[card]
    assert look(drawn).held_cards == (card,)


@rule("MP-20b")
def test_a_card_jack_drew_turns_no_tile() -> None:
    before = table(turn=2)
    drawn = play(before, "take alibi", "card lane")
    assert look(drawn).tiles == look(before).tiles
    assert tile(drawn, "lane").wall == "north"  # no crossroads yet


@rule("MP-21")
def test_a_card_drawn_is_gone_for_both() -> None:
    drawn = call(table(turn=2, held="gull", shown="lane", left="joker", jack="bert"))
    drawing = play(drawn, "throw alibi toby rotation joker", "take alibi")
    assert legal(drawing) == [f"card {name}" for name in board.SUSPECTS if name not in {"bert", "gull", "lane"}]
