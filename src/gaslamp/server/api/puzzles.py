"""Handlers for puzzles: list, question, answer, solution.

No response contains a solution before it was requested or found.
"""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from gaslamp.core.errors import GaslampError
from gaslamp.locale import catalogue
from gaslamp.puzzles import puzzle as puzzles
from gaslamp.puzzles.kinds import MarkingKind
from gaslamp.puzzles.puzzle import Puzzle
from gaslamp.puzzles.solving import Solving
from gaslamp.server.api.auth import CREATES, account
from gaslamp.server.api.errors import refusals
from gaslamp.server.api.schemas import (
    JudgementOut,
    PuzzleAnswer,
    PuzzleOut,
    PuzzlesOut,
    QuestionOut,
    SolutionOut,
    SolutionStepOut,
)
from gaslamp.server.http import request_info
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.services import Services, ServicesDep
from gaslamp.service.errors import Refusal
from gaslamp.service.puzzle_results import Outcome


@get("/puzzles", responses=refusals(), summary="Puzzles")
async def all_puzzles(services: ServicesDep, title: FromQuery[str] = "", kind: FromQuery[str] = "") -> PuzzlesOut:
    """List the puzzles, of one title or kind if named, and the id of the puzzle of the day (UTC)."""
    listed = [
        puzzle
        for name in puzzles.with_puzzles()
        for puzzle in puzzles.shipped(name).values()
        if title in {"", puzzle.title} and kind in {"", puzzle.kind}
    ]
    difficulties = await services.puzzles.difficulties(listed)
    return PuzzlesOut(_of_today(services).id, tuple(_puzzle_out(puzzle, difficulties[puzzle.id]) for puzzle in listed))


@get("/puzzles/today", responses=refusals(), summary="The puzzle of the day")
async def today(request: AnyRequest, services: ServicesDep) -> QuestionOut:
    return await _question(request, services, _of_today(services))


@get("/puzzles/{puzzle:str}", responses=refusals(404), summary="One puzzle")
async def one_puzzle(request: AnyRequest, services: ServicesDep, puzzle: FromPath[str]) -> QuestionOut:
    """Return the question, with what its seat sees and may play."""
    return await _question(request, services, await _find(services, puzzle))


@post(
    "/puzzles/{puzzle:str}/answer",
    status_code=200,
    opt=CREATES,
    responses=refusals(404, 409, body=True),
    summary="Answer",
)
async def answer(
    request: AnyRequest, services: ServicesDep, puzzle: FromPath[str], data: JSONBody[PuzzleAnswer]
) -> JudgementOut:
    """Judge an answer: marks, or actions. Actions that are no whole answer yet are not judged."""
    solving = Solving(await _find(services, puzzle))
    if not solving.answer(data.answer):
        update = solving.update()
        return JudgementOut(complete=False, right=False, why=None, legal=update.legal, final=update.final)
    await _record(services, request, solving.puzzle, "right" if solving.solved else "wrong")
    why = None if solving.wrong is None else catalogue(request_info.language(request)).say(solving.wrong)
    return JudgementOut(complete=True, right=solving.solved, why=why, legal=(), final=())


@post(
    "/puzzles/{puzzle:str}/solution",
    status_code=200,
    opt=CREATES,
    responses=refusals(404),
    summary="Get the solution",
)
async def solution(request: AnyRequest, services: ServicesDep, puzzle: FromPath[str]) -> SolutionOut:
    """Return the solution. A puzzle that you have not solved before counts as not solved."""
    solving, say = Solving(await _find(services, puzzle)), catalogue(request_info.language(request)).say
    await _record(services, request, solving.puzzle, "shown")
    solving.reveal()
    steps = tuple(SolutionStepOut(say(step.text), step.points) for step in solving.solution())
    return SolutionOut(solving.puzzle.answers, steps)


async def _record(services: Services, request: AnyRequest, puzzle: Puzzle, outcome: Outcome) -> None:
    if puzzle.id in puzzles.shipped(puzzle.title):  # who makes a puzzle can know its solution
        await services.puzzles.record(account(request), puzzle, outcome)


async def _question(request: AnyRequest, services: ServicesDep, puzzle: Puzzle) -> QuestionOut:
    solving, difficulties = Solving(puzzle), await services.puzzles.difficulties([puzzle])
    update, kind = solving.update(), solving.kind
    marks = tuple(kind.candidates(solving.posed)) if isinstance(kind, MarkingKind) else ()
    return QuestionOut(
        puzzle=_puzzle_out(puzzle, difficulties[puzzle.id]),
        question=catalogue(request_info.language(request)).say(solving.question),
        options=solving.posed.game.options,
        view=msgspec.to_builtins(update.view, str_keys=True, order="deterministic"),
        news=update.news,
        marks=marks,
        legal=update.legal,
        final=update.final,
    )


def _puzzle_out(puzzle: Puzzle, difficulty: int) -> PuzzleOut:
    return PuzzleOut(puzzle.id, puzzle.title, puzzle.kind, puzzle.seat, puzzle.theme, difficulty)


def _of_today(services: Services) -> Puzzle:
    return puzzles.of_day(services.puzzles.today())


async def _find(services: Services, id: str) -> Puzzle:
    """Return a puzzle of any title. Raises Refusal."""
    for title in puzzles.with_puzzles():
        try:
            return await services.made_puzzles.find(title, id)
        except GaslampError:
            continue
    raise Refusal(404, "puzzle.unknown", id=id[:20])


PUZZLES: Final = [all_puzzles, today, one_puzzle, answer, solution]
