"""Prompts of Whitehall Mystery offer exactly the legal actions, as sequences of targets."""

from random import Random

import pytest

from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules import notation as n
from gaslamp.titles.whitehall.ui import prompts
from gaslamp.ui.prompt import Choice, Prompt
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.titles.shown import Speaker, at, english, levels
from tests.titles.whitehall.walks import ALL_TILES, SLEEVES, Sight, Walk, dealt, game, sights

TOWN = board.current().town
TARGETS = {
    *(f"circle-{circle}" for circle in TOWN.circles),
    *(f"cross-{crossing}" for crossing in TOWN.crossings),
    *(f"tile-{kind}" for kind in ("coach", "alley", "boat")),
}
BUTTONS = {
    "stay", "smoker", "tile", "arrest", "arrest-all", "call", "stop", "scent", "clue-nothing",
    "reclaim-alley", "reclaim-boat", "reclaim-nothing",
}  # fmt: skip


def asked(sight: Sight) -> Prompt:
    return prompts.prompt(sight.view, sight.actions)


def asked_of(walk: Walk, seat: str = "") -> Prompt:
    """Return the prompt of the seat to move."""
    prompt = asked(walk.sight(seat or str(walk.game.to_move(walk.position))))
    Speaker().say_all(prompt)
    return prompt


def play(choice: Choice) -> str:
    assert choice.action is not None
    return n.ACTIONS.format(choice.action)


def until(stage: str, **options: str) -> Walk:
    """Play games until one reaches a stage."""
    games = (walk for seed in range(100) for walk in game(Random(seed), options))
    return next(walk for walk in games if board.STAGES[walk.position.doing] == stage)


def targets(choices: tuple[Choice, ...]) -> set[str]:
    return {choice.target for choice in choices}


def test_the_leaves_are_the_legal_actions_and_have_texts(proof: Proof) -> None:
    speaker = Speaker()
    stages: set[str] = set()
    for _, rng in seeds(proof.seed, "whitehall prompts", proof.amount(test=4, proof=300)):
        for sight in sights(rng):
            prompt = asked(sight)
            leaves = [leaf for choice in prompt.choices for leaf in choice.leaves()]
            assert sorted(leaf.action or 0 for leaf in leaves) == sorted(sight.actions)
            assert all(leaf.verb is not None and not leaf.next for leaf in leaves)
            assert prompt.done <= len(prompt.chips)
            for level in levels(prompt.choices):
                assert len(targets(level)) == len(level)
                assert targets(level) <= TARGETS | BUTTONS
            if sight.actions:
                stages.add(sight.view.stage)
            speaker.say_all((prompt.kicker, prompt.title, prompt.hint, *prompt.chips, *(leaves[:3]), *leaves[-3:]))
    assert stages >= {"placing", "starting", "moving", "coaching", "walking", "acting", "searching"}
    proof.report("whitehall: prompts", different_messages=len(speaker.said))


@pytest.mark.rule("WM-02")
def test_the_prompt_asks_for_a_location_in_each_quadrant() -> None:
    walk = Walk()
    assert english(asked_of(walk).title) == "Hide a Discovery Location, north-west: 35 circles"
    walk.take("locate 33", "locate 46")
    prompt = asked_of(walk)
    assert english(prompt.title) == "Hide a Discovery Location, south-west: 23 circles"
    assert (len(prompt.chips), prompt.done) == (4, 2)
    assert play(at(prompt.choices, "circle-159")) == "locate 159"


@pytest.mark.rule("WM-03", "WM-04")
def test_figures_are_placed_and_jack_starts() -> None:
    walk = Walk().take("locate 33", "locate 46", "locate 159", "locate 147")
    prompt = asked_of(walk)
    assert english(prompt.title) == "Place yellow: 6 crossings"
    assert english(prompt.kicker) == "Your turn · figure 1 of 3"
    assert at(prompt.choices, "cross-x082").label is None  # labelled by its target
    walk.take("place x082", "place x090", "place x095")
    assert targets(asked_of(walk).choices) == {"circle-33", "circle-46", "circle-147", "circle-159"}


@pytest.mark.rule("WM-10", "WM-14", "WM-15")
def test_jack_points_at_a_circle_or_first_at_a_tile() -> None:
    walk = dealt()
    prompt = asked_of(walk)
    assert english(prompt.title) == "Move from 33: 13 circles"
    assert english(prompt.kicker) == "Your turn · move 1 of 15"
    assert play(at(prompt.choices, "circle-54")) == "move 54"
    assert play(at(prompt.choices, "tile-alley", "circle-34")) == "alley 34"
    assert english(at(prompt.choices, "tile-alley").prompt) == "Alley, through a block of houses: 6 circles"
    assert "tile-boat" not in targets(prompt.choices)
    assert play(at(prompt.choices, "tile-coach", "circle-54")) == "coach 54"
    walk.take("coach 54")
    assert english(asked_of(walk).title).startswith("The Coach continues from 54: ")


@pytest.mark.rule("WM-20a")
def test_the_prompt_says_when_only_tiles_are_left() -> None:
    walk = dealt()
    sight = walk.sight("jack")
    only = [action for action in sight.actions if n.ALLEY_TO < action <= n.BOAT_TO]
    assert english(prompts.prompt(sight.view, only).title) == "Leave 33 with a special tile: 6 choices"


@pytest.mark.rule("WM-30", "WM-66a", "WM-67")
def test_a_figure_walks_on_the_map_stays_by_a_button_and_has_its_tiles_behind_buttons() -> None:
    walk = dealt(**ALL_TILES).take("move 54")
    prompt = asked_of(walk)
    walks = [choice for choice in prompt.choices if choice.target.startswith("cross-")]
    assert english(prompt.title) == f"Move yellow: {len(walks) + 1} crossings"
    assert play(at(prompt.choices, "stay")) == "walk x082"
    assert "cross-x082" not in targets(prompt.choices)
    assert play(at(prompt.choices, "smoker").next[0]).startswith("smoker x")
    assert play(at(prompt.choices, "tile").next[0]).startswith("tile x")
    assert [english(chip) for chip in prompt.chips] == ["Yellow", "Blue", "Red", "Clues"]
    walk.take("walk x082")
    assert asked_of(walk).done == 1
    assert targets(asked_of(walk).choices) & {"smoker", "tile"} == set()  # blue is not at the water


@pytest.mark.rule("WM-40", "WM-43")
def test_a_search_lies_on_the_map_and_an_arrest_behind_a_button() -> None:
    walk = dealt().take("move 54", "walk x082", "walk x090", "walk x095")
    prompt = asked_of(walk)
    assert english(prompt.title) == "Look for clues with yellow: 2 circles"
    assert play(at(prompt.choices, "circle-87")) == "search 87"
    assert play(at(prompt.choices, "arrest", "circle-87")) == "arrest 87"
    assert play(at(prompt.choices, "stop")) == "stop"
    walk.take("search 87")
    going_on = asked_of(walk)
    assert english(going_on.title) == "Keep searching with yellow: 1 circle"
    assert targets(going_on.choices) == {"circle-88", "stop"}


@pytest.mark.rule("WM-68b", "WM-68c")
def test_green_and_brown_have_their_own_buttons() -> None:
    walk = dealt(**SLEEVES, reinforcements="yellow_green_brown")
    walk.take("move 54", "walk x082", "walk x090", "walk x095", "stop")
    prompt = asked_of(walk)
    assert play(at(prompt.choices, "arrest", "arrest-all")) == "arrest all"
    walk.take("stop")
    prompt = asked_of(walk)
    assert play(at(prompt.choices, "call", "circle-147")) == "call 147"
    assert len(at(prompt.choices, "call").next) == 105


@pytest.mark.rule("WM-61")
def test_a_tile_is_taken_back_by_a_button() -> None:
    walk = dealt(newspaper_fabrications="on").turn("alley 34").turn("move 37").turn("move 41").turn("move 24")
    walk.turn("move 46")
    prompt = asked_of(walk)
    assert english(prompt.title) == "Take back a tile: 2 choices"
    assert targets(prompt.choices) == {"reclaim-alley", "reclaim-nothing"}


@pytest.mark.rule("WM-66b")
def test_after_a_clue_the_scent_is_offered() -> None:
    walk = Walk(**SLEEVES, smoker="on").take("locate 33", "locate 46", "locate 123", "locate 147")
    walk.take("place x108", "place x090", "place x095", "start 123", "move 122")
    walk.take("walk x108", "walk x090", "walk x095", "search 123")
    prompt = asked_of(walk)
    assert english(prompt.title) == "A clue: follow the scent, or stop?"
    assert [play(choice) for choice in prompt.choices] == ["smoker", "stop"]
    walk.take("smoker")
    assert targets(asked_of(walk).choices) == {"circle-104", "circle-105", "stop"}


@pytest.mark.rule("WM-62a")
def test_a_false_clue_lies_on_the_map_and_no_clue_behind_a_button() -> None:
    walk = until("bluffing", false_clues="on")
    prompt = asked_of(walk)
    assert english(prompt.title) == "Lay a false clue: 185 circles"
    assert play(at(prompt.choices, "clue-nothing")) == "clue nothing"
    assert targets(prompt.choices) & {f"circle-{circle}" for circle in walk.sight("jack").view.locations or ()} == set()


def test_prompts_name_the_investigator() -> None:
    walk = dealt(investigators="2").take("move 54")
    assert english(asked_of(walk).kicker) == "Your turn, Investigator 1"
    walk.take("walk x082", "walk x090")
    assert english(asked_of(walk).kicker) == "Your turn, Investigator 2"
    assert english(asked_of(walk, "investigator1").title) == "Waiting for: Investigator 2."


def test_waiting_seats_get_a_waiting_prompt_and_the_result() -> None:
    walk = dealt()
    assert english(asked_of(walk, "investigator1").title) == "Waiting for: Jack."
    walk.take("move 54", "walk x082", "walk x090", "walk x095")
    while walk.position.legal():
        walk.step(walk.position.legal()[-1] if walk.position.legal()[-1] < n.STOP else n.STOP + 1)
    assert walk.sight("jack").view.reason is not None
    assert english(asked_of(walk, "jack").kicker) == "The game is over"
