"""Lessons: a fixed record step by step, without a database or secrets. Rules: pages, sections, pictures."""

from __future__ import annotations

from functools import cache, partial
from typing import Final

from litestar import MediaType, Response, get, websocket
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from gaslamp import titles
from gaslamp.game import lesson as lessons
from gaslamp.game.lesson import Lesson
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.server.http import assets, request_info, templates
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.services import Services, ServicesDep
from gaslamp.server.wire.lesson_connection import LessonConnection
from gaslamp.server.wire.socket import AnySocket, serve
from gaslamp.service.people.settings import Preferences
from gaslamp.web.pictures import pictures
from gaslamp.web.rulebook import Rulebook, rulebook, section_ids

_AN_HOUR: Final = "public, max-age=3600"


@get("/learn")
async def learn(request: AnyRequest) -> Response[bytes]:
    language = request_info.language(request)
    page = await templates.SAME_FOR_ALL.get(("learn", titles.titles(), language), partial(_learn, language))
    return templates.respond(request, page)


def _learn(language: str) -> str:
    entries = [
        {
            "id": title,
            "sides": lessons.sides(title),
            "hides": titles.meta(title).hides,
            "picture": f"still/{assets.picture_name(title)}",
            "rules": bool(section_ids(title)),
        }
        for title in titles.titles()
        if lessons.sides(title)
    ]
    return templates.render("learn/learn.html", language, titles=entries)


@get("/learn/{title:str}/{side:str}")
async def lesson_page(request: AnyRequest, title: FromPath[str], side: FromPath[str]) -> Response[bytes]:
    terms = title, side, request_info.language(request), request_info.preferences(request)
    page = await templates.SAME_FOR_ALL.get(("lesson", *terms), partial(_lesson, *terms))
    return templates.respond(request, page)


def _lesson(title: str, side: str, language: str, preferences: Preferences) -> str:
    return templates.render_table(
        "learn/lesson.html",
        language,
        title,
        side=side,
        preferences=preferences,
        last=_find(title, side).last,
        mistakes=False,
        rules=bool(section_ids(title)),
        sides=titles.meta(title).sides,
        mine=side,
    )


@websocket("/learn/{title:str}/{side:str}/socket")
async def lesson_socket(
    socket: AnySocket, services: ServicesDep, title: FromPath[str], side: FromPath[str], step: FromQuery[int] = 0
) -> None:
    await serve(socket, services, f"{title} {side}", partial(_run, socket, services, title, side, step))


async def _run(socket: AnySocket, services: Services, title: str, side: str, step: int) -> None:
    await LessonConnection(socket, services, _find(title, side), step).run()


<<<<<<< HEAD
=======
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


>>>>>>> ed3ab1e8 (puzzles: ship arrests; deal of the day: no dead ends, browser and cheat tests)
def _find(title: str, side: str) -> Lesson:
    lesson = lessons.lesson(title, side) if title in titles.titles() else None
    if lesson is None:
        raise NotFoundException
    return lesson


@get("/rules/{title:str}")
async def rules(request: AnyRequest, title: FromPath[str]) -> Response[bytes]:
    language = request_info.language(request)
    page = await templates.SAME_FOR_ALL.get(("rules", title, language), partial(_rules, title, language))
    return templates.respond(request, page)


def _rules(title: str, language: str) -> str:
    book = _book(title, language)
    sizes = {name: picture.size for name, picture in pictures(title).items()}
    return templates.render("rules/rules.html", language, title=title, book=book, sizes=sizes)


@get("/rules/{title:str}/sections/{id:str}", sync_to_thread=True)
def section(request: AnyRequest, title: FromPath[str], id: FromPath[str]) -> Response[str]:
    language = request_info.language(request)
    sections = _book(title, language).from_section(id)
    if not sections:
        raise NotFoundException
    sizes = {name: picture.size for name, picture in pictures(title).items()}
    html = templates.render("rules/section.html", language, title=title, sections=sections, sizes=sizes, page=False)
    return Response(html, media_type=MediaType.HTML)


@get("/rules/{title:str}/pictures/{language:str}/{file:str}", sync_to_thread=True)
def picture(title: FromPath[str], language: FromPath[str], file: FromPath[str]) -> Response[bytes]:
    name = file.removesuffix(".svg")
    _book(title, language)
    if name == file or name not in pictures(title) or language not in LANGUAGES:
        raise NotFoundException
    return Response(_svg(title, name, language), media_type="image/svg+xml", headers={"Cache-Control": _AN_HOUR})


@cache
def _svg(title: str, name: str, language: str) -> bytes:
    return pictures(title)[name].svg(catalogue(language).say).encode()


def _book(title: str, language: str) -> Rulebook:
    book = rulebook(title, language) if title in titles.titles() else None
    if book is None:
        raise NotFoundException
    return book


LESSONS: Final = [learn, lesson_page, lesson_socket]
RULES: Final = [rules, section, picture]
