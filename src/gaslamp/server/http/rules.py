"""Rules of the titles: pages, sections for the table, pictures."""

from __future__ import annotations

from functools import cache, partial
from typing import Final

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from gaslamp import titles
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.server.http import request_info, templates
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.web.pictures import pictures
from gaslamp.web.rulebook import Rulebook, rulebook

_AN_HOUR: Final = "public, max-age=3600"


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


RULES: Final = [rules, section, picture]
