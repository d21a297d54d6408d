"""One browser at one table: reads what it sends, and tells it what is new whenever something may have changed."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, TypeAlias

from litestar import WebSocket
from litestar.exceptions import WebSocketException

from gaslamp.core.errors import GaslampError, IllegalAction
from gaslamp.game import requests
from gaslamp.server.http import request_info, sharing
from gaslamp.server.ops.limits import CHAT, REPLAY, SOCKET, WHOLE, WHY, Bucket
from gaslamp.server.ops.services import Services
from gaslamp.server.wire.browser_socket import BrowserSocket
from gaslamp.server.wire.encoding import encode
from gaslamp.server.wire.frames import asked, server_frames
from gaslamp.server.wire.presenter import Presenter
from gaslamp.service.games.attendance import Listener
from gaslamp.service.lobby.chat import Conversation
from gaslamp.service.lobby.lobby import Speaker
from gaslamp.service.lobby.membership import Membership
from gaslamp.service.lobby.requests import Ask, Reply, Room, Say
from gaslamp.storage.database import is_outage

AnySocket: TypeAlias = WebSocket[Any, Any, Any]


class Connection:
    """The time that one socket is open."""

    def __init__(
        self,
        socket: AnySocket,
        services: Services,
        place: Membership,
        conversation: Conversation,
    ) -> None:
        language = request_info.language(socket)
        self._browser = BrowserSocket(socket, services)
        self._services = services
        self._live = place.live
        self._conversation = conversation
        reach = partial(sharing.reach, socket, services.settings)
        self._presenter = Presenter(place, conversation, services.lobby, services.jobs, language, reach)
        self._seats = place.mine
        self._bucket = Bucket(SOCKET, services.clock)
        self._messages = Bucket(CHAT, services.clock)
        self._replayed = Bucket(REPLAY, services.clock)
        self._reasons = Bucket(WHY, services.clock)
        self._full_frames = Bucket(WHOLE, services.clock)

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
                self._presenter.leave()
        for task in done:
            error = task.exception()
            gone = isinstance(error, (WebSocketException, OSError)) and not is_outage(error)
            if error is not None and not gone:
                raise error

    # ---- what is shown

    async def _show(self, listener: Listener) -> None:
        while True:
            await listener.changed.wait()
            listener.changed.clear()
            await self._browser.send(*await self._presenter.news(listener.changed.set))

    # ---- what is read

    async def _read(self, listener: Listener) -> None:
        async def obey(frame: asked.Frame) -> None:
            with listener.reading_suspended():
                await self._obey_once(frame, listener)

        async def refuse(error: GaslampError) -> None:
            await self._browser.refuse(error, self._presenter.language)
            if isinstance(error, IllegalAction):
                self._presenter.again()
                listener.changed.set()

        await self._browser.read(self._bucket, obey, refuse, lambda: self._live.attendance.heartbeat(listener))

    async def _obey_once(self, frame: asked.Frame, listener: Listener) -> None:
        """Apply a frame. An action that was sent before and played then is answered with the table alone."""
        try:
            changed = await self._obey(frame)
        except IllegalAction:
            if not asked.is_resent(frame):
                raise
            self._presenter.again()
            changed = True
        if changed:
            listener.changed.set()

    async def _obey(self, frame: asked.Frame) -> bool:
        """Do what is asked for, and tell whether this visitor is to look again because of it."""
        presenter = self._presenter
        match frame:
            case asked.Uncover(side):
                presenter.uncover(side)
            case asked.Cover():
                presenter.cover()
            case asked.Language() | asked.Whole() if not self._full_frames.try_acquire():
                raise GaslampError("web.error.too_fast")
            case asked.Language(language):
                presenter.speak(language)
            case asked.Replay(step):
                await self._replay(step)
            case asked.Whole():
                presenter.whole()
            case asked.Seen(step):
                presenter.note(step)
                return False
            case asked.Why() | asked.Places():
                await self._say_why(frame)
                return False
            case asked.Hint(step):
                await self._hint(step)
            case Say(text, room):
                await self._say(text, room)
                return False
            case asked.Nonces(nonces):
                await self._live.add_nonces({seat: nonce for seat, nonce in nonces.items() if seat in self._seats})
                return False
            case _:
                await self._ask(frame)
                return False
        return True

    async def _ask(self, frame: asked.Frame) -> None:
        """Ask something of the game; whom it concerns is told by it."""
        live, presenter, received = self._live, self._presenter, self._browser.received
        match frame:
            case asked.Play(notation, step):
                await live.submit(requests.Play(presenter.seat(), notation, step), received)
            case asked.Undo(step):
                await live.submit(requests.Undo(presenter.seat(), step), received)
            case asked.Resign():
                await live.submit(requests.Resign(presenter.seat()), received)
            case asked.Rematch():
                await self._rematch()
            case asked.Abort():
                await self._services.lobby.close(presenter.place)
            case Ask(what):
                await presenter.place.ask(presenter.seat(), what, received)
            case Reply(number, agree):
                await live.submit(requests.Reply(presenter.seat(), number, agree), received)
            case asked.Resume():
                await live.submit(requests.Resume(presenter.seat()), received)
            case asked.TakeSeat():
                await live.submit(requests.TakeSeat(presenter.seat()), received)

    async def _say(self, text: str, room: Room) -> None:
        presenter = self._presenter
        speaker = Speaker(presenter.viewer(), self._browser.address, self._messages.try_acquire)
        await self._services.lobby.say(presenter.place, self._conversation, speaker, text, room)

    async def _replay(self, step: int) -> None:
        if not self._replayed.try_acquire():
            raise GaslampError("web.error.too_fast")
        await self._browser.send(encode(self._presenter.replay(step), self._presenter.language))

    async def _say_why(self, question: asked.Why | asked.Places) -> None:
        seat = self._presenter.seat()
        if not self._reasons.try_acquire():
            raise GaslampError("web.error.too_fast")
        answer = self._presenter.why_not(seat, question)
        if answer is not None:
            await self._browser.send(encode(answer, self._presenter.language))

    async def _hint(self, step: int) -> None:
        if not self._services.hints.try_acquire(self._browser.address):
            raise GaslampError("web.error.too_fast")
        await self._presenter.hint(step, self._browser.received)

    async def _rematch(self) -> None:
        self._presenter.seat()  # only who plays may ask
        id = await self._services.lobby.rematch(self._presenter.place)
        await self._browser.send(encode(server_frames.MovedFrame(f"/table/{id}"), self._presenter.language))
