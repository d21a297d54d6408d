"""Arrest, right or wrong, and the other ways a game ends."""

from random import Random
from typing import Any, cast

import pytest

from gaslamp.core.game import News, Outcome
from gaslamp.titles.mr_jack.rules.notation import ACTIONS
from gaslamp.titles.mr_jack.rules.position import Position
from gaslamp.ui.presentation import presentation
from gaslamp.ui.prompt import Choice
from tests.ledger import rule
from tests.rules.mr_jack.builders import (
    CHARACTERS,
    EDITIONS,
    MR_JACK,
    at_work,
    begun,
    is_over,
    kinds,
    last_card,
    legal,
    look,
    moves,
    outcome,
    play,
    suspects,
    told,
)

RIGHT = Outcome("detective", "right_arrest")
WRONG = Outcome("jack", "wrong_arrest")
NIGHT_OVER = Outcome("jack", "night_over")


def beside(name: str, other: str, seat: str = "detective", **details: Any) -> Position:
    """Return a position with a character in use on E5 and another one on E4."""
    away = {"lestrade": "M1"} if "lestrade" not in {name, other} else {}
    return at_work(name, seat, **{**away, name: "E5", other: "E4", **details})


def accusation(position: Position, text: str) -> Choice:
    """Return the choice of an action in the Detective's prompt."""
    prompt = presentation(MR_JACK).prompt(look(position, "detective"), position.legal())
    leaves = [leaf for choice in prompt.choices for leaf in choice.leaves()]
    return next(leaf for leaf in leaves if leaf.action == ACTIONS.parse(text))


# ---- accusations


@rule("MJ-61")
@pytest.mark.parametrize("name", CHARACTERS)
def test_the_detective_accuses_by_ending_on_another(name: str) -> None:
    for other in sorted(set(CHARACTERS) - {name}):
        news = told(beside(name, other), "jack", "E4")
        accused = {"seat": "detective", "character": name, "accused": other, "there": "E4"}
        assert news[0] == News("accused", accused)
        assert look(play(beside(name, other), "E4")).hexes[name] == "E4"


@rule("MJ-61")
@pytest.mark.parametrize("name", CHARACTERS)
def test_a_right_accusation_wins_for_the_detective(name: str) -> None:
    for other in sorted(set(CHARACTERS) - {name}):
        accused = play(beside(name, other, jack=other), "E4")
        assert outcome(accused) == RIGHT
        assert is_over(accused)


@rule("MJ-61a")
@pytest.mark.parametrize("name", CHARACTERS)
def test_a_wrong_accusation_wins_for_jack(name: str) -> None:
    for other in sorted(set(CHARACTERS) - {name}):
        for jack in sorted(set(CHARACTERS) - {other}):  # Jack may also be the accusing character
            accused = play(beside(name, other, jack=jack), "E4")
            assert outcome(accused) == WRONG
            assert is_over(accused)


@rule("MJ-61b")
@pytest.mark.parametrize("name", ["smith", "lestrade", "bert", "goodley"])
@pytest.mark.parametrize("jack", ["gull", "stealthy"])
def test_an_accusation_ends_the_game_before_any_ability(name: str, jack: str) -> None:
    position = beside(name, "gull", jack=jack)
    accused = play(position, "E4")
    assert legal(accused) == set()
    assert kinds(told(position, "jack", "E4")) == ["accused", "over", "revealed"]
    assert (look(accused).lamps, look(accused).cordons) == (look(position).lamps, look(position).cordons)
    assert (look(accused).covered, look(accused).acted) == (look(position).covered, False)
    # Nor is there a call, though it was the last card of the round.
    assert kinds(told(last_card(name, round=3, jack=jack, **{name: "E5", "gull": "E6"}), "jack", "E6")) == [
        "accused",
        "over",
        "revealed",
    ]


@rule("MJ-61b")
@pytest.mark.parametrize("jack", ["gull", "bert"])
def test_holmes_draws_no_card_after_an_accusation(jack: str) -> None:
    accused = play(beside("holmes", "gull", jack=jack), "E4")
    assert is_over(accused)
    assert (look(accused).pile, look(accused).detective_cards) == (7, 0)


@rule("MJ-61b")
@pytest.mark.parametrize("jack", ["gull", "bert"])
def test_watson_turns_no_lantern_after_an_accusation(jack: str) -> None:
    accused = play(beside("watson", "gull", jack=jack, facing="SW"), "E4")
    assert is_over(accused)
    assert look(accused).facing == "SW"


@rule("MJ-62a")
@pytest.mark.parametrize("name", CHARACTERS)
def test_jack_accuses_nobody(name: str) -> None:
    for other in sorted(set(CHARACTERS) - {name}):
        position = beside(name, other, "jack")
        assert "E4" not in moves(position)
        assert "E4" in moves(beside(name, other, "detective"))


@rule("MJ-66")
@pytest.mark.parametrize(
    ("name", "ability"), [("smith", "lamp F5 F1"), ("lestrade", "cordon NE NW"), ("bert", "cover B7 B2")]
)
@pytest.mark.parametrize(("jack", "result"), [("gull", RIGHT), ("stealthy", WRONG)])
def test_ability_first_then_an_accusing_move(name: str, ability: str, jack: str, result: Outcome) -> None:
    used = play(beside(name, "gull", jack=jack), ability)
    assert "E4" in moves(used)
    assert outcome(play(used, "E4")) == result


@rule("MJ-66")
@pytest.mark.parametrize(("jack", "result"), [("smith", RIGHT), ("stealthy", WRONG)])
def test_goodley_may_whistle_a_suspect_near_and_then_accuse_it(jack: str, result: Outcome) -> None:
    position = at_work("goodley", jack=jack, goodley="M3", smith="I5")
    assert "I5" not in moves(position)
    whistled = play(position, "whistle smith K3")
    assert outcome(play(whistled, "K3")) == result


@rule("MJ-66")
@pytest.mark.parametrize(("jack", "result"), [("smith", RIGHT), ("stealthy", WRONG)])
def test_a_whistled_character_can_be_accused_by_the_next_one(jack: str, result: Outcome) -> None:
    # The Detective plays the two middle cards of an even round: Goodley, then Gull, who is next to Goodley.
    position = at_work("goodley", round=4, others="holmes gull bert", jack=jack, goodley="M3", smith="I5", gull="M2")
    assert "I5" not in moves(position)
    whistled = play(position, "whistle smith K3", "M4", "pick gull")
    assert outcome(play(whistled, "K3")) == result


@rule("MJ-67")
@pytest.mark.parametrize("name", CHARACTERS)
def test_the_detective_may_use_the_character_of_jack(name: str) -> None:
    other = "bert" if name != "bert" else "gull"
    assert legal(at_work(name, jack=name)) == legal(at_work(name, jack=other))
    moved = play(at_work(name, jack=name), min(moves(at_work(name, "jack", jack=name))))
    assert outcome(moved) is None


@rule("MJ-67")
@pytest.mark.parametrize("name", CHARACTERS)
def test_the_character_of_jack_accuses_the_one_it_lands_on(name: str) -> None:
    other = "bert" if name != "bert" else "gull"
    position = beside(name, other, jack=name)
    assert "E5" not in moves(position)  # himself
    assert outcome(play(position, "E4")) == WRONG


@rule("MJ-68")
def test_accusing_a_cleared_character_is_legal_and_wrong() -> None:
    position = beside("holmes", "gull", jack="bert", cleared="gull")
    assert "E4" in moves(position)
    assert outcome(play(position, "E4")) == WRONG


@rule("MJ-68")
def test_accusing_a_character_with_a_known_alibi_is_legal_and_wrong() -> None:
    position = beside("holmes", "gull", jack="bert", round=3, detective_alibis="gull")
    assert "E4" in moves(position)
    assert outcome(play(position, "E4")) == WRONG


@rule("MJ-68")
def test_every_accusation_has_the_same_confirmation() -> None:
    suspect = accusation(beside("holmes", "gull", jack="gull"), "E4")
    known: list[dict[str, Any]] = [{"cleared": "gull"}, {"detective_alibis": "gull", "round": 3}, {}]
    for details in known:
        assert accusation(beside("holmes", "gull", jack="bert", **details), "E4") == suspect
    assert suspect.label == suspect.verb
    asked = set()
    for name in sorted(set(CHARACTERS) - {"holmes"}):
        label = accusation(beside("holmes", name), "E4").label
        assert label is not None
        asked.add((label.id, tuple(label.params)))
    assert len(asked) == 1  # but for the name


# ---- the end of the night


@rule("MJ-64")
@pytest.mark.parametrize("jack", CHARACTERS)
def test_jack_not_caught_by_the_end_of_round_eight_wins(jack: str) -> None:
    over = play(last_card("stealthy", round=8, jack=jack), "A5")
    assert outcome(over) == NIGHT_OVER
    assert is_over(over)
    for round in range(1, 8):
        assert outcome(play(last_card("stealthy", round=round, jack=jack), "A5")) is None


@rule("MJ-64")
@pytest.mark.parametrize(("jack", "answer"), [("bert", "visible"), ("gull", "invisible")])
def test_the_last_call_is_made_and_recorded(jack: str, answer: str) -> None:
    last = last_card("stealthy", round=8, jack=jack)
    news = told(last, "detective", "A5")
    assert kinds(news) == ["moved", "called", "over", "revealed"]
    assert (news[1].details["round"], news[1].details["answer"]) == (8, answer)
    over = play(last, "A5")
    assert (look(over).witness, look(over).round) == (answer, 8)
    assert suspects(over) == set(CHARACTERS) - set(cast("tuple[str, ...]", news[1].details["cleared"]))


@rule("MJ-64")
def test_jack_known_but_not_caught_wins() -> None:
    known = last_card("stealthy", round=8, jack="bert", cleared="holmes watson smith lestrade stealthy goodley gull")
    assert suspects(known) == {"bert"}
    assert outcome(play(known, "A5")) == NIGHT_OVER


@rule("MJ-69")
def test_one_suspect_left_does_not_end_the_game() -> None:
    # At the call Bert alone is visible: all the others are cleared, and the game goes on.
    dark = {"lamps": {"H3": "x"}, "smith": "M1", "jack": "bert"}
    called = play(last_card("stealthy", round=6, **dark), "A5")
    assert suspects(called) == {"bert"}
    assert outcome(called) is None
    assert legal(called)


@rule("MJ-69")
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_two_endings_come_together(edition: str) -> None:
    told_so = set()
    for seed in range(60):  # rash accusations, escapes and whole nights
        rng = Random(seed)
        position = begun(edition=edition)
        over: list[News] = []
        while actions := position.legal():
            before, action = position.copy(), rng.choice(actions)
            position.advance(action)
            if position.ending:
                over = [News(event.kind, event.details) for event in MR_JACK.events(before, action, position)]
        assert kinds(over).count("over") == 1
        assert kinds(over)[-2:] == ["over", "revealed"]
        reasons = {"left": "escape", "accused": "arrest", "called": "night_over"}
        found = [reason for kind, reason in reasons.items() if kind in kinds(over)]
        assert len(found) == 1
        assert found[0] in str(look(position).reason)
        told_so |= set(found)
    assert {"arrest", "night_over"} <= told_so
