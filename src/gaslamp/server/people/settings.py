"""The settings page, and the request that changes settings."""

from __future__ import annotations

from typing import Any, Final

from litestar import Router, get, post
from litestar.di import NamedDependency

from gaslamp.server.http import request_info, sharing
from gaslamp.server.http.pages import Page, page
from gaslamp.server.http.posts import BrowserVisitor, Json, check_origin, decode, json_response
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.services import LobbyDep
from gaslamp.server.ops.settings import Settings
from gaslamp.server.people.feed import FeedsDep, path
from gaslamp.server.people.notices import NoticesDep
from gaslamp.service.people.identity import Identities
from gaslamp.service.people.settings import Changes

IdentitiesDep = NamedDependency[Identities]


@get("/settings")
async def settings_page(
    request: AnyRequest, feeds: FeedsDep, notices: NoticesDep, settings: NamedDependency[Settings]
) -> Page:
    guest = request_info.claimed_guest(request)
    key = await feeds.key(guest)
    feed = f"{sharing.reach(request, settings).base}{path(key)}" if key is not None else None
    return page(request, "people/settings.html", feed=feed, push_key=notices.key, receiving=await notices.known(guest))


@post("/settings", status_code=200)
async def change(request: AnyRequest, lobby: LobbyDep, identities: IdentitiesDep) -> Json:
    """Change settings. A new visitor becomes a guest."""
    changes, visitor = await decode(request, Changes), BrowserVisitor(request, lobby)
    preferences = await identities.change_settings(await visitor.settle(), changes)
    cookies = visitor.cookies
    if preferences.language:  # also for pages that ask for no identity
        cookies = [*cookies, request_info.language_cookie(request, preferences.language)]
    return json_response({}, cookies)


SETTINGS: Final[list[Any]] = [settings_page, Router("/", route_handlers=[change], before_request=check_origin)]
