"""The status of a table besides the game, for one visitor: clocks, offers and answers, pauses, seats handed over."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from gaslamp.core.game import Seat, Viewer
from gaslamp.core.messages import Message, message
from gaslamp.game.state import Offer
from gaslamp.server.http import templates
from gaslamp.server.wire.frames import sent
from gaslamp.server.wire.frames.sent import StatusFrame
from gaslamp.server.wire.rendering import draws
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.seat_status import BlockedReason, SeatStatus, blocked_reason, seat_clocks
from gaslamp.ui.presentation import Presentation, presentation

ABORT: Final = "abort"
HINT: Final = "hint"
_NOTHING: Final = StatusFrame()


class Teller:
    """Remembers what one visitor was told, and says nothing twice."""

    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self._told = _NOTHING

    def frame(self, shown: sent.Sent, language: str, *, closes: bool = False) -> StatusFrame | None:
        """What has changed for who sees this; where there is no table to be seen there is no status either."""
        if not isinstance(shown, sent.TableFrame):
            self._told = _NOTHING
            return None
        frame = self._status(shown, language, closes=closes)
        if frame == self._told:
            return None
        self._told = frame
        return msgspec.structs.replace(frame, now=self._live.time.now)

    def _status(self, shown: sent.TableFrame, language: str, *, closes: bool) -> StatusFrame:
        viewer = shown.seat
        seen = self._live.status(viewer, both_sides=shown.hotseat)
        clock = seen.clock
        return StatusFrame(
            since=clock.since if clock and clock.runs else 0,
            days=bool(clock and clock.timing.per_turn),
            clocks=seat_clocks(clock) if clock else (),
            html=self._words(seen, shown, language, closes=closes) if self._live.state.outcome is None else "",
            may=(*seen.may_ask, *((ABORT,) if closes else ()), *((HINT,) if self._advised(viewer) else ())),
        )

    def _advised(self, viewer: Viewer) -> bool:
        """Whether a viewer may be given hints when it is their turn."""
        game = self._live.game
        return viewer in game.seats and self._live.hint_level(viewer) is not None

    def _words(self, seen: SeatStatus, shown: sent.TableFrame, language: str, *, closes: bool) -> str:
        """What there is to say and to answer."""
        game, offer, viewer = self._live.game, seen.offer, shown.seat
        people = {one.seat: one.name for one in shown.seats}
        asked = _Asked(
            title=game.title,
            plays=viewer in game.seats,
            begun=seen.begun,
            paused=seen.paused,
            handed=viewer in seen.handed,
            offer=_offer(presentation(game), offer, people) if offer else None,
            number=offer.number if offer else 0,
            mine=offer is not None and offer.by == viewer,
            asked=seen.asked,
            declined=seen.declined,
            gone=seen.gone,
            closes=closes,
            draws=draws(game, self._live.waiting_room.shares),
        )
        return _said(asked, language)


class _Asked(NamedTuple):
    """What the words of a status are made of."""

    title: str
    plays: bool
    begun: bool
    paused: bool
    handed: bool
    offer: Message | None
    number: int
    mine: bool
    asked: bool
    declined: bool
    gone: tuple[tuple[Seat, int], ...]
    closes: bool
    draws: Message | None


@lru_cache(maxsize=1_000)
def _said(asked: _Asked, language: str) -> str:
    """The words, which are the same at most tables."""
    return templates.render("table/status.html", language, **asked._asdict()).strip()


_REASONS: Final[Mapping[BlockedReason, str]] = {
    "paused": "error.paused",
    "not_begun": "web.error.waiting",
    "handed": "web.status.handed",
}


def reason(live: LiveGame, viewer: Viewer) -> Message | None:
    """Say why a viewer may not act for now, whosever turn it is."""
    still = blocked_reason(live.state, viewer)
    return message(_REASONS[still]) if still is not None else None


def _offer(face: Presentation[Any], offer: Offer, people: Mapping[Seat, str]) -> Message:
    """The sentence for an offer, with the name of the player who makes it."""
    seat = message("web.status.person", name=people.get(offer.by, ""), seat=face.name(offer.by))
    if offer.what == "hand_over":
        return message("web.status.offer_hand_over", seat=seat, gone=face.name(offer.target))
    return message(f"web.status.offer_{offer.what}", seat=seat)
