"""Finds puzzles in games of bots, proves them, and measures how difficult they are.

>>> from gaslamp.puzzles.puzzle import shipped
>>> one = min(shipped("mr_jack").values(), key=lambda puzzle: puzzle.id)
>>> check(one)
''
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import msgspec

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.bots.bot import Limit, Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import CHANCE, Game, Seat
from gaslamp.core.history import Playthrough
from gaslamp.core.records.record import Record
from gaslamp.game.replay import Replay
from gaslamp.puzzles.kinds import Kind, Posed, kind_of, kinds, pose
from gaslamp.puzzles.puzzle import Puzzle, identified

STRICTER: Final = 10  # factor of the nodes in a check
_PLAYERS: Final = ("constable", "inspector")  # levels whose games are searched
_PER_KIND: Final = 2  # puzzles of one kind from one game
_NODES: Final = 200_000  # of a level's answer to a puzzle
# Effort from which a puzzle that bots do not answer has difficulty 2, 3, 4, 5.
_EFFORTS: Final = {"mr_jack": (6, 7, 8, 10), "pocket": (5.5, 6.5, 7.5, 8.8), "whitehall": (4, 6, 8, 10.5)}


@dataclass
class Made:
    """Puzzles found so far, and the number of candidates rejected for each reason."""

    games: int = 0
    puzzles: list[Puzzle] = field(default_factory=list)
    rejected: Counter[str] = field(default_factory=Counter)


def make(title: str, games: int, seed: int, names: Sequence[str] = ()) -> Iterator[Made]:
    """Yield the growing result after each game. Raises GaslampError for a title without kinds."""
    chosen = [kind for name, kind in kinds(title).items() if not names or name in names]
    if not chosen:
        raise GaslampError("puzzle.no_kinds", title=title[:40])
    progress, ids = Made(), set[str]()
    for number in range(games):
        rng = Random(f"{title} {seed} {number}")
        game, actions = play(title, rng)
        for kind in chosen:
            _search(kind, game, actions, rng, progress, ids)
        progress.games += 1
        yield progress


def play(title: str, rng: Random) -> tuple[Game[Any, Any], list[int]]:
    """Play a game between bots with random options and levels."""
    options = {option.id: rng.choice(option.choices) for option in titles.meta(title).options if rng.random() < 1 / 4}
    try:
        game = titles.game(title, options)
    except GaslampError:
        game = titles.game(title)  # the options exclude each other
    course = Playthrough(game)
    players = {seat: levels.closest_level(game, seat, rng.choice(_PLAYERS)) for seat in game.seats}
    caches = {seat: BeliefCache(1) for seat in game.seats}
    while (seat := game.to_move(course.position)) is not None:
        legal = course.position.legal()
        if seat == CHANCE:
            course.advance(rng.choices(legal, game.weights(course.position))[0])
        else:
            name = players[seat]
            assert name is not None
            question = Question(Situation.at(course, seat), seed=rng.getrandbits(32))
            course.play(levels.answer(name, question, caches[seat]).notation)
    return game, course.actions


def of_moment(record: Record, step: int) -> Puzzle | str:
    """Return a proven puzzle of one step of a replay, or the reason why there is none.

    It asks about the position after the step, about the choices up to the next one, or who can be Jack after the step.
    """
    game = titles.game(record.title, record.options)
    whole = Replay(game, record)
    if not 0 <= step <= whole.last:
        return "no_question"
    ends = [whole.finished(number) for number in range(whole.last + 1)]
    first = whole.finished(step)
    before = max((end for end in ends if end < first), default=0)
    after = min((end for end in ends if end > first), default=first + 1)
    actions, reason = [game.actions.parse(action) for action in record.actions], "no_question"
    for count in [*range(first, after), *range(first - 1, before, -1)]:
        for kind in kinds(record.title).values():
            if count < first and not kind.marks:
                continue
            seat = kind.asks(game, actions[:count])
            if seat is not None:
                made = _proven(kind, _draft(kind, game, actions[:count], seat))
                reason = made if isinstance(made, str) else "" if kind.exact else check(made)
                if isinstance(made, Puzzle) and not reason:
                    return made
    return reason


def _draft(kind: Kind, game: Game[Any, Any], actions: Sequence[int], seat: Seat) -> Puzzle:
    usual = titles.game(game.title).options
    chosen = {name: choice for name, choice in game.options.items() if choice != usual[name]}
    written = game.actions.formatted(actions)
    return identified(Puzzle("", game.title, kind.name, seat, written, (), theme=kind.theme, options=chosen))


def _proven(kind: Kind, draft: Puzzle) -> Puzzle | str:
    """Return the puzzle with its answers and difficulty, or the reason why it is none."""
    posed = pose(draft)
    proof = kind.prove(posed)
    if proof.rejected:
        return proof.rejected
    puzzle = msgspec.structs.replace(draft, answers=proof.answers, best=proof.best, second=proof.second)
    difficulty = difficulty_of(kind, Posed(puzzle, posed.course), proof.effort)
    return msgspec.structs.replace(puzzle, difficulty=difficulty)


def _search(
    kind: Kind, game: Game[Any, Any], actions: Sequence[int], rng: Random, progress: Made, ids: set[str]
) -> None:
    candidates = list(kind.find(game, actions))
    rng.shuffle(candidates)
    accepted = 0
    for seat, count in candidates:
        if accepted == _PER_KIND:
            break
        draft = _draft(kind, game, actions[:count], seat)
        made = "known" if draft.id in ids else _proven(kind, draft)
        if isinstance(made, str):
            progress.rejected[made] += 1
            continue
        progress.puzzles.append(made)
        ids.add(draft.id)
        accepted += 1


def check(puzzle: Puzzle, factor: int = STRICTER) -> str:
    """Prove a puzzle again; a search gets *factor* times the nodes. Return why it does not hold, "" if it does."""
    kind = kind_of(puzzle)
    proof = kind.prove(pose(puzzle), factor)
    if proof.rejected:
        return proof.rejected
    same = set(proof.answers) == set(puzzle.answers)
    if kind.exact:
        same = same and (proof.best, proof.second) == (puzzle.best, puzzle.second)
    return "" if same else "other_answer"


def spread(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """Choose at most *most* puzzles, evenly over kinds and difficulties."""
    groups: dict[tuple[str, int], list[Puzzle]] = {}
    for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.id):
        groups.setdefault((puzzle.kind, puzzle.difficulty), []).append(puzzle)
    chosen: list[Puzzle] = []
    while len(chosen) < most and any(groups.values()):
        for group in groups.values():
            if group and len(chosen) < most:
                chosen.append(group.pop())
    return sorted(chosen, key=lambda puzzle: (puzzle.kind, puzzle.difficulty, puzzle.id))


# ---- difficulty


def difficulty_of(kind: Kind, posed: Posed, effort: float) -> int:
    """Return 1 to 5: one more than the number of levels that fail, or by the effort of marking."""
    if kind.marks:
        return 1 + sum(effort >= least for least in _EFFORTS[kind.title])
    names = levels.of_seat(posed.game, posed.seat)
    failed = sum(not solves(kind, posed, name) for name in names)
    return 1 + round(4 * failed / len(names))


def solves(kind: Kind, posed: Posed, level: str) -> bool:
    """Return whether a level's play is a right answer."""
    course, cache, answer = posed.course.copy(), BeliefCache(1), list[str]()
    while not answer or not kind.finished(posed, course.position):
        situation = Situation.at(course, posed.seat)
        question = Question(situation, Limit(_NODES), seed=int(posed.puzzle.id or "0", 16))
        answer.append(levels.answer(level, question, cache).notation)
        course.play(answer[-1])
        if posed.game.to_move(course.position) != posed.seat:
            break
    return kind.is_right(posed, tuple(answer))
