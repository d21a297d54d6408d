"""One WebSocket client at a lesson: the table as at any game, and the text of the step.

The browser stores the current step and sends it when it reconnects.
"""

from __future__ import annotations

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from gaslamp.core.errors import GaslampError, IllegalAction, Unreadable
from gaslamp.core.messages import Message, message
from gaslamp.game.lesson import Lesson
from gaslamp.server.http import templates
from gaslamp.server.ops.limits import WHOLE, WHY, Bucket
from gaslamp.server.ops.services import Services
from gaslamp.server.wire import client_frames, rendering, server_frames, why_not
from gaslamp.server.wire.encoding import ClientTable
from gaslamp.server.wire.socket import AnySocket, ClientSocket
from gaslamp.ui.presentation import presentation

_OTHERS: Final = message("web.lesson.others")  # player of the other seats


class LessonConnection(ClientSocket):
    def __init__(self, socket: AnySocket, services: Services, lesson: Lesson, step: int) -> None:
        super().__init__(socket, services)
        self._lesson = lesson
        self._ui = presentation(lesson.game)
        self._step = min(max(step, 0), lesson.last)
        self._table = ClientTable()
        self._reasons = Bucket(WHY, services.limits.clock)
        self._full_frames = Bucket(WHOLE, services.limits.clock)

    async def run(self) -> None:
        await self._show()
        await self.read()

    async def handle(self, frame: client_frames.Frame) -> None:
        match frame:
            case client_frames.Play(_, step, again) if again and step != self._lesson.update(self._step).step:
                await self._show()  # sent again after a reconnect: the lesson has gone on
            case client_frames.Play(notation, step):
                await self._play(notation, step)
            case client_frames.LessonStep(step):
                await self._go(step)
            case client_frames.Why() | client_frames.Places():
                await self._say_why(frame)
            case client_frames.Whole():
                if not self._full_frames.try_acquire():
                    raise GaslampError("web.error.too_fast")
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

    async def _play(self, notation: str, step: int) -> None:
        """Go on if it is the action of the lesson. Raises IllegalAction, for a legal one with an explanation."""
        lesson, update = self._lesson, self._lesson.update(self._step)
        if step != update.step or notation not in update.legal:
            raise IllegalAction("error.stale" if step != update.step else "error.illegal")
        if notation != lesson.steps[self._step].play:
            aside = self._aside()
            raise IllegalAction(aside.id, **aside.params)
        await self._go(self._step + 1)

    async def _go(self, step: int) -> None:
        if not 0 <= step <= self._lesson.last:
            raise IllegalAction("error.no_step", last=self._lesson.last)
        follows = step == self._step + 1
        self._step = step
        await self._show(news=follows)

    async def _say_why(self, question: client_frames.Why | client_frames.Places) -> None:
        if not self._reasons.try_acquire():
            raise GaslampError("web.error.too_fast")
        update = self._lesson.update(self._step)
        answer = why_not.answer(question, update, self._ui)
        if answer is not None:
            await self.send(answer)

    async def _show(self, *, news: bool = False) -> None:
        """Send the step and its table, with the news since the step before if *news*."""
        table = await self._table_frame(news=news)
        await self.send(self._step_frame())
        await self._socket.send_text(self._table.update(table, self.language))

    def _step_frame(self) -> server_frames.LessonFrame:
        lesson, step = self._lesson, self._lesson.steps[self._step]
        return server_frames.LessonFrame(
            step=self._step,
            last=lesson.last,
            text=step.say,
            play=step.play,
            point=step.point,
            aside=self._aside() if step.play else UNSET,
            html=self._ending() if self._step == lesson.last else UNSET,
        )

    def _aside(self) -> Message:
        wanted = self._lesson.wanted(self._step)
        if wanted is None:
            return message("web.lesson.read_on")
        return message("web.lesson.not_this", what=self._ui.label(wanted))

    def _ending(self) -> str:
        game, side = self._lesson.game, self._lesson.side
        other = game.other_side(side)
        return templates.render("learn/ending.html", self.language, title=game.title, side=side, other=other).strip()

    async def _table_frame(self, *, news: bool) -> server_frames.TableFrame:
        lesson, update = self._lesson, self._lesson.update(self._step)
        info = rendering.TableInfo(tuple((seat, _OTHERS) for seat in lesson.game.seats))
        frame = await rendering.table_frame(update, self._ui, lesson.seat, info)
        frame = rendering.with_seats(frame, self._seats())
        frame = rendering.with_news(frame, update, self._ui, lesson.known(self._step) if news else len(update.news))
        if frame.result is not UNSET:  # the lesson has its own ending
            frame = replace(frame, result=server_frames.Result(frame.result.title, frame.result.won))
        return replace(frame, undo=False, resign=False)

    def _seats(self) -> list[server_frames.TableSeat]:
        learner = self._lesson.seat
        acts = bool(self._lesson.update(self._step).legal)
        return [
            server_frames.TableSeat(
                seat,
                self._ui.name(seat),
                message("web.seat.you") if seat == learner else _OTHERS,
                "guest" if seat == learner else "bot",
                present=True,
                acting=(seat == learner) == acts,
            )
            for seat in self._lesson.game.seats
        ]
