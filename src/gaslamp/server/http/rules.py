"""The rules of the titles: a page each, its sections for who asks at a table, and the pictures in them."""

from __future__ import annotations

from functools import cache, partial
from typing import Any, Final

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from gaslamp import titles
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.server.http import request_info, templates
from gaslamp.web.pictures import pictures
from gaslamp.web.rulebook import Rulebook, rulebook

AnyRequest = Request[Any, Any, Any]
_AN_HOUR: Final = "public, max-age=3600"


@get("/rules/{title:str}")
async def rules(request: AnyRequest, title: FromPath[str]) -> Response[bytes]:
    """Show the rules of a title."""
    language = request_info.language(request)
    page = await templates.SAME_FOR_ALL.get(("rules", title, language), partial(_rules, title, language))
    return templates.respond(request, page)


def _rules(title: str, language: str) -> str:
    book = _book(title, language)
    sizes = {name: picture.size for name, picture in pictures(title).items()}
    return templates.render("rules/rules.html", language, title=title, book=book, sizes=sizes)


@get("/rules/{title:str}/sections/{id:str}", sync_to_thread=True)
def section(request: AnyRequest, title: FromPath[str], id: FromPath[str]) -> Response[str]:
    """Give one section, with those that belong to it, as a fragment of a page."""
    language = request_info.language(request)
    found = _book(title, language).from_section(id)
    if not found:
        raise NotFoundException
    sizes = {name: picture.size for name, picture in pictures(title).items()}
    html = templates.render("rules/section.html", language, title=title, sections=found, sizes=sizes, page=False)
    return Response(html, media_type=MediaType.HTML)


@get("/rules/{title:str}/pictures/{language:str}/{file:str}", sync_to_thread=True)
def picture(title: FromPath[str], language: FromPath[str], file: FromPath[str]) -> Response[bytes]:
    """Give a picture, with the letters that a language has on its tokens."""
    name = file.removesuffix(".svg")
    _book(title, language)
    if name == file or name not in pictures(title) or language not in LANGUAGES:
        raise NotFoundException
    return Response(_drawn(title, name, language), media_type="image/svg+xml", headers={"Cache-Control": _AN_HOUR})


@cache
def _drawn(title: str, name: str, language: str) -> bytes:
    return pictures(title)[name].svg(catalogue(language).say).encode()


def _book(title: str, language: str) -> Rulebook:
    found = rulebook(title, language) if title in titles.titles() else None
    if found is None:
        raise NotFoundException
    return found


RULES: Final = [rules, section, picture]
