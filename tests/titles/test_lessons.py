"""Lessons: one for every side of every title, legal, and with existing targets."""

from __future__ import annotations

import pytest

from gaslamp import titles
from gaslamp.core.messages import message
from gaslamp.game import lesson as lessons
from gaslamp.game.lesson import Lesson, Step
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.ui.presentation import presentation
from gaslamp.ui.prompt import Choice

EVERY = [(title, side) for title in titles.titles() for side in titles.meta(title).sides]
LONGEST = 240  # maximum length of a text

every_lesson = pytest.mark.parametrize(("title", "side"), EVERY)


def first_game(title: str, side: str) -> Lesson:
    found = lessons.lesson(title, side)
    assert found is not None
    return found


def way_to(choices: tuple[Choice, ...], action: int) -> list[str]:
    """Return the targets on the path to an action; empty if it is not legal."""
    for choice in choices:
        if choice.action == action:
            return [choice.target]
        if further := way_to(choice.next, action):
            return [choice.target, *further]
    return []


@every_lesson
def test_a_lesson_is_legal_and_ends_with_the_learners_victory(title: str, side: str) -> None:
    lesson = first_game(title, side)
    assert 8 <= len(lesson.steps) <= 15
    outcome = lesson.update(lesson.last).outcome
    assert outcome is not None
    assert outcome.winner == side
    assert not lesson.steps[-1].play
    assert sum(bool(step.play) for step in lesson.steps) >= 5, "one learns by doing"


@every_lesson
def test_pointed_targets_exist(title: str, side: str) -> None:
    lesson = first_game(title, side)
    face = presentation(lesson.game)
    for number, step in enumerate(lesson.steps):
        update = lesson.update(number)
        scene, panels = face.scene(update.view, update.news), face.panels(update.view, update.news)
        on_board = {sprite.id for sprite in scene.sprites} | {target.id for target in scene.targets}
        assert set(step.point) <= on_board | {panel.id for panel in panels}, step.say.id
        wanted = lesson.wanted(number)
        if wanted is None:
            continue
        assert not step.point, f"{step.say.id}: the finger shows the way to what is played"
        actions = [lesson.game.actions.parse(notation) for notation in update.legal]
        assert way_to(face.prompt(update.view, actions).choices, wanted), step.say.id


@pytest.mark.parametrize("language", LANGUAGES)
@every_lesson
def test_every_step_has_a_text_in_every_language(title: str, side: str, language: str) -> None:
    words = catalogue(language)
    for step in first_game(title, side).steps:
        assert step.say.id in words
        assert len(words.say(step.say)) <= LONGEST, step.say.id


def test_no_sentence_is_left_over() -> None:
    said = {step.say.id for title, side in EVERY for step in first_game(title, side).steps}
    assert said == {id for id in catalogue("en").sentences if ".lesson." in id and not id.startswith("web.")}


def step(play: str = "", then: tuple[str, ...] = ()) -> Step:
    return Step(message("pocket.title"), play, (), then, skip=False)


@pytest.mark.parametrize(
    ("deal", "steps"),
    [
        (("tile nobody west",), ()),  # no such action
        (("jack gull",), ()),  # too early
        ((), (step(then=("tile goodley west",)),)),  # starts with a draw
    ],
)
def test_a_record_that_the_rules_refuse_is_no_lesson(deal: tuple[str, ...], steps: tuple[Step, ...]) -> None:
    with pytest.raises(ValueError, match=r"legal|draw"):
        Lesson(titles.game("pocket"), "jack", deal, steps)
