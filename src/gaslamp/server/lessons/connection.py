"""One browser at a first game: told the table as at any game, and beside it what the step says.

Where somebody is in a lesson, the browser knows, and names the step when it comes back; here it is known only as long
as the socket is open.
"""

from __future__ import annotations

from typing import Final

import msgspec

from gaslamp.core.errors import GaslampError, IllegalAction, Unreadable
from gaslamp.core.messages import Message, message
from gaslamp.game.lesson import Lesson
from gaslamp.server.http import request_info, templates
from gaslamp.server.ops.limits import SOCKET, WHOLE, WHY, Bucket
from gaslamp.server.ops.services import Services
from gaslamp.server.wire import rendering
from gaslamp.server.wire.browser_socket import BrowserSocket
from gaslamp.server.wire.connection import AnySocket
from gaslamp.server.wire.fragment_cache import FragmentCache
from gaslamp.server.wire.frame_cache import drawn
from gaslamp.server.wire.frames import asked, sent
from gaslamp.server.wire.help import why_not
from gaslamp.server.wire.patches import Patches
from gaslamp.ui.presentation import presentation

_OTHERS: Final = message("web.lesson.others")  # who has the seats of the other side


class LessonConnection:
    """The time that one socket is open."""

    def __init__(self, socket: AnySocket, services: Services, lesson: Lesson, step: int) -> None:
        self._browser = BrowserSocket(socket, services)
        self._language = request_info.language(socket)
        self._lesson = lesson
        self._step = min(max(step, 0), lesson.last)
        self._patches = Patches()
        self._fragments = FragmentCache(self._language)
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
                self._patches.forget()
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
        answer: sent.WhyFrame | sent.PlacesFrame | None
        if isinstance(question, asked.Places):
            answer = why_not.places_frame(question.path, update, game, self._language)
        else:
            answer = why_not.why_frame(question, update, game, self._language)
        if answer is not None and answer.step == update.step:
            await self._browser.send(sent.encode(answer))

    # ---- what is shown

    async def _show(self, *, told: bool) -> None:
        """Show the step, and the table as it is then; tell what happened since the step before, or nothing."""
        await self._browser.send(sent.encode(self._words()), self._patches.text(await self._table(told=told)))

    def _words(self) -> sent.LessonFrame:
        lesson, step = self._lesson, self._lesson.steps[self._step]
        say = self._fragments.words.say
        return sent.LessonFrame(
            step=self._step,
            last=lesson.last,
            text=say(step.say),
            play=step.play,
            point=step.point,
            aside=say(self._aside()) if step.play else "",
            html=self._ending() if self._step == lesson.last else "",
        )

    def _aside(self) -> Message:
        """Say what the lesson asks for to whoever does something else."""
        wanted = self._lesson.wanted(self._step)
        if wanted is None:
            return message("web.lesson.read_on")
        return message("web.lesson.not_this", what=presentation(self._lesson.game).label(wanted))

    def _ending(self) -> str:
        game, side = self._lesson.game, self._lesson.side
        return templates.render(
            "learn/ending.html", self._language, title=game.title, side=side, other=game.other_side(side)
        )

    async def _table(self, *, told: bool) -> sent.TableFrame:
        lesson, update = self._lesson, self._lesson.update(self._step)
        frame = await drawn(update, lesson.game, lesson.seat, self._around(), self._fragments)
        known = lesson.known(self._step) if told else len(update.news)
        frame = rendering.with_news(frame, update, lesson.game, known, self._fragments.words)
        if frame.result is not None:  # how to go on is said elsewhere
            frame = msgspec.structs.replace(frame, result=msgspec.structs.replace(frame.result, html=""))
        return msgspec.structs.replace(frame, undo=False, resign=False)

    def _around(self) -> rendering.Around:
        game, mine = self._lesson.game, self._lesson.seat
        mine_to_act = bool(self._lesson.update(self._step).legal)
        chairs = tuple(
            rendering.Chair(
                seat,
                rendering.GUEST if seat == mine else rendering.BOT,
                _OTHERS,
                present=True,
                acting=(seat == mine) == mine_to_act,
            )
            for seat in game.seats
        )
        return rendering.Around(id="", chairs=chairs)

    async def _refuse(self, error: GaslampError) -> None:
        await self._browser.refuse(error, self._language)
        if isinstance(error, IllegalAction):
            await self._show(told=False)
