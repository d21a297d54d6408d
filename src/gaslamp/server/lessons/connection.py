"""One WebSocket client at a lesson: the table as at any game, and the text of the step.

The browser stores the current step and sends it when it reconnects.
"""

from __future__ import annotations

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from gaslamp.core.errors import GaslampError, IllegalAction, Unreadable
from gaslamp.core.game import Seat
from gaslamp.core.messages import Message, message
from gaslamp.game.lesson import Lesson
from gaslamp.server.http import request_info
from gaslamp.server.ops.limits import SOCKET, WHOLE, WHY, Bucket
from gaslamp.server.ops.services import Services
from gaslamp.server.wire import rendering
from gaslamp.server.wire.browser_socket import BrowserSocket
from gaslamp.server.wire.connection import AnySocket
from gaslamp.server.wire.encoding import Fragment, encode
from gaslamp.server.wire.frames import asked, server_frames
from gaslamp.server.wire.help import why_not
from gaslamp.server.wire.patches import ClientTable
from gaslamp.ui.presentation import presentation

_OTHERS: Final = message("web.lesson.others")  # player of the other seats


class LessonConnection:
    """One WebSocket client at a lesson."""

    def __init__(self, socket: AnySocket, services: Services, lesson: Lesson, step: int) -> None:
        self._browser = BrowserSocket(socket, services)
        self._language = request_info.language(socket)
        self._lesson = lesson
        self._step = min(max(step, 0), lesson.last)
        self._client = ClientTable()
        self._bucket = Bucket(SOCKET, services.clock)
        self._reasons = Bucket(WHY, services.clock)
        self._full_frames = Bucket(WHOLE, services.clock)

    async def last(self) -> None:
        """Show where the learner is, and do what is asked for until they go."""
        await self._show(told=False)
        await self._browser.read(self._bucket, self._obey, self._refuse)

    async def _obey(self, frame: asked.Frame) -> None:
        match frame:
            case asked.Play(notation, step, again) if again and step != self._lesson.update(self._step).step:
                await self._show(told=False)  # resent: the lesson has gone on
            case asked.Play(notation, step):
                await self._play(notation, step)
            case asked.LessonStep(step):
                await self._go(step)
            case asked.Why() | asked.Places():
                await self._say_why(frame)
            case asked.Whole():
                if not self._full_frames.try_acquire():
                    raise GaslampError("web.error.too_fast")
                self._client.forget()
                await self._show(told=False)
            case asked.Seen():
                return
            case _:
                raise Unreadable("web.error.unreadable")

    async def _play(self, notation: str, step: int) -> None:
        """Go on if it is what the lesson asks for; whatever else is legal is answered kindly."""
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
        on = step == self._step + 1
        self._step = step
        await self._show(told=on)

    async def _say_why(self, question: asked.Why | asked.Places) -> None:
        if not self._reasons.try_acquire():
            raise GaslampError("web.error.too_fast")
        update, game = self._lesson.update(self._step), self._lesson.game
        answer: server_frames.WhyFrame | server_frames.PlacesFrame | None
        if isinstance(question, asked.Places):
            answer = why_not.places_frame(question.path, update, game)
        else:
            answer = why_not.why_frame(question, update, game)
        if answer is not None and answer.step == update.step:
            await self._browser.send(encode(answer, self._language))

    # ---- frames

    async def _show(self, *, told: bool) -> None:
        """Send the step and its table; with the news since the step before if *told*."""
        table = await self._table(told=told)
        await self._browser.send(encode(self._step_frame(), self._language), self._client.update(table, self._language))

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
        """Return the answer to any choice but the one that the lesson asks for."""
        wanted = self._lesson.wanted(self._step)
        if wanted is None:
            return message("web.lesson.read_on")
        return message("web.lesson.not_this", what=presentation(self._lesson.game).label(wanted))

    def _ending(self) -> Fragment:
        game, side = self._lesson.game, self._lesson.side
        return Fragment("learn/ending.html", {"title": game.title, "side": side, "other": game.other_side(side)})

    async def _table(self, *, told: bool) -> server_frames.TableFrame:
        lesson, update = self._lesson, self._lesson.update(self._step)
        frame = await rendering.drawn(update, lesson.game, lesson.seat, rendering.TableInfo("", self._players()))
        frame = rendering.with_attendance(frame, self._seats(), None)
        known = lesson.known(self._step) if told else len(update.news)
        frame = rendering.with_news(frame, update, lesson.game, known)
        if frame.result is not UNSET:  # the lesson has its own ending
            frame = replace(frame, result=server_frames.Result(frame.result.title, frame.result.won))
        return replace(frame, undo=False, resign=False)

    def _players(self) -> tuple[tuple[Seat, Message], ...]:
        return tuple((seat, _OTHERS) for seat in self._lesson.game.seats)

    def _seats(self) -> list[server_frames.TableSeat]:
        game, mine = self._lesson.game, self._lesson.seat
        acts = bool(self._lesson.update(self._step).legal)
        return [
            server_frames.TableSeat(
                seat,
                presentation(game).name(seat),
                message("web.seat.you") if seat == mine else _OTHERS,
                rendering.GUEST if seat == mine else rendering.BOT,
                present=True,
                acting=(seat == mine) == acts,
            )
            for seat in game.seats
        ]

    async def _refuse(self, error: GaslampError) -> None:
        await self._browser.refuse(error, self._language)
        if isinstance(error, IllegalAction):
            await self._show(told=False)
