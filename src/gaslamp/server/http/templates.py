"""Jinja templates of `gaslamp.web`, rendered in a language.

Every template has `say` (for a Message, or an id with parameters), `age` (seconds since a time), `span`, `day`
and `number` (formats of durations, dates and numbers), `lang` (language code), `preferences`
(the settings of the visitor, if the page is made for one), `languages` (code and name of each), `static` (URL of a file
of web/static or of a bundle), `still` (URL of a title's board), and `root` (path of the
home page, with which every link starts).
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from litestar import MediaType, Response

from gaslamp.core.messages import Message, Param
from gaslamp.locale import NAMES, Catalogue, catalogue, format_day, format_number, format_span
from gaslamp.server.http import assets, request_info
from gaslamp.server.http.assets import Asset
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.service.people.settings import DEFAULTS
from gaslamp.web import TEMPLATES

_ENVIRONMENT: Final = Environment(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
_ENVIRONMENT.globals["languages"] = tuple(NAMES.items())


def render(name: str, language: str, **context: Any) -> str:
    say = partial(_say, catalogue(language))
    spans, days = partial(format_span, language=language), partial(format_day, language=language)
    shared = {"say": say, "age": age, "span": spans, "day": days, "lang": language, "preferences": DEFAULTS}
    shared["number"] = partial(format_number, language=language)
    return _ENVIRONMENT.get_template(name).render(shared | context)


def render_table(name: str, language: str, title: str, **context: Any) -> str:
    """Render a page that extends table/table.html, by default one for a single player without a chat."""
    alone = {"game": "", "longest": 0, "phrases": (), "gives_up": None, "terms": ()}
    unreviewed = {"sides": (), "mine": "", "reviewed": False, "play_on": "", "make_puzzle": ""}
    usual = {"practice": False, "sealed": False}
    return render(name, language, title=title, **alone | unreviewed | usual | context)


def age(at: int) -> int:
    """Return the seconds since a time in milliseconds, rounded down to the unit that a page shows."""
    seconds = max(0, int(time.time()) - at // 1000)
    unit = next((unit for unit in (86_400, 3_600) if seconds >= unit), 60)
    return max(60, seconds // unit * unit)


@pass_context
def _static(context: Context, path: str) -> str:
    return f"{context['root']}{assets.address(path).lstrip('/')}"


@pass_context
def _still(context: Context, title: str) -> str:
    return f"{context['root']}{assets.still_address(title).lstrip('/')}"


def set_root(path: str) -> None:
    """Set the path of the home page, "/" unless the pages are below one. Call it before any page is rendered."""
    _ENVIRONMENT.globals["root"] = path


set_root("/")
_ENVIRONMENT.globals["static"] = _static
_ENVIRONMENT.globals["still"] = _still
_ENVIRONMENT.globals["solo"] = sys.platform == "emscripten"  # the browser edition: nobody else can join


class PageCache:
    """LRU cache of compressed pages. The key must contain everything that the bytes depend on."""

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._pages: dict[Hashable, Asset] = {}  # least recently used first

    async def get(self, key: Hashable, make: Callable[[], str]) -> Asset:
        page = self._pages.pop(key, None)
        if page is None:
            page = await asyncio.to_thread(as_asset, make)
        self._pages[key] = page
        while len(self._pages) > self._most:
            del self._pages[next(iter(self._pages))]
        return page


SAME_FOR_ALL: Final = PageCache()  # pages without visitor data


def as_asset(make: Callable[[], str]) -> Asset:
    return assets.asset(make().encode(), MediaType.HTML)


def respond(request: AnyRequest, page: Asset, headers: Mapping[str, str] | None = None) -> Response[bytes]:
    headers = {"Vary": "Accept-Encoding", **(headers or {})}
    if not request_info.accepts_gzip(request):
        return Response(page.content, media_type=page.kind, headers=headers)
    return Response(page.gzipped, media_type=page.kind, headers=headers | {"Content-Encoding": "gzip"})


def _say(words: Catalogue, text: Message | str, /, **params: Param) -> str:
    return words.say(Message(text, params) if isinstance(text, str) else text)
