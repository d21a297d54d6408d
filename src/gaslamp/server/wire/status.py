"""The status of a table besides the game, for one visitor: clocks, offers and answers, pauses, seats handed over."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from gaslamp.core.errors import Unreadable
from gaslamp.core.game import Seat, Viewer
from gaslamp.core.messages import Message, message
from gaslamp.live import bot_runner
from gaslamp.live.game import LiveGame
from gaslamp.server.http import templates
from gaslamp.server.wire import frames
from gaslamp.server.wire.frames import ClockShown, StatusFrame
from gaslamp.server.wire.rendering import draws
from gaslamp.table.agreements import HAND_OVER, PAUSE, UNDO
from gaslamp.table.clock import Clock
from gaslamp.table.update import Update

ABORT: Final = "abort"
_NOTHING: Final = StatusFrame()


class Teller:
    """Remembers what one visitor was told, and says nothing twice."""

    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self._told = _NOTHING
        self._asked: dict[str, Any] = {}  # what the words were made of
        self._html = ""

    def frame(self, shown: frames.Sent, language: str, *, closes: bool = False) -> StatusFrame | None:
        """Give what has changed for who sees this; where there is no table to be seen there is no status either."""
        if not isinstance(shown, frames.TableFrame):
            self._told = _NOTHING
            return None
        frame = self._status(shown.seat, language, hotseat=shown.hotseat, closes=closes)
        if frame == self._told:
            return None
        self._told = frame
        return msgspec.structs.replace(frame, now=self._live.now)

    def _status(self, viewer: Viewer, language: str, *, hotseat: bool, closes: bool) -> StatusFrame:
        live, clock = self._live, self._live.status.clock
        return StatusFrame(
            since=clock.since if clock and clock.runs else 0,
            days=bool(clock and clock.timing.per_turn),
            clocks=clocks(clock) if clock else (),
            html=self._words(viewer, language, hotseat=hotseat, closes=closes) if live.outcome is None else "",
            may=(*may_ask(live, viewer, hotseat=hotseat), *((ABORT,) if closes else ())),
        )

    def _words(self, viewer: Viewer, language: str, *, hotseat: bool, closes: bool) -> str:
        """Give what there is to say and to answer, made anew only when that is something else."""
        live, status = self._live, self._live.status
        side = live.game.side(viewer) if viewer in live.game.seats else None
        asked: dict[str, Any] = {
            "language": language,
            "title": live.game.title,
            "plays": viewer in live.game.seats,
            "begun": status.begun,
            "paused": status.paused,
            "handed": viewer in status.handed,
            "offer": _offer(live) if status.offer else None,
            "number": status.offer.number if status.offer else 0,
            "mine": status.offer is not None and status.offer.by == viewer,
            "asked": live.agreements.awaits(viewer),
            "declined": any(asking == side for asking, _ in status.declined),
            "gone": gone(live, viewer, hotseat=hotseat),
            "closes": closes,
            "draws": draws(live.game, live.shares),
        }
        if asked != self._asked:
            self._asked = asked
            self._html = templates.render("table/status.html", **asked).strip()
        return self._html


def idle(live: LiveGame, viewer: Viewer, update: Update) -> Update:
    """Give what a viewer gets who may not act for now: the same, with nothing to choose."""
    if reason(live, viewer) is None:
        return update
    return msgspec.structs.replace(update, legal=(), final=(), may_undo=False)


def reason(live: LiveGame, viewer: Viewer) -> Message | None:
    """Say why a viewer may not act for now, whosever turn it is."""
    if live.status.paused:
        return message("error.paused")
    if not live.status.begun:
        return message("web.error.waiting")
    return message("web.status.handed") if viewer in live.status.handed else None


async def obey(live: LiveGame, seat: Seat, mine: tuple[Seat, ...], frame: frames.Affair) -> None:
    """Do what a visitor asks for in one of their seats; at one device they agree to a pause at once."""
    match frame:
        case frames.Ask(what):
            verb, _, gone = what.partition(" ")
            if verb not in {PAUSE, UNDO, HAND_OVER} or (gone and gone not in live.game.seats):
                raise Unreadable("web.error.unreadable")
            await live.offer(seat, what)
            offer = live.status.offer
            agreeing = [other for other in mine if offer is not None and live.agreements.awaits(other)]
            if what == PAUSE and offer is not None and agreeing:
                await live.answer(agreeing[0], offer.number, agree=True)
        case frames.Reply(number, agree):
            await live.answer(seat, number, agree=agree)
        case frames.Resume():
            await live.resume(seat)
        case frames.TakeSeat():
            await live.take_back(seat)


def clocks(clock: Clock) -> tuple[ClockShown, ...]:
    """Give the clock of each seat that has one."""
    return tuple(ClockShown(seat, left, seat == clock.runs) for seat, left in clock.left.items())


def may_ask(live: LiveGame, viewer: Viewer, *, hotseat: bool) -> tuple[str, ...]:
    """Give what a viewer may ask for now; who has both sides needs nobody's consent to take something back."""
    may = live.agreements.may_ask(viewer) if live.outcome is None else ()
    return tuple(what for what in may if what != UNDO or not hotseat)


def _offer(live: LiveGame) -> Message:
    """Say what is asked for."""
    offer = live.status.offer
    assert offer is not None
    seat = live.game.face.name(offer.by)
    if offer.gone is not None:
        return message("web.status.offer_hand_over", seat=seat, gone=live.game.face.name(offer.gone))
    return message("web.status.offer_pause" if offer.what == PAUSE else "web.status.offer_undo", seat=seat)


def gone(live: LiveGame, viewer: Viewer, *, hotseat: bool) -> list[tuple[Seat, int]]:
    """Give the seats that a viewer may ask to hand over, each with the moment from which on."""
    status = live.status
    if hotseat or status.still or status.offer is not None or viewer not in live.game.seats or viewer in status.bots:
        return []
    side = live.game.side(viewer)
    others = [
        seat
        for seat in live.game.seats
        if seat != viewer and (side, f"{HAND_OVER} {seat}") not in status.declined and bot_runner.names(live.game, seat)
    ]
    return [(seat, from_) for seat in others if (from_ := live.gone_from(seat)) is not None]
