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
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, ModuleLoader, StrictUndefined
from litestar import MediaType, Response

from gaslamp.core.messages import Message, Param
from gaslamp.locale import NAMES, Catalogue, catalogue, format_day, format_number, format_span
from gaslamp.server.http import assets, request_info
from gaslamp.server.http.assets import Asset
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.service.people.settings import DEFAULTS
from gaslamp.web import COMPILED, TEMPLATES

_ENVIRONMENT: Final = Environment(
    loader=ModuleLoader(COMPILED) if COMPILED.exists() else FileSystemLoader(TEMPLATES),
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


def _static(path: str) -> str:
    return at(assets.address(path))


def _still(title: str) -> str:
    return at(assets.still_address(title))


def set_root(path: str) -> None:
    """Set the base path, with which all links in pages begin, and drop what was rendered with another one."""
    if _ENVIRONMENT.globals.get("root") != path:
        SAME_FOR_ALL.clear()
    _ENVIRONMENT.globals["root"] = path


def at(path: str) -> str:
    """Return the URL path of a page: *path* below the home page's."""
    return f"{_ENVIRONMENT.globals['root']}{path.lstrip('/')}"


_ENVIRONMENT.globals["static"] = _static
_ENVIRONMENT.globals["still"] = _still
_ENVIRONMENT.globals["solo"] = sys.platform == "emscripten"  # the browser edition: nobody else can join


def compiled() -> Iterator[tuple[str, str]]:
    """Yield the file name and the Python source of each template, for ModuleLoader."""
    for path in sorted(TEMPLATES.rglob("*.html")):
        name = path.relative_to(TEMPLATES).as_posix()
        source = _ENVIRONMENT.compile(path.read_text(encoding="utf-8"), name, name, raw=True, defer_init=True)
        yield ModuleLoader.get_module_filename(name), source


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

    def clear(self) -> None:
        self._pages.clear()


SAME_FOR_ALL: Final = PageCache()  # pages without visitor data
set_root("/")


def as_asset(make: Callable[[], str]) -> Asset:
    return assets.asset(make().encode(), MediaType.HTML)


def respond(request: AnyRequest, page: Asset, headers: Mapping[str, str] | None = None) -> Response[bytes]:
    headers = {"Vary": "Accept-Encoding", **(headers or {})}
    if not request_info.accepts_gzip(request):
        return Response(page.content, media_type=page.kind, headers=headers)
    return Response(page.gzipped, media_type=page.kind, headers=headers | {"Content-Encoding": "gzip"})


def _say(words: Catalogue, text: Message | str, /, **params: Param) -> str:
    return words.say(Message(text, params) if isinstance(text, str) else text)
