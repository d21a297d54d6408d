"""Lessons, and learning from the mistakes of a finished game, for one WebSocket client."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import Seat
from gaslamp.core.messages import Message, Share, message
from gaslamp.game.lesson import Lesson
from gaslamp.game.updates import Update
from gaslamp.review.exercises import Exercise
from gaslamp.review.report import WHOLE
from gaslamp.server.http import templates
from gaslamp.server.ops.services import Services
from gaslamp.server.wire.server_frames import LessonFrame
from gaslamp.server.wire.socket import AnySocket
from gaslamp.server.wire.solo_connection import SoloConnection
from gaslamp.ui.presentation import presentation

_OTHERS: Final = message("web.lesson.others")
_WRONG: Final = {"same": message("web.mistakes.same"), "bad": message("web.mistakes.bad")}


class LessonConnection(SoloConnection):
    """Accepts only the action of the lesson; any other is answered with an explanation."""

    def __init__(self, socket: AnySocket, services: Services, lesson: Lesson, step: int) -> None:
        super().__init__(socket, services, presentation(lesson.game), _OTHERS)
        self._lesson = lesson
        self._step = min(max(step, 0), lesson.last)

    @property
    def _seat(self) -> Seat:
        return self._lesson.seat

    def _update(self) -> Update:
        return self._lesson.update(self._step)

    async def _play(self, notation: str, step: int) -> None:
        _check_legal(notation, step, self._update())
        if notation != self._lesson.steps[self._step].play:
            aside = self._aside()
            raise IllegalAction(aside.id, **aside.params)
        await self._go(self._step + 1)

    async def _go(self, step: int) -> None:
        if not 0 <= step <= self._lesson.last:
            raise IllegalAction("error.no_step", last=self._lesson.last)
        known = self._lesson.known(step) if step == self._step + 1 else None
        self._step = step
        await self._show(known)

    def _step_frame(self) -> LessonFrame:
        lesson, step = self._lesson, self._lesson.steps[self._step]
        return LessonFrame(
            kind="lesson",
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


class ExerciseConnection(SoloConnection):
    """Accepts any action that is good enough instead of a mistake, and explains it."""

    def __init__(self, socket: AnySocket, services: Services, exercise: Exercise, step: int, game: str) -> None:
        super().__init__(socket, services, presentation(exercise.game), _OTHERS)
        self._exercise = exercise
        self._game = game  # id
        self._begin(min(max(step, 0), exercise.last))

    @property
    def _seat(self) -> Seat:
        return self._exercise.seat

    def _update(self) -> Update:
        return self._exercise.update()

    async def _play(self, notation: str, step: int) -> None:
        _check_legal(notation, step, self._update())
        answer = self._exercise.play(notation)
        self._text = self._explanation() if answer == "good" else _WRONG.get(answer, self._task())
        await self._show()

    async def _go(self, step: int) -> None:
        self._begin(step)
        self._table.forget()
        await self._show()

    def _begin(self, step: int) -> None:
        self._exercise.begin(step)
        self._step = step
        self._text = self._task()

    def _step_frame(self) -> LessonFrame:
        last = self._exercise.last
        html = templates.render("learn/mistakes_end.html", self.language, game=self._game).strip()
        return LessonFrame("mistakes", self._step, last, self._text, html=html if self._step == last else UNSET)

    def _task(self) -> Message:
        decision = self._exercise.decision
        loss = Share(decision.loss, WHOLE)
        return message("web.mistakes.find", played=decision.played.labels, loss=loss)

    def _explanation(self) -> Message:
        decision = self._exercise.decision
        best, played = decision.best[0], decision.played
        return message(
            "web.mistakes.good",
            best=best.labels,
            worth=Share(best.chance, WHOLE),
            played=played.labels,
            chance=Share(played.chance, WHOLE),
        )


def _check_legal(notation: str, step: int, update: Update) -> None:
    if step != update.step:
        raise IllegalAction("error.stale")
    if notation not in update.legal:
        raise IllegalAction("error.illegal")
