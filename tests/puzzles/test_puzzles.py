"""Shipped puzzles hold; every right answer is accepted and every wrong one refused; damaged files do no harm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from gaslamp import titles
from gaslamp.core.belief import GenericBelief
from gaslamp.core.errors import GaslampError, IllegalAction
from gaslamp.core.messages import message
from gaslamp.core.records.record import Record
from gaslamp.game.replay import Replay
from gaslamp.locale import catalogue
from gaslamp.puzzles import making, puzzle
from gaslamp.puzzles.kinds import MarkingKind, PlayingKind, Posed, kind_of, kinds, pose
from gaslamp.puzzles.puzzle import Puzzle
from gaslamp.puzzles.solving import DONE, MARK, Solving
from tests.conftest import PROVING, Proof

TITLES = ("mr_jack", "pocket", "whitehall")
MOST_MARKED = 9  # candidates of which every subset is tried

every_title = pytest.mark.parametrize("title", TITLES)


def of_title(title: str) -> list[Puzzle]:
    return [*puzzle.shipped(title).values()]


def sample(proof: Proof, title: str, *, test: int) -> list[Puzzle]:
    """Return some puzzles of each kind; in `make proof` all."""
    chosen = []
    for name in kinds(title):
        ours = [one for one in of_title(title) if one.kind == name]
        chosen += ours if PROVING else Random(f"{proof.seed} {name}").sample(ours, min(test, len(ours)))
    return chosen


# ---- what is shipped


@every_title
def test_a_title_has_a_hundred_puzzles_of_all_difficulties(title: str) -> None:
    difficulties = Counter(one.difficulty for one in of_title(title))
    assert len(of_title(title)) >= 100
    assert min(difficulties[number] for number in puzzle.DIFFICULTIES) >= 5
    assert len({one.kind for one in of_title(title)}) >= 2
    assert {one.kind for one in of_title(title)} <= kinds(title).keys()


@every_title
def test_the_files_are_whole(title: str) -> None:
    lines = [*puzzle.read(puzzle.FOLDER / f"{title}.jsonl")]
    assert [line for line in lines if isinstance(line, GaslampError)] == []
    assert len({one.id for one in lines if isinstance(one, Puzzle)}) == len(lines)


@every_title
def test_shipped_puzzles_are_proven_again(title: str, proof: Proof) -> None:
    chosen = sample(proof, title, test=2)
    assert [
        (one.id, reason) for one in chosen if (reason := making.check(one, making.STRICTER if PROVING else 1))
    ] == []
    proof.report(f"{title}: proven puzzles", puzzles=len(chosen))


# ---- answers


def answers(kind: Any, posed: Posed) -> Iterator[tuple[str, ...]]:
    for line in PlayingKind.lines(kind, posed):  # also where a kind knows that a sequence fails
        yield posed.game.actions.formatted(line)


@every_title
def test_of_all_sequences_exactly_the_right_ones_are_accepted(title: str, proof: Proof) -> None:
    tried = right = 0
    for one in sample(proof, title, test=2):
        kind, posed = kind_of(one), pose(one)
        if not isinstance(kind, PlayingKind) or one.kind == "escape":
            continue
        values = {answer: kind.value(posed, posed.game.actions.parsed(answer)) for answer in answers(kind, posed)}
        best = max(value for value in values.values() if value is not None)
        assert best == one.best
        for answer, value in values.items():
            assert kind.is_right(posed, answer) == (value == best)
            tried, right = tried + 1, right + (value == best)
            if value != best and tried % 50 == 0:
                assert kind.why_wrong(posed, answer).id.startswith("puzzle.wrong.")
        assert all(kind.is_right(posed, answer) for answer in one.answers)
    assert 0 < right < tried
    proof.report(f"{title}: sequences tried", tried=tried, right=right)


def test_an_escape_is_right_only_if_jack_wins_by_it(proof: Proof) -> None:
    for one in sample(proof, "mr_jack", test=3):
        if one.kind != "escape":
            continue
        kind, posed = kind_of(one), pose(one)
        for answer in one.answers:
            position = posed.position.copy()
            for action in posed.game.actions.parsed(answer):
                assert action in position.legal()
                position.advance(action)
            outcome = posed.game.outcome(position)
            assert outcome is not None
            assert (outcome.winner, outcome.reason) == ("jack", "escape")
            assert kind.is_right(posed, answer)
            assert not kind.is_right(posed, answer[:-1])


def test_arrest_now_or_wait_has_puzzles_of_both_answers_and_judges_all_sequences_alike(proof: Proof) -> None:
    found = Counter[bool]()
    for one in sample(proof, "mr_jack", test=4):
        if one.kind != "arrest":
            continue
        kind, posed = kind_of(one), pose(one)
        winners = Counter[tuple[str | None, bool]]()
        for answer in answers(kind, posed):
            position = posed.position.copy()
            for action in posed.game.actions.parsed(answer):
                position.advance(action)
            outcome = posed.game.outcome(position)
            winners[outcome.reason if outcome else None, kind.is_right(posed, answer)] += 1
        assert winners[None, True] == 0 or winners[None, False] == 0
        found[winners[None, False] > 0] += 1
    assert found
    shipped = [one for one in of_title("mr_jack") if one.kind == "arrest"]
    assert {kind_of(one).explain(pose(one))[-1].text.id for one in shipped} == {
        "puzzle.solution.arrest",
        "puzzle.solution.wait",
    }


@pytest.mark.long
@every_title
def test_of_all_marks_exactly_the_right_ones_are_accepted(title: str, proof: Proof) -> None:
    tried = 0
    for one in sample(proof, title, test=2):
        kind, posed = kind_of(one), pose(one)
        if not isinstance(kind, MarkingKind):
            continue
        right = frozenset(one.answers[0])
        everything = sorted(kind.candidates(posed))
        if len(everything) > MOST_MARKED:
            near = sorted(right)[:6]
            everything = [*near, *Random(one.id).sample([mark for mark in everything if mark not in near], 3)]
            assert kind.is_right(posed, tuple(right))
        for size in range(len(everything) + 1):
            for marks in combinations(everything, size):
                assert kind.is_right(posed, marks) == (frozenset(marks) == right)
                tried += 1
        for mark in set(kind.candidates(posed)) - right:
            assert kind.why_wrong(posed, (mark,)).id.startswith(("puzzle.who.", "puzzle.where.", "puzzle.been."))
        assert kind.why_wrong(posed, ()).id == "puzzle.wrong.missing"
    proof.report(f"{title}: sets of marks tried", tried=tried)


@pytest.mark.parametrize("title", ["mr_jack", "pocket"])
def test_who_can_be_jack_agrees_with_a_belief_that_tries_every_action(title: str) -> None:
    one = min((one for one in of_title(title) if one.kind == "who"), key=lambda one: len(one.actions))
    posed = pose(one)
    game, belief, news = posed.game, GenericBelief(posed.game, one.seat), posed.course.news(one.seat)
    before = 0
    course = pose(msgspec.structs.replace(one, actions=())).course
    for action in one.actions:
        course.play(action)
        belief.observe(news[before : len(course.news(one.seat))])
        before = len(course.news(one.seat))
    names = {str(game.view(world, "jack").identity) for world in belief.worlds()}
    assert names == set(one.answers[0])


# ---- solving


@every_title
def test_a_wrong_answer_gets_a_reason_and_another_try(title: str) -> None:
    for one in sample_of_each(title):
        solving = Solving(one)
        assert solving.wrong is None
        if solving.kind.marks:
            wrong = min(set(solving.legal()) - {DONE} - {MARK + mark for mark in one.answers[0]})
            solving.play(wrong, solving.update().step)
            solving.play(DONE, solving.update().step)
        else:
            posed, kind = solving.posed, solving.kind
            answer = next(answer for answer in answers(kind, posed) if not kind.is_right(posed, answer))
            assert solving.answer(answer)
        assert solving.tries == 1
        assert not solving.over
        with pytest.raises(IllegalAction):
            solving.solution()
        if solving.kind.marks:
            solving.play(wrong, solving.update().step)  # unmark
        for notation in right(solving):
            solving.play(notation, solving.update().step)
        assert solving.solved
        assert solving.legal() == ()
        assert len(solving.solution()) >= 2


def sample_of_each(title: str) -> list[Puzzle]:
    names = sorted({one.kind for one in of_title(title)})
    return [min((one for one in of_title(title) if one.kind == name), key=lambda one: one.id) for name in names]


def right(solving: Solving) -> list[str]:
    answer = solving.puzzle.answers[0]
    return [*(MARK + mark for mark in answer), DONE] if solving.kind.marks else [*answer]


@every_title
def test_the_question_shows_nothing_that_the_seat_does_not_know(title: str) -> None:
    for one in sample_of_each(title):
        solving = Solving(one)
        view = solving.update().view
        assert view.viewer == one.seat
        if one.seat != "jack" and title != "whitehall":
            assert view.identity is None
        if one.kind == "who":  # the call is not told yet
            assert not any(piece.kind == "called" for piece in solving.update().news[-2:])
            assert len(solving.update().news) < len(solving.posed.course.news(one.seat))


# ---- making and files


def test_making_is_repeatable_and_counts_what_it_rejects() -> None:
    *_, first = making.make("pocket", 2, 7, ("who", "question"))
    *_, again = making.make("pocket", 2, 7, ("who", "question"))
    assert first.puzzles == again.puzzles
    assert first.rejected == again.rejected
    assert first.games == 2
    assert all(making.check(one, 1) == "" for one in first.puzzles)
    with pytest.raises(GaslampError, match="no_kinds"):
        next(making.make("noughts", 1, 1))


def test_puzzles_are_spread_over_kinds_and_difficulties() -> None:
    everything = of_title("pocket")
    chosen = making.spread(everything, 10)
    assert len(chosen) == 10
    assert len({(one.kind, one.difficulty) for one in chosen}) == 10


def test_a_puzzle_with_another_answer_fails_its_check() -> None:
    one = next(one for one in of_title("pocket") if one.kind == "who")
    assert making.check(one) == ""
    assert making.check(msgspec.structs.replace(one, answers=(one.answers[0][1:],))) == "other_answer"


@pytest.mark.parametrize(
    "damage",
    [
        lambda line: line[:-20],
        lambda line: "nonsense",
        lambda line: line.replace('"seat":"', '"seat":"x'),
        lambda line: line.replace('"difficulty"', '"hardness"'),
        lambda line: line.replace('"pocket"', '"mr_jack"'),
    ],
)
def test_a_damaged_line_gets_one_sentence_and_the_others_work(damage: object, tmp_path: Path) -> None:
    assert callable(damage)
    lines = [msgspec.json.encode(one).decode() for one in of_title("pocket")[:3] if one.difficulty]
    lines[1] = damage(msgspec.json.encode(msgspec.structs.replace(of_title("pocket")[1], difficulty=2)).decode())
    file = tmp_path / "pocket.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    first, second, third = puzzle.read(file)
    assert isinstance(first, Puzzle)
    assert isinstance(third, Puzzle)
    assert isinstance(second, GaslampError)
    assert "pocket.jsonl:2" in str(second.message.params["where"])


def test_a_record_that_cannot_be_played_gets_one_sentence() -> None:
    one = of_title("pocket")[0]
    for wrong in ({"actions": (*one.actions, "nonsense")}, {"seat": "nobody"}, {"kind": "riddle"}):
        with pytest.raises(GaslampError, match=r"puzzle\.damaged"):
            pose(msgspec.structs.replace(one, **wrong))


def test_the_puzzle_of_a_day_is_the_same_everywhere_and_changes() -> None:
    from datetime import date, timedelta  # noqa: PLC0415

    days = [date(2027, 1, 1) + timedelta(days=number) for number in range(30)]
    chosen = [puzzle.of_day(day).id for day in days]
    assert chosen == [puzzle.of_day(day).id for day in days]
    assert len(set(chosen)) == len(days)


# ---- puzzles of moments


def played(title: str, seed: int) -> Record:
    game, actions = making.play(title, Random(seed))
    position = game.start()
    for action in actions:
        position.advance(action)
    names = dict.fromkeys(game.seats, "")
    written = game.actions.formatted(actions)
    return Record(title, game.rules_version, game.options, names, written, game.outcome(position))


@pytest.mark.long
@every_title
def test_a_moment_makes_a_proven_puzzle_or_has_a_reason(title: str) -> None:
    record = played(title, 5)
    last = Replay(titles.game(title, record.options), record).last
    made = [making.of_moment(record, step) for step in range(0, last + 1, 1 + last // 20)]
    found = [one for one in made if isinstance(one, Puzzle)]
    assert found
    assert {making.check(one, 1) for one in found} == {""}
    assert all(one.actions == record.actions[: len(one.actions)] for one in found)
    reasons = {one for one in made if isinstance(one, str)}
    assert reasons
    assert all(catalogue("en").say(message(f"puzzle.reason.{reason}")) for reason in reasons)
    assert making.of_moment(record, last + 1) == "no_question"
