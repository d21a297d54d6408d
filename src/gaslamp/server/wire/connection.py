"""One browser at one table: reads what it sends, and shows it the newest state whenever that has changed.

There is no queue. When something may have changed, the frame is built anew, and sent only if it differs from the last
one, as a patch of that: what a seat may not know of causes no frame to it. Of the chat a visit knows only how much of
it it has looked through; what was said lies with the table.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final, TypeAlias

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException

from gaslamp.core.errors import GaslampError, IllegalAction, Unreadable
from gaslamp.core.game import SPECTATOR, Seat, Viewer
from gaslamp.live.game import requests
from gaslamp.live.game.attendance import Listener
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.server.http import request_info
from gaslamp.server.lobby import sharing, waiting_room
from gaslamp.server.lobby.chat import Conversation
from gaslamp.server.lobby.place import Place
from gaslamp.server.lobby.service import Speaker
from gaslamp.server.lobby.shapes import Ask, Reply, Room, Say
from gaslamp.server.ops.limits import CHAT, PATIENCE, REPLAY, SOCKET, TOO_FAST, WHY, Bucket
from gaslamp.server.ops.services import Services
from gaslamp.server.wire import frames, rendering, status, why_not
from gaslamp.server.wire.aid import AidFeed
from gaslamp.server.wire.curtain import Curtain
from gaslamp.server.wire.frame_cache import FrameCache
from gaslamp.server.wire.patches import Patches
from gaslamp.server.wire.refusals import refusal
from gaslamp.server.wire.replays import Replays
from gaslamp.server.wire.status import Teller
from gaslamp.table.update import Update

_ACCESS: Final = logging.getLogger("gaslamp.access")

TOO_SLOW: Final = 4408  # why a socket was closed

AnySocket: TypeAlias = WebSocket[Any, Any, Any]


class Connection:
    """The time that one socket is open."""

    def __init__(
        self,
        socket: AnySocket,
        services: Services,
        place: Place,
        conversation: Conversation,
    ) -> None:
        self._socket = socket
        self._services = services
        self._place = place
        self._live = live = place.live
        self._language = request_info.language(socket)
        self._base = sharing.reach(socket, services.settings).base
        self._bucket = Bucket(SOCKET, services.clock)
        self._beside = -1  # what was known beside the log when the company was last asked for
        self._seats = place.mine
        self._game = live.game
        self._hotseat = place.both_sides
        self._curtain = Curtain(live) if self._hotseat else None
        self._conversation = conversation
        self._messages = Bucket(CHAT, services.clock)
        self._heard: int | None = None  # so much of the conversation was looked through; None: tell it as a whole
        self._followed = False
        self._may_close: bool | None = None  # as far as it depends on who they are; None: not found out yet
        self._sent: frames.Sent | None = None
        self._patches = Patches()
        self._told: dict[Viewer, int] = {}  # so many news were told; what is dealt when one looks first is no news
        self._status = Teller(live)
        self._frame_cache = FrameCache(live)
        self._counts: dict[tuple[Viewer, int], int] = {}  # how many news there were at which step
        self._seen: tuple[Viewer, Update] | None = None  # what was last looked at, and by whose eyes
        self._replays = Replays(live)
        self._replayed = Bucket(REPLAY, services.clock)
        self._reasons = Bucket(WHY, services.clock)
        self._aid_feed = AidFeed(live, services.aid_worker, self._replays)

    async def last(self) -> None:
        """Read and show until one of both ends."""
        with self._live.attendance.listen(self._seats) as listener:
            both = {asyncio.create_task(self._read(listener)), asyncio.create_task(self._show(listener))}
            try:
                done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in both:
                    task.cancel()
                await asyncio.gather(*both, return_exceptions=True)
                self._aid_feed.forget()
        for task in done:
            error = task.exception()
            if isinstance(error, WebSocketDisconnect) and error.code == TOO_FAST:  # by its pings, below us
                self._services.metrics.cut_off("fast")
            if error is not None and not isinstance(error, (WebSocketException, OSError)):  # else they have gone
                raise error

    # ---- what is shown

    async def _show(self, listener: Listener) -> None:
        while True:
            await listener.changed.wait()
            listener.changed.clear()
            frame = await self._look()
            said = self._hear(frame)
            if said is not None and not await self._send(said):
                return
            besides = self._status.frame(frame, self._language, closes=await self._closes())
            if besides is not None and not await self._send(besides):
                return
            if frame != self._sent:
                self._sent = frame
                if not await self._send(self._patches.sent(self._with_news(frame))):
                    return
            aid = self._advise(listener)
            if aid is not None and not await self._send(aid):
                return

    async def _look(self) -> frames.Sent:
        """Give what this visitor is to see now."""
        live = self._live
        self._seen = None
        if live.closed:
            return frames.WaitingFrame(waiting_room.closed(self._language))
        if self._place.members.open_seats and self._beside != live.beside:
            self._beside = live.beside
            self._place = await self._services.lobby.again(self._place)
        if self._place.waits:
            return await self._waiting()
        await live.time.assemble()
        if not self._told:
            self._told = {viewer: len(live.update(viewer).news) for viewer in self._seats or (SPECTATOR,)}
        if live.rematch is not None and not self._followed:  # another process may have made it, and died before this
            await self._services.lobby.follow(live)
            self._followed = True
        return await self._drawn()

    async def _drawn(self) -> frames.Sent:
        """Give the table by the eyes that look when it is drawn: meanwhile the curtain may have fallen."""
        while (viewer := self._viewer()) is not None:
            update, frame = await self._frame_cache.look(viewer, self._around(viewer), self._language)
            if viewer == self._viewer():
                self._seen = viewer, update
                self._counts[viewer, update.step] = len(update.news)
                return frame
        assert self._curtain is not None
        return self._curtain.frame(self._language)

    def _with_news(self, frame: frames.Sent) -> frames.Sent:
        """Add what was not told yet; alone it is no reason for a frame, and stays unread until the browser says so."""
        if self._seen is None or not isinstance(frame, frames.TableFrame):
            return frame
        viewer, update = self._seen
        words = catalogue(self._language)
        return rendering.with_news(frame, update, self._game, min(self._told[viewer], len(update.news)), words)

    async def _waiting(self) -> frames.WaitingFrame:
        room = self._live.waiting_room
        html = waiting_room.waiting(self._place, self._base, self._language)
        if html and await self._closes():
            html += waiting_room.closing(self._language)
        asked = tuple(seat for seat in self._seats if seat in room.lacking)
        return frames.WaitingFrame(html, room.commitment, asked, tuple(room.house))

    async def _closes(self) -> bool:
        """Tell whether this visitor is to be offered to close the game: who plays alone just leaves."""
        if self._may_close is None:
            self._may_close = await self._services.lobby.closes(self._place)
        return self._may_close and self._live.may_abort and len(set(self._place.members.seats.values())) > 1

    def _advise(self, listener: Listener) -> frames.AidFrame | None:
        """Give what follows from what was just shown, if it is known by now; where nothing is shown, nothing does."""
        if self._seen is None:
            self._aid_feed.forget()
            return None
        return self._aid_feed.on(*self._seen, self._language, listener.changed.set)

    def _hear(self, shown: frames.Sent) -> frames.ChatFrame | None:
        """Give what this visitor has not heard yet; where there is no table to be seen there is no chat either."""
        rooms = self._place.rooms if isinstance(shown, frames.TableFrame) else ()
        if not rooms:
            self._heard = None
            return None
        whole, first = self._heard is None, self._heard or 0
        self._heard = len(self._conversation)
        said = self._conversation.heard(self._seats, rooms, first)
        if not (said or whole):
            return None
        return rendering.chat_frame(
            self._game, self._place.members, self._seats, rooms, said, self._language, whole=whole
        )

    def _viewer(self) -> Viewer | None:
        """Give whose eyes look now; None while the curtain is up."""
        if self._curtain is None:
            moving = [seat for seat in self._seats if seat == self._live.to_move]
            return (*moving, *self._seats, SPECTATOR)[0]
        return self._curtain.viewer()

    def _around(self, viewer: Viewer) -> rendering.Around:
        live, room = self._live, self._live.waiting_room
        chairs = tuple(
            rendering.Chair(
                one.seat,
                rendering.BOT if one.who == "bot" else rendering.GUEST,
                one.called,
                present=one.present,
                acting=one.acting,
            )
            for one in self._place.seats
        )
        return rendering.Around(
            live.id,
            chairs,
            self._hotseat,
            live.rematch,
            room.commitment,
            status.reason(live, viewer),
            tuple(room.shares.items()),
        )

    async def _send(self, frame: frames.Sent) -> bool:
        """Send a frame; a reader that takes nothing for long is cut off."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._socket.send_text(frames.encode(frame))
        except TimeoutError:
            self._services.metrics.cut_off("slow")
            _ACCESS.info("socket cut off: it took nothing", extra={"game": self._live.id})
            with suppress(Exception):
                await asyncio.wait_for(self._socket.close(code=TOO_SLOW), 1)
            return False
        return True

    # ---- what is read

    async def _read(self, listener: Listener) -> None:
        refused = 0
        while True:
            text = await self._socket.receive_text()
            self._services.metrics.frame()
            if not (self._bucket.take() and self._services.frames.take(request_info.address(self._socket))):
                refused += 1
                if refused > SOCKET.burst:
                    self._services.metrics.cut_off("fast")
                    await self._socket.close(code=TOO_FAST)
                    return
                await self._refuse(GaslampError("web.error.too_fast"))
                continue
            try:
                await self._obey(frames.decode(text), listener)
            except GaslampError as error:
                await self._refuse(error)
                if isinstance(error, IllegalAction):
                    self._look_again(listener)

    async def _refuse(self, error: GaslampError) -> None:
        self._services.metrics.refused()
        await self._send(refusal(error, self._language))

    def _look_again(self, listener: Listener) -> None:
        self._sent = None
        listener.changed.set()

    async def _obey(self, frame: frames.Frame, listener: Listener) -> None:
        match frame:
            case frames.Play(notation, step):
                await self._live.submit(requests.Play(self._seat(), notation, step))
            case frames.Undo(step):
                await self._live.submit(requests.Undo(self._seat(), step))
            case frames.Resign():
                await self._live.submit(requests.Resign(self._seat()))
            case frames.Rematch():
                await self._rematch()
            case frames.Uncover(side):
                self._uncover(side, listener)
            case frames.Cover():
                self._cover(listener)
            case frames.Language(language):
                if language not in LANGUAGES:
                    raise Unreadable("web.error.unreadable")
                self._language = language
                self._heard = None
                listener.changed.set()
            case frames.Seen(step):
                self._note(step)
            case Say(text, room):
                await self._say(text, room)
            case frames.Nonces(nonces):
                await self._live.sit({seat: nonce for seat, nonce in nonces.items() if seat in self._seats})
            case frames.Replay(step):
                await self._replay(step, listener)
            case frames.Whole():
                self._patches.forget()
                self._look_again(listener)
            case frames.Why() | frames.Places():
                await self._say_why(frame)
            case frames.Abort():
                await self._services.lobby.close(self._place)
            case Ask(what):
                await self._place.ask(self._seat(), what)
            case Reply(number, agree):
                await self._live.submit(requests.Reply(self._seat(), number, agree))
            case frames.Resume():
                await self._live.submit(requests.Resume(self._seat()))
            case frames.TakeSeat():
                await self._live.submit(requests.TakeSeat(self._seat()))

    def _seat(self) -> Seat:
        """Give the seat that acts here: the visitor's own, or the one that is uncovered."""
        if self._place.waits:
            raise IllegalAction("web.error.waiting")
        viewer = self._viewer()
        if viewer is None:
            raise IllegalAction("web.error.covered")
        if viewer == SPECTATOR:
            raise IllegalAction("web.error.watching")
        return viewer

    def _uncover(self, side: str, listener: Listener) -> None:
        if self._curtain is None or side not in self._game.sides:
            raise Unreadable("web.error.unreadable")
        self._curtain.lift(side)
        self._look_again(listener)

    def _cover(self, listener: Listener) -> None:
        if self._curtain is None:
            raise Unreadable("web.error.unreadable")
        self._curtain.drop()
        self._look_again(listener)

    def _note(self, step: int) -> None:
        viewer = self._viewer()
        if viewer is not None and (viewer, step) in self._counts:
            self._told[viewer] = self._counts[viewer, step]

    async def _say(self, text: str, room: Room) -> None:
        speaker = Speaker(self._viewer(), request_info.address(self._socket), self._messages.take)
        await self._services.lobby.say(self._place, self._conversation, speaker, text, room)

    async def _replay(self, step: int, listener: Listener) -> None:
        """Show a step of the finished game to anybody who may see it finished."""
        if not self._replayed.take():
            raise GaslampError("web.error.too_fast")
        await self._send(self._replays.frame(step, self._language))
        self._aid_feed.replay(step)
        listener.changed.set()

    async def _say_why(self, asked: frames.Why | frames.Places) -> None:
        """Say why something cannot be chosen to whoever plays here, of the table that was last shown to them."""
        seat = self._seat()
        if not self._reasons.take():
            raise GaslampError("web.error.too_fast")
        viewer, update = self._seen or (None, None)
        if update is None or viewer != seat:
            return
        if isinstance(asked, frames.Places):
            if asked.places == update.step:
                await self._send(why_not.places_frame(asked.path, update, self._game, self._language))
            return
        still = status.reason(self._live, seat)
        frame = why_not.why_frame(asked, update, self._game, self._language, still)
        if frame is not None and asked.step == update.step:  # else a newer table is on its way
            await self._send(frame)

    async def _rematch(self) -> None:
        self._seat()  # only who plays may ask
        id = await self._services.lobby.rematch(self._place)
        await self._send(frames.MovedFrame(f"/table/{id}"))
