"""Puzzles: pages, previews and socket. A puzzle's solution is sent only after it was solved or asked for."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from litestar import MediaType, Response, get, websocket
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from gaslamp import titles
from gaslamp.core.errors import GaslampError
from gaslamp.puzzles import puzzle as puzzles
from gaslamp.puzzles.kinds import kinds
from gaslamp.puzzles.puzzle import Puzzle
from gaslamp.puzzles.solving import Solving
from gaslamp.server.http import assets, request_info, sharing, templates
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.services import PeopleDep, Services, ServicesDep
from gaslamp.server.wire.puzzle_connection import PuzzleConnection
from gaslamp.server.wire.socket import AnySocket, serve
from gaslamp.service.puzzle_results import History, Outcome, pool
from gaslamp.service.ratings import Rating, Ratings
from gaslamp.web.rulebook import section_ids

_LISTED: Final = 12  # newest results on the page


@get("/puzzles")
async def all_puzzles(request: AnyRequest, services: ServicesDep, ratings: NamedDependency[Ratings]) -> Response[str]:
    guest, results = request_info.claimed_guest(request), services.puzzles
    history, today = await results.history(guest), puzzles.of_day(results.today())
    rated = await ratings.of(guest)
    return Response(
        templates.render(
            "puzzles/puzzles.html",
            request_info.language(request),
            titles=[_entry(title, history, rated.get(pool(title))) for title in puzzles.with_puzzles()],
            today=today,
            difficulty=(await results.difficulties([today]))[today.id],
            solved_today=await results.solved_on(today.id, results.today()),
            done_today={result.puzzle: result.solved for result in history.results}.get(today.id),
            history=history,
            made=await services.made_puzzles.of(guest),
            newest=[(_by_id(result.puzzle), result) for result in history.results[:_LISTED] if _by_id(result.puzzle)],
        ),
        media_type=MediaType.HTML,
    )


def _entry(title: str, history: History, rating: Rating | None) -> dict[str, Any]:
    ours, done = puzzles.shipped(title), {result.puzzle for result in history.results}
    names = [name for name in kinds(title) if any(puzzle.kind == name for puzzle in ours.values())]
    by_kind = {name: [puzzle for puzzle in ours.values() if puzzle.kind == name] for name in names}
    return {
        "id": title,
        "picture": f"still/{assets.picture_name(title)}",
        "rating": rating,
        "kinds": [(name, len(of), sum(puzzle.id in done for puzzle in of)) for name, of in by_kind.items()],
    }


def _by_id(id: str) -> Puzzle | None:
    candidates = (puzzles.shipped(title).get(id) for title in puzzles.with_puzzles())
    return next((puzzle for puzzle in candidates if puzzle is not None), None)


@get("/puzzles/{title:str}/next")
async def next_puzzle(
    request: AnyRequest, services: ServicesDep, title: FromPath[str], kind: FromQuery[str] = ""
) -> Response[None]:
    """Redirect to the visitor's easiest puzzle without a result; if all have one, to that with the oldest result."""
    history = await services.puzzles.history(request_info.claimed_guest(request))
    done = {result.puzzle: number for number, result in enumerate(history.results)}
    ours = puzzles.shipped(title).values() if title in titles.titles() else ()
    open_ones = [puzzle for puzzle in ours if kind in {"", puzzle.kind}]
    if not open_ones:
        raise NotFoundException
    difficulties = await services.puzzles.difficulties(open_ones)
    chosen = min(
        open_ones,
        key=lambda puzzle: (puzzle.id in done, -done.get(puzzle.id, 0), difficulties[puzzle.id], puzzle.id),
    )
    return Response(None, status_code=303, headers={"Location": chosen.id})


@get("/puzzles/{title:str}/{id:str}")
async def puzzle_page(
    request: AnyRequest, people: PeopleDep, services: ServicesDep, title: FromPath[str], id: FromPath[str]
) -> Response[str]:
    puzzle, guest = await _find(services, title, id), request_info.claimed_guest(request)
    address, language = f"{str(request.base_url).rstrip('/')}/puzzles/{title}/{id}", request_info.language(request)
    return Response(
        templates.render_table(
            "puzzles/puzzle.html",
            language,
            title,
            preferences=request_info.preferences(request),
            puzzle=puzzle,
            difficulty=(await services.puzzles.difficulties([puzzle]))[puzzle.id],
            question=Solving(puzzle).question,
            known=guest is not None and await people.is_guest(guest),
            address=address,
            picture=f"{address}/picture/{language}.jpg" if sharing.has_previews() else "",
            rules=bool(section_ids(title)),
        ),
        media_type=MediaType.HTML,
    )


@get("/puzzles/{title:str}/{id:str}/picture/{file:str}")
async def puzzle_picture(
    services: ServicesDep, title: FromPath[str], id: FromPath[str], file: FromPath[str]
) -> Response[bytes]:
    """Return the preview picture of the question."""
    solving = Solving(await _find(services, title, id))
    scene = solving.ui.scene(*solving.shown)
    return await sharing.preview(services.reviews, ("puzzle", id), file, title, scene, [solving.question])


@websocket("/puzzles/{title:str}/{id:str}/socket")
async def puzzle_socket(socket: AnySocket, services: ServicesDep, title: FromPath[str], id: FromPath[str]) -> None:
    await serve(socket, services, f"{title} {id}", partial(_run, socket, services, title, id))


async def _run(socket: AnySocket, services: Services, title: str, id: str) -> None:
    guest, puzzle = request_info.claimed_guest(socket), await _find(services, title, id)

    async def report(outcome: Outcome) -> None:
        if id in puzzles.shipped(title):  # who makes a puzzle can know its solution
            await services.puzzles.record(guest, puzzle, outcome)

    await PuzzleConnection(socket, services, Solving(puzzle), report).run()


async def _find(services: Services, title: str, id: str) -> Puzzle:
    try:
        return await services.made_puzzles.find(title, id)
    except GaslampError:
        raise NotFoundException from None


PUZZLES: Final = [all_puzzles, next_puzzle, puzzle_page, puzzle_picture, puzzle_socket]
