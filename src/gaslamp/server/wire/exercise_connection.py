"""One WebSocket client that learns from its mistakes: any move that is good enough is accepted, then explained."""

from __future__ import annotations

from typing import Final

from gaslamp.core.errors import IllegalAction
from gaslamp.core.messages import Message, Share, message
from gaslamp.review.exercises import Exercise
from gaslamp.review.report import WHOLE
from gaslamp.server.http import templates
from gaslamp.server.ops.services import Services
from gaslamp.server.wire import server_frames
from gaslamp.server.wire.lesson_connection import LessonConnection
from gaslamp.server.wire.socket import AnySocket

_ANSWERS: Final = {"same": message("web.mistakes.same"), "bad": message("web.mistakes.bad")}


class ExerciseConnection(LessonConnection):
    def __init__(self, socket: AnySocket, services: Services, exercise: Exercise, step: int, game: str) -> None:
        super().__init__(socket, services, exercise, step)
        self._exercise = exercise
        self._game = game
        exercise.begin(self._step)
        self._text = self._task()

    async def _play(self, notation: str, step: int) -> None:
        update = self._exercise.update(self._step)
        if step != update.step or notation not in update.legal:
            raise IllegalAction("error.stale" if step != update.step else "error.illegal")
        answer = self._exercise.play(notation)
        self._text = self._explanation() if answer == "good" else _ANSWERS.get(answer, self._task())
        await self._show()

    async def _go(self, step: int) -> None:
        self._exercise.begin(step)
        self._step = step
        self._text = self._task()
        self._table.forget()
        await self._show()

    def _step_frame(self) -> server_frames.LessonFrame:
        last = self._step == self._exercise.last
        html = templates.render("learn/mistakes_end.html", self.language, game=self._game).strip()
        return server_frames.LessonFrame(
            step=self._step, last=self._exercise.last, text=self._text, html=html if last else "", free=True
        )

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
