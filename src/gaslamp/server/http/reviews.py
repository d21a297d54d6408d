"""Finished games: pages of shared ones and of record files, and learning from mistakes for their players."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from litestar import MediaType, Response, get, websocket
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from gaslamp import titles
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import SPECTATOR
from gaslamp.review.exercises import Exercise
from gaslamp.review.review import LONGEST, Opened, has_evaluator
from gaslamp.server.http import request_info, sharing, templates
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.services import LobbyDep, Services, ServicesDep
from gaslamp.server.wire.lesson_connection import ExerciseConnection
from gaslamp.server.wire.record_connection import RecordConnection, RecordFile
from gaslamp.server.wire.socket import AnySocket, send_error, serve, with_heartbeats
from gaslamp.service.errors import Refusal
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.lobby.lobby import Lobby
from gaslamp.service.lobby.public_games import PublicGames, SharedGame
from gaslamp.ui.presentation import presentation
from gaslamp.web.rulebook import section_ids

PublicDep = NamedDependency[PublicGames]

_UPLOAD_TIME: Final = 30.0  # seconds for a whole file


# ---- shared games


@get("/shared/{id:str}")
async def shared_page(request: AnyRequest, public_games: PublicDep, id: FromPath[str]) -> Response[str]:
    """Return the replay and review of a game that a player shared, with a preview for links to it."""
    shared, language = await _shared(public_games, id), request_info.language(request)
    live = shared.live
    base = str(request.base_url).rstrip("/")
    address = f"{base}/shared/{id}"
    page = templates.render_table(
        "table/shared.html",
        language,
        live.title,
        preferences=request_info.preferences(request),
        ended=presentation(live.game).ended(shared.outcome),
        address=address,
        picture=f"{address}/picture/{language}.jpg" if sharing.has_previews() else "",
        **_reviewed(live.title),
    )
    return Response(page, media_type=MediaType.HTML)


@websocket("/shared/{id:str}/socket")
async def shared_socket(socket: AnySocket, services: ServicesDep, public_games: PublicDep, id: FromPath[str]) -> None:
    async def run() -> None:
        shared = await _shared(public_games, id)
        await RecordConnection(socket, services, shared.live, shared.players).run()

    await serve(socket, services, id, run)


@get("/shared/{id:str}/picture/{file:str}")
async def shared_picture(
    services: ServicesDep, public_games: PublicDep, id: FromPath[str], file: FromPath[str]
) -> Response[bytes]:
    """Return the preview picture in a language."""
    shared = await _shared(public_games, id)
    live, ui = shared.live, presentation(shared.live.game)
    update = live.update(SPECTATOR)
    scene = ui.scene(update.view, update.news)
    return await sharing.preview(services.reviews, (id,), file, live.title, scene, [ui.ended(shared.outcome)])


async def _shared(public_games: PublicGames, id: str) -> SharedGame:
    """Return a shared game. Raises NotFoundException, the same for running and unknown games."""
    shared = await public_games.shared(id)
    if shared is None:
        raise NotFoundException
    return shared


# ---- records from files


@get("/open/{title:str}")
async def file_page(request: AnyRequest, title: FromPath[str]) -> Response[str]:
    """Return the page that opens the record which the browser holds; the socket receives it."""
    if title not in titles.titles():
        raise NotFoundException
    language, preferences = request_info.language(request), request_info.preferences(request)
    page = templates.render_table("table/opened.html", language, title, preferences=preferences, **_reviewed(title))
    return Response(page, media_type=MediaType.HTML)


@websocket("/open/{title:str}/socket")
async def file_socket(socket: AnySocket, services: ServicesDep) -> None:
    await serve(socket, services, "file", partial(_run_file, socket, services))


async def _run_file(socket: AnySocket, services: Services) -> None:
    try:
        file = RecordFile(await with_heartbeats(socket, _received(socket, services)))
    except GaslampError as error:
        await send_error(socket, error)
        raise NotFoundException from None
    await RecordConnection(socket, services, file, file.players).run()


async def _received(socket: AnySocket, services: Services) -> Opened:
    text = await _upload(socket)
    if not services.limits.hints.try_acquire(request_info.address(socket)):
        raise GaslampError("web.error.too_fast")
    return await services.reviews.check(text)


async def _upload(socket: AnySocket) -> str:
    """Receive a record in pieces, each a message; an empty one ends it. Raises GaslampError if it is too long."""
    pieces, size = list[str](), 0
    try:
        async with asyncio.timeout(_UPLOAD_TIME):
            while piece := await socket.receive_text():
                size += len(piece.encode())
                if size > LONGEST:
                    raise GaslampError("review.too_long")
                pieces.append(piece)
    except TimeoutError:
        raise GaslampError("review.unchecked") from None
    return "".join(pieces)


def _reviewed(title: str) -> dict[str, object]:
    return {"rules": bool(section_ids(title)), "sides": titles.meta(title).sides, "reviewed": has_evaluator(title)}


# ---- learning from mistakes


@get("/reviews")
async def computed(request: AnyRequest) -> Response[str]:
    """Return the page that explains how reviews are computed."""
    page = templates.render("learn/computed.html", request_info.language(request))
    return Response(page, media_type=MediaType.HTML)


@get("/table/{id:str}/learn/{side:str}")
async def mistakes_page(request: AnyRequest, lobby: LobbyDep, id: FromPath[str], side: FromPath[str]) -> Response[str]:
    live = await _finished(lobby, id, request_info.claimed_guest(request), side)
    page = templates.render_table(
        "learn/lesson.html",
        request_info.language(request),
        live.title,
        preferences=request_info.preferences(request),
        game=id,
        side=side,
        last=0,
        mistakes=True,
        rules=bool(section_ids(live.title)),
        sides=titles.meta(live.title).sides,
        mine=side,
    )
    return Response(page, media_type=MediaType.HTML)


@websocket("/table/{id:str}/learn/{side:str}/socket")
async def mistakes_socket(
    socket: AnySocket, services: ServicesDep, id: FromPath[str], side: FromPath[str], step: FromQuery[int] = 0
) -> None:
    await serve(socket, services, id, partial(_run_mistakes, socket, services, id, side, step))


async def _run_mistakes(socket: AnySocket, services: Services, id: str, side: str, step: int) -> None:
    try:
        live = await _finished(services.lobby, id, request_info.claimed_guest(socket), side)
    except Refusal:
        raise NotFoundException from None
    record = live.record()
    review = await services.reviews.wait(id, record)
    if review is None:
        raise NotFoundException
    exercise = Exercise(live.game, record.actions, review, side)
    if not exercise.decisions:
        raise NotFoundException
    await ExerciseConnection(socket, services, exercise, step, id).run()


async def _finished(lobby: Lobby, id: str, guest: str | None, side: str) -> LiveGame:
    """Return a finished game that has a review. Raises Refusal or NotFoundException."""
    live = (await lobby.find(id, guest)).live
    if live.state.outcome is None:
        raise Refusal(403, "error.not_over")
    if live.withheld:
        raise Refusal(403, "error.deal_sealed")
    if not has_evaluator(live.title) or side not in titles.meta(live.title).sides:
        raise NotFoundException
    return live


REVIEWS: Final = [
    shared_page, shared_socket, shared_picture, file_page, file_socket, computed, mistakes_page, mistakes_socket,
]  # fmt: skip
