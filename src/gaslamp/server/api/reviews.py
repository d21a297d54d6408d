"""The review of a finished game. Chances and changes are whole numbers of 0.1 points of Jack's win chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from litestar import get
from litestar.di import NamedDependency
from msgspec import Struct

from gaslamp.core.errors import GaslampError
from gaslamp.core.messages import message
from gaslamp.locale import catalogue
from gaslamp.review.moments import Kind
from gaslamp.review.report import Judgement
from gaslamp.review.review import has_evaluator
from gaslamp.server.api.dependencies import PlaceDep
from gaslamp.server.api.errors import refusals
from gaslamp.server.http import request_info
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.services import LimitsDep
from gaslamp.service.errors import Refusal
from gaslamp.service.games.reviews import Reviews


class ReviewAccountOut(Struct, frozen=True):
    """A change of the public chance, and its cause: `chance`, `decision` or `news`."""

    kind: str
    change: int
    side: str = ""  # of a decision


class AlternativeOut(Struct, frozen=True):
    """A way to play an activation."""

    actions: tuple[str, ...]
    labels: tuple[str, ...]  # for people
    chance: int  # of the deciding side
    share: int = 0  # how often the bot plays it


class DecisionOut(Struct, frozen=True):
    """An activation, judged by what its seat knew then."""

    seat: str
    side: str
    choices: int  # alternatives that were compared; 1: forced
    played: AlternativeOut
    best: tuple[AlternativeOut, ...] = ()  # best first
    good: tuple[tuple[str, ...], ...] = ()  # of a judged decision: all that would not be judged
    loss: int = 0
    judgement: Judgement = ""
    belief: tuple[int, int] | None = None  # Jack's: public probability of the truth before and after
    remarks: tuple[str, ...] = ()


class PointOut(Struct, frozen=True):
    """The curves after an activation, a draw or a call, and the accounts of the change."""

    kind: Kind
    actions: int  # of the record, played so far
    public: int
    open: int
    sides: Mapping[str, int]
    accounts: tuple[ReviewAccountOut, ...] = ()
    decision: DecisionOut | None = None


class SummaryOut(Struct, frozen=True):
    """Where a side's result came from: luck + own + other + news = change."""

    change: int
    luck: int
    own: int
    other: int
    news: int
    choices: int  # real choices: the divisor of the mean loss
    loss: int
    inaccuracies: int
    mistakes: int
    blunders: int


class TurningPointOut(Struct, frozen=True):
    point: int  # index in `points`
    change: int
    text: str


class ReviewOut(Struct, frozen=True):
    title: str
    points: tuple[PointOut, ...]
    summaries: Mapping[str, SummaryOut]  # by side
    turning_points: tuple[TurningPointOut, ...]


@get("/games/{id:str}/review", responses=refusals(404, 409, 503), summary="Review of a finished game")
async def game_review(
    request: AnyRequest, place: PlaceDep, limits: LimitsDep, reviews: NamedDependency[Reviews]
) -> ReviewOut:
    """Return the whole review, with sentences in the language of `Accept-Language`. The first request computes it."""
    live = place.live
    record = live.record()
    if not has_evaluator(live.title):
        raise GaslampError("review.no_evaluator", title=message(f"{live.title}.title"))
    if not limits.hints.try_acquire(request_info.address(request)):
        raise Refusal(429, "web.error.too_fast")
    review = await reviews.wait(live.id, record)
    if review is None:
        raise Refusal(503, "web.review.failed")
    say = catalogue(request_info.language(request)).say
    return msgspec.convert(msgspec.to_builtins(review, enc_hook=say), ReviewOut)


REVIEWS: Final = [game_review]
