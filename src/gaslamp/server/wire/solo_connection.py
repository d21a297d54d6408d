"""One WebSocket client alone at a table without a live game: a lesson, a puzzle, the mistakes of a finished game.

A step is sent as a text and its table. The browser stores the current step and sends it when it reconnects.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from gaslamp.core.errors import GaslampError, IllegalAction, Unreadable
from gaslamp.core.game import Seat
from gaslamp.core.messages import Message
from gaslamp.game import requests
from gaslamp.game.updates import Update
from gaslamp.server.ops.services import Services
from gaslamp.server.wire import client_frames, rendering, server_frames, why_not
from gaslamp.server.wire.encoding import ClientTable
from gaslamp.server.wire.socket import AnySocket, ClientSocket
from gaslamp.ui.presentation import Presentation


class SoloConnection(ClientSocket, ABC):
    def __init__(self, socket: AnySocket, services: Services, ui: Presentation[Any], others: Message) -> None:
        super().__init__(socket, services)
        self._ui = ui
        self._others = others  # player of the other seats
        self._step = 0
        self._table = ClientTable()

    @property
    @abstractmethod
    def _seat(self) -> Seat:
        """The client's seat."""

    @abstractmethod
    def _update(self) -> Update: ...

    @abstractmethod
    def _step_frame(self) -> server_frames.LessonFrame: ...

    @abstractmethod
    async def _play(self, notation: str, step: int) -> None:
        """Apply an action and show the result. Raises IllegalAction."""

    @abstractmethod
    async def _go(self, step: int) -> None:
        """Show another step. Raises IllegalAction if there is none."""

    async def _undo(self) -> None:
        """Take back an action. Raises Unreadable where this is impossible."""
        raise Unreadable("web.error.unreadable")

    def _why_not(self, question: why_not.Question) -> why_not.Answer | None:
        return why_not.answer(question, self._update(), self._ui)

    def _is_my_turn(self, update: Update) -> bool:
        return bool(update.legal)

    def _adapted(self, frame: server_frames.TableFrame, update: Update) -> server_frames.TableFrame:
        """Return the frame with what differs from a game."""
        return frame

    async def run(self) -> None:
        await self._show()
        await self.read()

    async def handle(self, frame: client_frames.Frame) -> None:
        match frame:
            case requests.Play(_, step, again) if again and step != self._update().step:
                await self._show()  # sent again after a reconnect: it was played
            case requests.Play(notation, step):
                await self._play(notation, step)
            case requests.Undo():
                await self._undo()
            case client_frames.LessonStep(step):
                await self._go(step)
            case client_frames.Why() | client_frames.Places():
                self.check_rate(self._reasons)
                answer = self._why_not(frame)
                if answer is not None:
                    await self.send(answer)
            case client_frames.Whole():
                self.check_rate(self._full_frames)
                self._table.forget()
                await self._show()
            case client_frames.Seen():
                pass
            case _:
                raise Unreadable("web.error.unreadable")

    async def refuse(self, error: GaslampError) -> None:
        await super().refuse(error)
        if isinstance(error, IllegalAction):
            await self._show()

    async def _show(self, known: int | None = None) -> None:
        """Send the step and its table, with the news after the first *known*; None for no news."""
        update = self._update()
        info = rendering.TableInfo(tuple((seat, self._others) for seat in self._ui.game.seats))
        frame = await rendering.table_frame(update, self._ui, self._seat, info)
        frame = rendering.with_seats(frame, [self._table_seat(seat, update) for seat in self._ui.game.seats])
        if known is not None:
            frame = rendering.with_news(frame, update, self._ui, known)
        await self.send(self._step_frame())
        if frame.result is not UNSET:  # without the verdict of a game
            frame = replace(frame, result=server_frames.Result(frame.result.title, frame.result.won))
        frame = self._adapted(replace(frame, undo=False, resign=False), update)
        await self._socket.send_text(self._table.update(frame, self.language))

    def _table_seat(self, seat: Seat, update: Update) -> server_frames.TableSeat:
        mine, acting = seat == self._seat, (seat == self._seat) == self._is_my_turn(update)
        name, kind = (rendering.YOU, "guest") if mine else (self._others, "bot")
        return server_frames.TableSeat(seat, self._ui.name(seat), name, kind, present=True, acting=acting)
