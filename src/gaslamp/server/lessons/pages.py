"""The pages of the first games: which there are, and the table of each."""

from __future__ import annotations

from typing import Any, Final

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from gaslamp import titles
from gaslamp.server.http import assets, request_info, templates
from gaslamp.table import lesson as lessons
from gaslamp.table.lesson import Lesson
from gaslamp.web.rulebook import section_ids

AnyRequest = Request[Any, Any, Any]


@get("/learn", sync_to_thread=True)
def learn(request: AnyRequest) -> Response[str]:
    """Show the first games that there are."""
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
    html = templates.render("learn/learn.html", request_info.language(request), titles=shown)
    return Response(html, media_type=MediaType.HTML)


@get("/learn/{title:str}/{side:str}", sync_to_thread=True)
def lesson_page(request: AnyRequest, title: FromPath[str], side: FromPath[str]) -> Response[str]:
    """Show the table of a first game; what is on it comes by the socket."""
    found = find(title, side)
    html = templates.render(
        "learn/lesson.html",
        request_info.language(request),
        game="",
        title=title,
        side=side,
        last=found.last,
        longest=0,
        gives_up=None,
        rules=bool(section_ids(title)),
    )
    return Response(html, media_type=MediaType.HTML)


def find(title: str, side: str) -> Lesson:
    """Give a first game, or say that there is none."""
    found = lessons.lesson(title, side) if title in titles.titles() else None
    if found is None:
        raise NotFoundException
    return found


LESSONS: Final = [learn, lesson_page]
