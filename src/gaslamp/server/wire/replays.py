"""The replay and the review of a finished game for one client."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from msgspec.structs import replace

from gaslamp.bots import levels
from gaslamp.core.errors import IllegalAction, Unreadable
from gaslamp.core.game import OVER, REVEALED, Game, Seat, Side, Viewer
from gaslamp.core.messages import Message, message
from gaslamp.core.records.record import Record
from gaslamp.game.replay import Moment, Replay
from gaslamp.game.updates import Update
from gaslamp.review.report import Point, Review
from gaslamp.review.review import has_evaluator
from gaslamp.server.wire import rendering
from gaslamp.server.wire.server_frames import ReasonsFrame, ReplayFrame, ReviewFrame, ReviewPoint
from gaslamp.service.games.assistance import Advice, reasons_request
from gaslamp.service.games.reviews import Reviews
from gaslamp.ui.presentation import Presentation, presentation
from gaslamp.workers.shared import SharedJobs


class RecordedGame(Protocol):
    """A live game, or a record from a file."""

    @property
    def id(self) -> str: ...
    @property
    def game(self) -> Game[Any, Any]: ...
    def update(self, viewer: Viewer) -> Update: ...
    def record(self) -> Record:
        """Return the record. Raises IllegalAction while the game is running."""
        ...


class Replays:
    def __init__(self, recorded: RecordedGame) -> None:
        self._recorded = recorded
        self._replay: Replay | None = None

    def moment(self, step: int, seat: Seat | None = None) -> Moment:
        """Return a step. Raises IllegalAction while the game is running, or if there is no such step."""
        return self.whole().moment(step, seat)

    def frame(self, step: int, eyes: Side = "") -> ReplayFrame:
        return replay_frame(self.whole(), presentation(self._recorded.game), step, eyes)

    def whole(self) -> Replay:
        """Return the replay. Raises IllegalAction while the game is running."""
        if self._replay is None:
            self._replay = Replay(self._recorded.game, self._recorded.record())
        return self._replay


def replay_frame(replay: Replay, ui: Presentation[Any], step: int, eyes: Side = "") -> ReplayFrame:
    """Return a step and what happened in it, with nothing hidden or as a side knew it. Raises Unreadable."""
    seat = first_seat(ui, eyes) if eyes else None
    moment = replay.moment(step, seat)
    scene = ui.scene(moment.view, moment.news)
    happened = [piece for piece in moment.happened if piece.kind != REVEALED]
    sentences = [*(ui.recount(happened) if seat is None else map(ui.tell, happened))]
    if moment.outcome is not None and not any(piece.kind == OVER for piece in moment.happened):
        sentences.append(ui.ended(moment.outcome))  # resigned, or out of time
    if not sentences:
        sentences = [message("web.replay.unnoticed" if step else "web.replay.begins")]
    return ReplayFrame(
        step=step,
        last=replay.last,
        kicker=message("web.replay.step", step=step, last=replay.last),
        told=tuple(sentences),
        sprites=tuple(replace(sprite, after=0) for sprite in scene.sprites),  # no animation of the whole path
        trails=tuple(replace(trail, after=0) for trail in scene.trails),
        panels=rendering.panels(moment.view, moment.news, moment.outcome, ui),
        stops=replay.stops,
        rounds=replay.rounds,
        eyes=eyes,
    )


def first_seat(ui: Presentation[Any], side: Side) -> Seat:
    """Return a seat of a side; allies know the same. Raises Unreadable."""
    if side not in ui.game.sides:
        raise Unreadable("web.error.unreadable")
    return next(seat for seat in ui.game.seats if ui.game.side(seat) == side)


class ReviewFeed:
    """The review of a finished game, sent as it grows, and a bot's reasons at its decisions."""

    def __init__(self, recorded: RecordedGame, jobs: SharedJobs, reviews: Reviews, replays: Replays) -> None:
        self._recorded = recorded
        self._jobs = jobs  # for reasons
        self._reviews = reviews
        self._replays = replays
        self._ui = presentation(recorded.game)
        self._wanted = False
        self._sent = 0  # points
        self._state = ""  # of the last frame
        self._review: Review | None = None  # the newest
        self._asked: int | None = None  # point whose reasons are wanted

    def request(self, *, wanted: bool) -> None:
        """Start or stop waiting. Raises IllegalAction while the game is running, or if its title has no review."""
        self._replays.whole()
        title = self._recorded.game.title
        if not has_evaluator(title):
            raise IllegalAction("review.no_evaluator", title=message(f"{title}.title"))
        self.restart()
        self._wanted = wanted
        if not wanted:
            self.cancel()

    def restart(self) -> None:
        self._sent, self._state = 0, ""

    def poll(self, wake: Callable[[], None]) -> list[ReviewFrame | ReasonsFrame]:
        if not self._wanted:
            return []
        frames: list[ReviewFrame | ReasonsFrame] = []
        if self._state not in {"complete", "failed"}:
            record = self._recorded.record()
            result = self._reviews.get(self, self._recorded.id, record, wake)
            if result is not None:
                frames += self._frames(result.value, complete=result.complete)
            elif not self._state:  # the worker may be busy or has to start
                self._state = "growing"
                frames.append(ReviewFrame(first=0, done=0, total=len(record.actions), state="growing"))
        reasons = self._reasons(wake)
        return [*frames, *([reasons] if reasons is not None else [])]

    def request_reasons(self, point: int) -> None:
        """Request a bot's reasons at a decision. Raises IllegalAction if it is not one."""
        if self._review is None or not 0 <= point < len(self._review.points):
            raise IllegalAction("web.error.unreadable")
        if self._review.points[point].decision is None:
            raise IllegalAction("web.error.unreadable")
        self._asked = point

    def cancel(self) -> None:
        self._wanted, self._asked = False, None
        self._reviews.cancel(self)
        self._jobs.cancel(self)

    def _frames(self, review: Review | None, *, complete: bool) -> list[ReviewFrame]:
        if review is None:
            self._state = "failed"
            return [ReviewFrame(first=0, done=0, total=0, state="failed")]
        first, state = self._sent, "complete" if complete else "growing"
        if first == len(review.points) and state == self._state:
            return []
        self._review, self._sent, self._state = review, len(review.points), state
        replay, ui = self._replays.whole(), self._ui
        frame = ReviewFrame(
            first=first,
            done=review.done,
            total=review.total,
            state="complete" if complete else "growing",
            sides={} if first else {side: ui.name(side) for side in ui.game.sides},
            points=tuple(
                ReviewPoint(
                    replay.last if point.kind == "end" else replay.step_after(point.actions), point, self._text(point)
                )
                for point in review.points[first:]
            ),
            summaries=review.summaries,
            turning_points=review.turning_points,
        )
        return [frame]

    def _text(self, point: Point) -> Message:
        if point.decision is None:
            return message(f"web.review.at_{point.kind}")
        return message("web.review.did", side=self._ui.name(point.decision.side), action=point.decision.played.labels)

    def _reasons(self, wake: Callable[[], None]) -> ReasonsFrame | None:
        if self._asked is None or self._review is None:
            return None
        point, recorded = self._asked, self._recorded
        decision = self._review.points[point].decision
        assert decision is not None
        before = self._review.points[point - 1].actions
        level = levels.closest_level(recorded.game, decision.seat)
        assert level is not None  # it has made the review
        request = reasons_request(recorded.id, recorded.record(), before, decision.seat, level)
        result = self._jobs.get(self, request, wake)
        if result is None:
            return None
        self._asked = None
        advice: Advice | None = result.value
        if advice is None:
            return ReasonsFrame(point)
        what = self._ui.labels([self._ui.game.actions.parse(advice.notation)])
        return ReasonsFrame(point, what[0], message("web.hint.by", level=message(f"web.bot.{level}")), advice.reasons)
