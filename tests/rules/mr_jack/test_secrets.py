"""Secrets: the board is public, each side's cards are its own, the pile is hidden, the end reveals all."""

from dataclasses import replace
from typing import Any

import pytest

from gaslamp.core.game import News
from gaslamp.titles.mr_jack.rules.position import Position
from gaslamp.ui.presentation import presentation
from tests.ledger import rule
from tests.rules.mr_jack.builders import (
    CHARACTERS,
    MR_JACK,
    VIEWERS,
    at_work,
    begun,
    last_card,
    legal,
    look,
    play,
    table,
    to_move,
    told,
    ways,
)

OTHERS = ["detective", "spectator"]


def may_leave(name: str, **details: Any) -> Position:
    """Return Jack's turn with a character on B2, two points from an exit. Only Jack knows if it is his own."""
    hidden = {"witness": "invisible", "cleared": "gull", "covers": "B2 L6", name: "B2"}
    return at_work(name, "jack", round=4, **{**hidden, **details})


def known_to(viewer: str, position: Position, *notations: str) -> set[str]:
    """Return a viewer's suspects after the news of a game that starts with *notations*."""
    belief = MR_JACK.belief(viewer)
    for piece in told(position, viewer, *notations):
        belief.observe(piece)
    return {CHARACTERS[world.identity] for world in belief.worlds()}


# ---- the legal moves


@rule("MJ-65")
@pytest.mark.parametrize("viewer", OTHERS)
@pytest.mark.parametrize("name", [name for name in CHARACTERS if name != "gull"])
def test_the_legal_moves_go_to_the_seat_to_move_alone(viewer: str, name: str) -> None:
    himself, another = may_leave(name, jack=name), may_leave(name, jack="bert" if name != "bert" else "smith")
    assert legal(himself) == legal(another) | {"exit NW"}
    assert look(himself, viewer) == look(another, viewer)
    waiting = [presentation(MR_JACK).prompt(look(position, viewer), []) for position in (himself, another)]
    assert waiting[0] == waiting[1]
    assert waiting[0].choices == ()
    offered = presentation(MR_JACK).prompt(look(himself, "jack"), himself.legal())
    assert {leaf.action for choice in offered.choices for leaf in choice.leaves()} == set(himself.legal())


@rule("MJ-65")
@pytest.mark.parametrize("viewer", OTHERS)
@pytest.mark.parametrize("name", [name for name in CHARACTERS if name != "gull"])
def test_other_views_do_not_show_whether_jack_may_leave(viewer: str, name: str) -> None:
    other = "bert" if name != "bert" else "smith"
    himself, another = may_leave(name, jack=name), may_leave(name, jack=other)
    cordoned = may_leave(name, jack=name, cordons="NW SE")
    assert ways(himself, "exit")
    assert not ways(another, "exit")
    assert not ways(cordoned, "exit")
    for text in sorted(legal(another)):
        assert told(himself, viewer, text) == told(another, viewer, text)
        after = play(himself, text), play(another, text)
        assert look(after[0], viewer) == look(after[1], viewer)
        assert to_move(after[0]) == to_move(after[1])
    # Beside the board with its cordons elsewhere nothing else is another.
    shut = look(cordoned, viewer)
    assert replace(shut, cordons=look(himself, viewer).cordons) == look(himself, viewer)


# ---- open and hidden


@rule("MJ-70")
def test_both_seats_and_an_onlooker_see_the_whole_board() -> None:
    position = at_work(
        "goodley",
        "detective",
        round=3,
        used=3,
        others="holmes watson bert",
        jack="gull",
        cleared="smith",
        witness="invisible",
        lamps={"B6": "3", "F1": "x", "H7": "4", "L2": "x"},
        covers="B2 H8",
        cordons="NW SE",
        facing="S",
        jack_alibis="watson",
        detective_alibis="bert",
    )
    position = play(position, "whistle bert J4")
    jack = look(position, "jack")
    assert jack.hexes == {
        "holmes": "G5",
        "watson": "I7",
        "smith": "G2",
        "lestrade": "E4",
        "stealthy": "A4",
        "goodley": "M3",
        "gull": "E0",
        "bert": "J4",
    }
    assert jack.suspects == ("holmes", "watson", "lestrade", "stealthy", "goodley", "gull", "bert")
    assert (jack.facing, jack.lamps) == ("S", {"B6": "3", "F1": "x", "H7": "4", "L2": "x"})
    assert (jack.covered, jack.cordons) == (("B2", "H8"), ("NW", "SE"))
    assert set(jack.manholes) == {"B7", "C4", "F0", "G4", "K3", "L1", "L6"}
    assert jack.turned == ("holmes", "watson", "goodley", "bert")
    assert (jack.face_up, jack.later) == ((), ("smith", "lestrade", "stealthy", "gull"))
    assert (jack.round, jack.used, jack.to_move, jack.picked) == (3, 3, "detective", "goodley")
    assert (jack.whistled, jack.points, jack.budget) == (("bert",), 1, 3)
    assert (jack.witness, jack.pile, jack.jack_cards, jack.detective_cards) == ("invisible", 5, 1, 1)
    for viewer in OTHERS:  # the same but for what is secret
        own = {"detective_alibis": ("bert",)} if viewer == "detective" else {}
        hidden: dict[str, Any] = {"identity": None, "jack_alibis": None, **own}
        assert look(position, viewer) == replace(jack, viewer=viewer, **hidden)


@rule("MJ-70")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_number_of_alibi_cards_of_each_side_is_public(viewer: str) -> None:
    position = table(round=7, jack="bert", jack_alibis="gull smith", detective_alibis="watson")
    seen = look(position, viewer)
    assert (seen.jack_cards, seen.detective_cards, seen.pile) == (2, 1, 4)


@rule("MJ-70")
def test_the_seats_see_one_board_wherever_they_sit() -> None:
    position = begun("jack gull", "card gull", "card holmes", "card bert", "card stealthy")
    jack, detective = look(position, "jack"), look(position, "detective")
    assert jack.hexes == detective.hexes
    shown = {sprite for sprite in presentation(MR_JACK).scene(jack).sprites if sprite.id not in {"jack", "jack-ring"}}
    assert shown == set(presentation(MR_JACK).scene(detective).sprites)  # except Jack's own mark
    assert presentation(MR_JACK).text_board(jack).rows == presentation(MR_JACK).text_board(detective).rows


@rule("MJ-71")
@pytest.mark.parametrize("viewer", OTHERS)
def test_only_jack_knows_who_he_is(viewer: str) -> None:
    assert told(begun(), viewer, "jack gull") == [News("identity_hidden", {})]
    assert told(begun(), "jack", "jack gull") == [News("identity", {"character": "gull"})]
    assert look(begun("jack gull"), "jack").identity == "gull"
    views = [look(begun(f"jack {name}"), viewer) for name in CHARACTERS]
    assert all(view == views[0] for view in views)
    assert views[0].identity is None


@rule("MJ-71")
def test_the_alibi_cards_of_a_seat_are_known_to_it_alone() -> None:
    gull = table(round=5, jack="bert", jack_alibis="gull", detective_alibis="watson")
    smith = table(round=5, jack="bert", jack_alibis="smith", detective_alibis="holmes")
    assert (look(gull, "jack").jack_alibis, look(gull, "jack").detective_alibis) == (("gull",), None)
    assert (look(gull, "detective").jack_alibis, look(gull, "detective").detective_alibis) == (None, ("watson",))
    assert (look(gull, "spectator").jack_alibis, look(gull, "spectator").detective_alibis) == (None, None)
    assert look(gull, "spectator") == look(smith, "spectator")


@rule("MJ-71")
def test_nobody_knows_the_order_of_the_cards() -> None:
    # Neither pile has one before a card is drawn: every card is as likely as the others.
    turning = begun("jack gull", "card gull")
    assert to_move(turning) == "chance"
    assert len(legal(turning)) == 7
    assert MR_JACK.weights(turning) == [1] * 7
    drawing = play(at_work("holmes", jack="bert", round=3, detective_alibis="gull"), "G6")
    assert to_move(drawing) == "chance"
    assert len(legal(drawing)) == 6
    assert MR_JACK.weights(drawing) == [1] * 6


# ---- what follows from it


@rule("MJ-72")
def test_suspects_are_not_cleared_by_calls_or_own_cards() -> None:
    night = ["jack bert", "card holmes", "card gull", "card stealthy", "card bert"]
    night += ["pick holmes", "G6", "alibi smith", "pick gull", "E1", "pick stealthy", "A3"]
    assert known_to("detective", begun(), *night) == set(CHARACTERS) - {"smith"}
    assert known_to("spectator", begun(), *night) == set(CHARACTERS)
    assert known_to("jack", begun(), *night) == {"bert"}
    # At the call Bert, on I2, is visible with Smith and Lestrade.
    night += ["pick bert", "I2", "cover B7 B2"]
    assert known_to("detective", begun(), *night) == {"bert", "lestrade"}
    assert known_to("spectator", begun(), *night) == {"bert", "lestrade", "smith"}


@rule("MJ-72")
def test_the_last_suspect_is_known_to_be_jack() -> None:
    night = ["jack bert", "card holmes", "card gull", "card lestrade", "card bert"]
    night += ["pick holmes", "G6", "alibi smith", "pick gull", "E1", "pick lestrade", "D6", "cordon NE NW"]
    assert len(known_to("detective", begun(), *night)) == 7
    night += ["pick bert", "I2", "cover B7 B2"]
    assert known_to("detective", begun(), *night) == {"bert"}
    assert MR_JACK.outcome(play(begun(), *night)) is None  # he has to be caught


@rule("MJ-73")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_end_reveals_jack_and_all_alibi_cards(viewer: str) -> None:
    details: dict[str, Any] = {"jack": "bert", "jack_alibis": "gull smith", "detective_alibis": "watson"}
    over = last_card("stealthy", round=8, **details), "A5"
    arrest = at_work("holmes", round=7, **{**details, "holmes": "E5"}), "E4"
    for position, text in (over, arrest):
        revealed = told(position, viewer, text)[-1]
        assert revealed.kind == "revealed"
        assert revealed.details["character"] == "bert"
        assert revealed.details["jack_alibis"] == ("smith", "gull")
        assert revealed.details["detective_alibis"] == ("watson",)
        ended = look(play(position, text), viewer)
        assert (ended.identity, ended.jack_alibis, ended.detective_alibis) == ("bert", ("smith", "gull"), ("watson",))
    # So too when the table ends a game that the rules have not ended.
    ended = MR_JACK.view(arrest[0], viewer, ended=True)
    assert (ended.identity, ended.jack_alibis, ended.detective_alibis) == ("bert", ("smith", "gull"), ("watson",))
    assert MR_JACK.closing_events(arrest[0])[0].details["character"] == "bert"


@rule("MJ-73")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_end_shows_both_piles(viewer: str) -> None:
    details: dict[str, Any] = {"jack": "bert", "jack_alibis": "gull smith", "detective_alibis": "watson"}
    position = at_work("holmes", round=7, others="gull smith bert", **{**details, "holmes": "E5"})
    revealed = told(position, viewer, "E4")[-1]
    assert revealed.details["pile"] == ("holmes", "lestrade", "stealthy", "goodley")
    # Four character cards are face up; the others are those of the next round.
    ended = look(play(position, "E4"), viewer)
    assert {*ended.turned, *ended.later} == set(CHARACTERS)
