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
