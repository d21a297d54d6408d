"""Prompts of Mr. Jack offer exactly the legal actions, as sequences of targets."""

import pytest

from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules import notation as n
from gaslamp.titles.mr_jack.rules.hexes import POSTS, STREETS
from gaslamp.titles.mr_jack.rules.position import Position
from gaslamp.titles.mr_jack.rules.view import view
from gaslamp.titles.mr_jack.ui import prompts
from gaslamp.ui.prompt import Choice, Prompt
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.rules.mr_jack.builders import at_work, hemmed_in
from tests.titles.mr_jack.walks import Sight, Walk, dealt, sights
from tests.titles.shown import Speaker, at, english, levels

TARGETS = {
    *(f"hex-{hex}" for hex in STREETS),
    *(f"exit-{name}" for name in board.EXITS),
    *(f"tok-{name}" for name in board.CHARACTERS),
    *(f"card-{name}" for name in board.CHARACTERS),
    *(f"post-{post}" for post in POSTS),
    *(f"mh-{hex}" for hex in board.MANHOLES),
}
BUTTONS = {"move", "ability", "stay", "whistle-nobody", *(f"face-{facing}" for facing in board.FACINGS)}


def asked(sight: Sight) -> Prompt:
    return prompts.prompt(sight.view, sight.actions)


def asked_of(seat: str, position: Position) -> Prompt:
    """Return the prompt of the seat to act."""
    prompt = prompts.prompt(view(position, seat), position.legal())
    Speaker().say_all(prompt)
    return prompt


def play(choice: Choice) -> str:
    assert choice.action is not None
    return n.ACTIONS.format(choice.action)


def test_the_leaves_are_the_legal_actions_and_have_texts(proof: Proof) -> None:
    speaker = Speaker()
    titles: set[str] = set()
    for _, rng in seeds(proof.seed, "mr_jack prompts", proof.amount(test=4, proof=300)):
        for sight in sights(rng):
            prompt = asked(sight)
            leaves = [leaf for choice in prompt.choices for leaf in choice.leaves()]
            assert sorted(leaf.action or 0 for leaf in leaves) == sorted(sight.actions)
            assert all(leaf.verb is not None and not leaf.next for leaf in leaves)
            assert prompt.done <= len(prompt.chips)
            for level in levels(prompt.choices):
                assert len({choice.target for choice in level}) == len(level)
                assert {choice.target for choice in level} <= TARGETS | BUTTONS
                assert all((choice.action is None) == bool(choice.next) for choice in level)
                assert all(choice.prompt is not None for choice in level if choice.next)
            titles |= {prompt.title.id} if sight.actions else set()
            speaker.say_all(prompt)
    proof.report("mr_jack: prompts", kinds=len(titles), different_messages=len(speaker.said))
    assert "mr_jack.prompt.pick" in titles


def test_the_card_is_picked_in_the_panel() -> None:
    prompt = asked(dealt("holmes", "smith", "gull", "goodley").sight("detective"))
    assert english(prompt.title) == "Choose a character card: 4 cards"
    assert english(prompt.kicker) == "Your turn, Detective"
    assert [choice.target for choice in prompt.choices] == ["card-holmes", "card-smith", "card-goodley", "card-gull"]
    assert [english(choice.verb) for choice in prompt.choices][:2] == ["Play Sherlock Holmes", "Play John Smith"]


def test_a_waiting_seat_has_no_choices() -> None:
    for viewer in ("jack", "spectator"):
        prompt = asked(dealt("holmes", "smith", "gull", "goodley").sight(viewer))
        assert (english(prompt.title), prompt.choices) == ("Waiting for: Detective.", ())
    assert english(asked(Walk().sight("jack")).title) == "Waiting for: chance."


@pytest.mark.rule("MJ-61", "MJ-68")
def test_an_accusation_targets_the_accused_hex_with_a_warning() -> None:
    prompt = asked(dealt("holmes", "smith", "gull", "goodley").take("pick holmes").sight("detective"))
    accusation = at(prompt.choices, "hex-G2")
    assert (play(accusation), english(accusation.verb)) == ("G2", "Accuse John Smith")
    move = at(prompt.choices, "hex-G6")
    assert (play(move), english(move.verb), move.label) == ("G6", "Move to G6", None)  # labelled by its target
    assert english(prompt.title) == f"Move Sherlock Holmes: {len(prompt.choices)} places"
    assert [english(chip) for chip in prompt.chips] == ["Holmes", "Move"]
    assert prompt.done == 1


@pytest.mark.rule("MJ-43")
def test_a_lamp_is_carried_from_post_to_post_before_or_after_the_move() -> None:
    walk = dealt("holmes", "smith", "gull", "goodley").take("pick smith")
    prompt = asked(walk.sight("detective"))
    assert [choice.target for choice in prompt.choices] == ["move", "ability"]
    assert [english(choice.label) for choice in prompt.choices] == ["Move first", "Light first"]
    assert play(at(prompt.choices, "ability", "post-B6", "post-F1")) == "lamp B6 F1"
    assert english(at(prompt.choices, "ability", "post-B6").label) == "B6, gaslight 1"
    assert play(at(prompt.choices, "move", "hex-G1")) == "G1"
    after = asked(walk.take("G1").sight("detective"))
    assert play(at(after.choices, "post-B6", "post-F1")) == "lamp B6 F1"
    assert [english(chip) for chip in after.chips] == ["Smith", "Move", "Light", "Gaslight"]
    assert after.done == 2


def test_chips_are_in_order_of_the_actions() -> None:
    walk = dealt("holmes", "smith", "gull", "goodley").take("pick smith", "lamp B6 F1")
    prompt = asked(walk.sight("detective"))
    assert [english(chip) for chip in prompt.chips] == ["Smith", "Light", "Move"]
    assert prompt.done == 2


@pytest.mark.rule("MJ-44", "MJ-50")
def test_cordons_and_covers_go_from_one_place_to_another() -> None:
    walk = dealt("lestrade", "bert", "gull", "goodley")
    cordon = asked(walk.take("pick lestrade").sight("detective"))
    assert play(at(cordon.choices, "ability", "exit-NE", "exit-NW")) == "cordon NE NW"
    walk.take("cordon NE NW", "E5", "pick bert")
    cover = asked(walk.sight("jack"))
    assert play(at(cover.choices, "ability", "mh-B7", "mh-B2")) == "cover B7 B2"


@pytest.mark.rule("MJ-46", "MJ-66")
def test_the_whistle_targets_a_character_and_then_a_street() -> None:
    walk = dealt("lestrade", "bert", "gull", "goodley").take("pick goodley")
    prompt = asked(walk.sight("detective"))
    whistled = at(prompt.choices, "ability", "tok-bert")
    assert english(whistled.prompt).startswith("Whistle Jeremy Bert nearer: ")
    assert play(whistled.next[0]).startswith("whistle bert ")
    assert all(choice.target.startswith("hex-") for choice in whistled.next)


@pytest.mark.rule("MJ-42")
def test_whistling_watson_asks_for_his_lantern_at_once() -> None:
    walk = dealt("lestrade", "bert", "gull", "goodley").take("pick goodley")
    step = next(action for action in walk.position.legal() if n.ACTIONS.format(action).startswith("whistle watson"))
    walk.step(step)
    prompt = asked(walk.sight("detective"))
    assert [choice.target for choice in prompt.choices] == [f"face-{facing}" for facing in board.FACINGS]
    assert [english(chip) for chip in prompt.chips] == ["Goodley", "Lantern", "Move"]


@pytest.mark.rule("MJ-49")
def test_gull_moves_or_exchanges() -> None:
    prompt = asked(dealt("lestrade", "bert", "gull", "goodley").take("pick gull").sight("detective"))
    assert [english(choice.label) for choice in prompt.choices] == ["Move", "Exchange"]
    exchange = at(prompt.choices, "ability", "tok-watson")
    assert (play(exchange), english(exchange.verb)) == ("exchange watson", "Exchange places with John H. Watson")
    assert english(prompt.hint) == "One of the two, never both."


@pytest.mark.rule("MJ-61")
def test_over_is_over() -> None:
    walk = dealt("holmes", "smith", "gull", "goodley", jack="smith").take("pick holmes", "G2")
    for viewer in ("jack", "detective", "spectator"):
        prompt = asked(walk.sight(viewer))
        assert (english(prompt.title), prompt.choices) == ("Jack is arrested: the Detective wins.", ())


@pytest.mark.rule("MJ-60", "MJ-65")
def test_only_jack_is_offered_an_exit() -> None:
    position = at_work("gull", "jack", jack="gull", witness="invisible", gull="B1")
    prompt = asked_of("jack", position)
    way_out = at(prompt.choices, "move", "exit-NW")
    assert (play(way_out), english(way_out.verb)) == ("exit NW", "Leave the district by the north-west exit")
    moved_last = asked_of("jack", at_work("stealthy", "jack", jack="stealthy", witness="invisible", stealthy="B1"))
    assert "open exit" in english(moved_last.hint)
    other = asked_of("jack", at_work("stealthy", "jack", jack="bert", witness="invisible", stealthy="B1"))
    assert "open exit" not in english(other.hint)


@pytest.mark.rule("MJ-26", "MJ-26a")
def test_a_blocked_character_may_stay_and_gull_exchange() -> None:
    stay = asked_of("jack", hemmed_in("holmes", "jack"))
    assert [(choice.target, play(choice)) for choice in stay.choices] == [("stay", "stay")]
    gull = asked_of("jack", hemmed_in("gull", "jack"))
    assert {choice.target for choice in gull.choices} == {f"tok-{name}" for name in board.CHARACTERS if name != "gull"}
    assert [english(chip) for chip in gull.chips] == ["Gull", "Exchange"]


@pytest.mark.rule("MJ-48c")
def test_an_impossible_whistle_is_a_button() -> None:
    prompt = asked_of("jack", hemmed_in("goodley", "jack"))
    assert play(at(prompt.choices, "ability", "whistle-nobody")) == "whistle nobody"
    assert english(at(prompt.choices, "ability").prompt) == "Whistle: no one can come nearer"
