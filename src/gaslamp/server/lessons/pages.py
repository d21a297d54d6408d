"""The pages of the first games: which there are, and the table of each."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from gaslamp import titles
from gaslamp.game import lesson as lessons
from gaslamp.game.lesson import Lesson
from gaslamp.server.http import assets, request_info, templates
from gaslamp.web.rulebook import section_ids

AnyRequest = Request[Any, Any, Any]


@get("/learn")
async def learn(request: AnyRequest) -> Response[bytes]:
    """Show the first games that there are."""
    language = request_info.language(request)
    page = await templates.SAME_FOR_ALL.get(("learn", titles.titles(), language), partial(_learn, language))
    return templates.respond(request, page)


def _learn(language: str) -> str:
    shown = [
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
    return templates.render("learn/learn.html", language, titles=shown)


@get("/learn/{title:str}/{side:str}")
async def lesson_page(request: AnyRequest, title: FromPath[str], side: FromPath[str]) -> Response[bytes]:
    """Show the table of a first game; what is on it comes by the socket."""
    language = request_info.language(request)
    page = await templates.SAME_FOR_ALL.get(("lesson", title, side, language), partial(_lesson, title, side, language))
    return templates.respond(request, page)


def _lesson(title: str, side: str, language: str) -> str:
    found = find(title, side)
    return templates.render(
        "learn/lesson.html",
        language,
        game="",
        title=title,
        side=side,
        last=found.last,
        longest=0,
        gives_up=None,
        rules=bool(section_ids(title)),
        terms=(),
    )


def find(title: str, side: str) -> Lesson:
    """Give a first game, or say that there is none."""
    found = lessons.lesson(title, side) if title in titles.titles() else None
    if found is None:
        raise NotFoundException
    return found


LESSONS: Final = [learn, lesson_page]
