"""One WebSocket client at one game: handles its frames, and sends frames whenever something may have changed."""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

from litestar import websocket
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from gaslamp.core.errors import GaslampError, IllegalAction
from gaslamp.game import requests
from gaslamp.server.http import request_info, sharing
from gaslamp.server.ops.limits import CHAT, REPLAY, Bucket
from gaslamp.server.ops.services import Services, ServicesDep
from gaslamp.server.wire import client_frames, server_frames
from gaslamp.server.wire.presenter import Presenter
from gaslamp.server.wire.socket import AnySocket, ClientSocket, send_error, serve
from gaslamp.service.errors import CannotOpen, Refusal
from gaslamp.service.games.attendance import Listener
from gaslamp.service.lobby.chat import Conversation
from gaslamp.service.lobby.lobby import Speaker
from gaslamp.service.lobby.membership import Membership
from gaslamp.service.lobby.requests import Say

_ACCESS: Final = logging.getLogger("gaslamp.access")


@websocket("/table/{id:str}/socket")
async def table_socket(socket: AnySocket, services: ServicesDep, id: FromPath[str]) -> None:
    await serve(socket, services, id, partial(_run, socket, services, id))


async def _run(socket: AnySocket, services: Services, id: str) -> None:
    lobby = services.lobby
    try:
        place = await lobby.find(id, request_info.claimed_guest(socket))
    except Refusal:
        raise NotFoundException from None
    except CannotOpen as error:
        await send_error(socket, error)
        raise NotFoundException from None
    conversation = await lobby.conversation(place)
    _ACCESS.info("socket opened", extra={"game": id})
    try:
        with services.metrics.sockets.track_inprogress(), place.live.attendance.listen(place.mine) as listener:
            await Connection(socket, services, place, conversation, listener).run()
    finally:
        _ACCESS.info("socket closed", extra={"game": id})


class Connection(ClientSocket):
    def __init__(
        self, socket: AnySocket, services: Services, place: Membership, conversation: Conversation, listener: Listener
    ) -> None:
        super().__init__(socket, services)
        self._lobby = services.lobby
        self._live = place.live
        self._seats = place.mine
        self._conversation = conversation
        self._listener = listener
        reach = partial(sharing.reach, socket, services.settings)
        self._presenter = Presenter(place, conversation, services, reach, self.language)
        clock = services.limits.clock
        self._messages = Bucket(CHAT, clock)
        self._replayed = Bucket(REPLAY, clock)

    async def run(self) -> None:
        try:
            await self.read_during(self._write())
        finally:
            self._presenter.cancel()

    async def _write(self) -> None:
        changed = self._listener.changed
        while True:
            await changed.wait()
            changed.clear()
            for text in await self._presenter.news(changed.set):
                await self._socket.send_text(text)

    async def handle(self, frame: client_frames.Frame) -> None:
        with self._listener.reading_suspended():
            try:
                await self._handle_frame(frame)
            except IllegalAction:
                if not requests.is_resent(frame):
                    raise
                self._show_again()  # the action was played on a connection that was lost

    async def refuse(self, error: GaslampError) -> None:
        await super().refuse(error)
        if isinstance(error, IllegalAction):
            self._show_again()

    def heartbeat(self) -> None:
        super().heartbeat()
        self._live.attendance.heartbeat(self._listener)

    def _show_again(self) -> None:
        self._presenter.show_again()
        self._listener.changed.set()

    async def _handle_frame(self, frame: client_frames.Frame) -> None:
        presenter = self._presenter
        match frame:
            case client_frames.Uncover(side):
                presenter.viewpoint.uncover(side)
                self._show_again()
            case client_frames.Cover():
                presenter.viewpoint.cover()
                self._show_again()
            case client_frames.Language(language):
                self.check_rate(self._full_frames)
                presenter.change_language(language)
                self.language = language
                self._show_again()
            case client_frames.Whole():
                self.check_rate(self._full_frames)
                presenter.forget_table()
                self._show_again()
            case client_frames.Replay(step, eyes):
                self.check_rate(self._replayed)
                await self.send(presenter.replay(step, eyes))
                self._listener.changed.set()  # the aid of this step
            case client_frames.Review(wanted):
                self.check_rate(self._full_frames)
                presenter.reviews.request(wanted=wanted)
                self._listener.changed.set()
            case client_frames.Reasons(point):
                self.check_rate(self._reasons)
                presenter.reviews.request_reasons(point)
                self._listener.changed.set()
            case client_frames.Seen(step):
                presenter.note_seen(step)
            case client_frames.Why() | client_frames.Places():
                seat = presenter.viewpoint.seat()
                self.check_rate(self._reasons)
                answer = presenter.why_not(seat, frame)
                if answer is not None:
                    await self.send(answer)
            case Say():
                speaker = Speaker(presenter.viewpoint.viewer(), self._address, self._messages.try_acquire)
                await self._lobby.say(presenter.place, self._conversation, speaker, frame)
            case client_frames.Nonces(nonces):
                await self._live.add_nonces({seat: nonce for seat, nonce in nonces.items() if seat in self._seats})
            case requests.Abort():
                await self._lobby.close(presenter.place)
            case _:
                await self._handle_action(frame)

    async def _handle_action(self, frame: client_frames.Frame) -> None:
        live, seat, received = self._live, self._presenter.viewpoint.seat(), self._received
        match frame:
            case requests.Ask():
                await self._presenter.place.ask(seat, frame, received)
            case requests.Hint(step):
                if not self._limits.hints.try_acquire(self._address):
                    raise GaslampError("web.error.too_fast")
                await live.announce_hint(seat, step, received)
                self._presenter.request_hint(seat, step)
                self._listener.changed.set()
            case client_frames.Rematch(_, same):
                id = await self._lobby.rematch(self._presenter.place, same=same)
                await self.send(server_frames.MovedFrame(f"/table/{id}"))
            case (
                requests.Play() | requests.Undo() | requests.Resign()
                | requests.Reply() | requests.Resume() | requests.TakeSeat()
            ):  # fmt: skip
                await live.submit(frame, seat, received)
