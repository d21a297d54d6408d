"""Lessons: pages and socket. They play a fixed record step by step, without a database or secrets."""

from __future__ import annotations

from functools import partial
from typing import Final

from litestar import Response, get, websocket
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from gaslamp import titles
from gaslamp.game import lesson as lessons
from gaslamp.game.lesson import Lesson
from gaslamp.server.http import assets, request_info, templates
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.services import Services, ServicesDep
from gaslamp.server.wire.lesson_connection import LessonConnection
from gaslamp.server.wire.socket import AnySocket, serve
from gaslamp.web.rulebook import section_ids


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
            "picture": f"/still/{assets.picture_name(title)}",
            "rules": bool(section_ids(title)),
        }
        for title in titles.titles()
        if lessons.sides(title)
    ]
    return templates.render("learn/learn.html", language, titles=entries)


@get("/learn/{title:str}/{side:str}")
async def lesson_page(request: AnyRequest, title: FromPath[str], side: FromPath[str]) -> Response[bytes]:
    language = request_info.language(request)
    page = await templates.SAME_FOR_ALL.get(("lesson", title, side, language), partial(_lesson, title, side, language))
    return templates.respond(request, page)


def _lesson(title: str, side: str, language: str) -> str:
    return templates.render(
        "learn/lesson.html",
        language,
        game="",
        title=title,
        side=side,
        last=_find(title, side).last,
        longest=0,
        gives_up=None,
        rules=bool(section_ids(title)),
        terms=(),
        sides=titles.meta(title).sides,
        mine=side,
        reviewed=False,
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


LESSONS: Final = [learn, lesson_page, lesson_socket]
