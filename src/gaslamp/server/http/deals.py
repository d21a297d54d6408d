"""Deals of the day: pages, and the forms that start a try and show a name."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Final, Literal, TypeVar
from urllib.parse import parse_qs

import msgspec
from litestar import MediaType, Response, Router, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from msgspec import Meta, Struct

from gaslamp import titles
from gaslamp.core.errors import Unreadable
from gaslamp.server.http import assets, request_info, templates
from gaslamp.server.http.posts import BrowserVisitor, check_origin
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.services import LobbyDep
from gaslamp.service.deals import Deals
from gaslamp.service.deals import deals as deals_of

DealsDep = NamedDependency[Deals]
S = TypeVar("S", bound=Struct)
_Word = Annotated[str, Meta(max_length=80)]


class StartTry(Struct, frozen=True, forbid_unknown_fields=True):
    title: _Word
    side: _Word


class ShowName(Struct, frozen=True, forbid_unknown_fields=True):
    named: Literal["yes", "no"]


@get("/deals")
async def today(request: AnyRequest, deals: DealsDep) -> Response[str]:
    """Return today's deals with the guest's tries, and links to past days."""
    guest, day = request_info.claimed_guest(request), deals.today()
    tries, tomorrow = await deals.tries(guest, day), day + timedelta(days=1)
    cards = [
        {
            "id": title,
            "picture": f"still/{assets.picture_name(title)}",
            "sides": [(deal.side, tries.get(deal.id)) for deal in deals_of(day) if deal.title == title],
        }
        for title in titles.titles()
    ]
    return _page(
        request,
        "deals/deals.html",
        today=day,
        cards=[card for card in cards if card["sides"]],
        count=await deals.number_of_tries(day),
        past=await deals.revealed_days(),
        commitments=[(at, await deals.commitments(at)) for at in (day, tomorrow)],
    )


@get("/deals/{day:str}")
async def past_day(request: AnyRequest, deals: DealsDep, day: FromPath[str]) -> Response[str]:
    """Return the results of a day whose secret is revealed."""
    at = _date(day)
    secret = await deals.revealed(at)
    if secret is None:
        raise NotFoundException
    guest = request_info.claimed_guest(request)
    tries = await deals.tries(guest, at)
    return _page(
        request,
        "deals/day.html",
        date=at,
        secret=secret,
        commitments=await deals.commitments(at),
        all_results=[await deals.results(deal, guest) for deal in deals_of(at)],
        tries=tries,
        named=any(attempt.named for attempt in tries.values()),
    )


@post("/deals", status_code=303)
async def start(request: AnyRequest, lobby: LobbyDep, deals: DealsDep) -> Response[None]:
    """Go to the guest's try at a deal of today, which is created by the first request."""
    body, visitor = await _form(request, StartTry), BrowserVisitor(request, lobby)
    game = await deals.start(visitor, body.title, body.side)
    return Response(None, status_code=303, headers={"Location": f"table/{game}"}, cookies=visitor.cookies)


@post("/deals/{day:str}/name", status_code=303)
async def show_name(request: AnyRequest, deals: DealsDep, day: FromPath[str]) -> Response[None]:
    body, at = await _form(request, ShowName), _date(day)
    await deals.show_name(request_info.claimed_guest(request), at, named=body.named == "yes")
    return Response(None, status_code=303, headers={"Location": f"../{at}"})


def _page(request: AnyRequest, template: str, **context: object) -> Response[str]:
    page = templates.render(template, request_info.language(request), stamp=_stamp, **context)
    return Response(page, media_type=MediaType.HTML)


def _stamp(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def _date(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise NotFoundException from None
    if str(day) != text:
        raise NotFoundException
    return day


async def _form(request: AnyRequest, kind: type[S]) -> S:
    """Decode a form. Raises Unreadable."""
    try:
        fields = parse_qs((await request_info.body(request)).decode(), strict_parsing=True, max_num_fields=8)
        return msgspec.convert({name: values[-1] for name, values in fields.items()}, kind)
    except (msgspec.ValidationError, ValueError):
        raise Unreadable("web.error.unreadable") from None


DEALS: Final = [today, past_day]
DEAL_FORMS: Final = Router("/", route_handlers=[start, show_name], before_request=check_origin)
