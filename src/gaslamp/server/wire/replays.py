"""The replay of a finished game for one client."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from gaslamp.core.game import OVER, REVEALED
from gaslamp.core.messages import message
from gaslamp.game.replay import Moment, Replay
from gaslamp.server.wire import rendering
from gaslamp.server.wire.server_frames import ReplayFrame
from gaslamp.service.games.live_game import LiveGame
from gaslamp.ui.presentation import Presentation, presentation


class Replays:
    """Builds the replay with the first request."""

    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self._replay: Replay | None = None

    def moment(self, step: int) -> Moment:
        """Return a step. Raises IllegalAction while the game is running, or if there is no such step."""
        return self._whole().moment(step)

    def frame(self, step: int) -> ReplayFrame:
        return replay_frame(self._whole(), presentation(self._live.game), step)

    def _whole(self) -> Replay:
        if self._replay is None:
            self._replay = Replay(self._live.game, self._live.record())
        return self._replay


def replay_frame(replay: Replay, ui: Presentation[Any], step: int) -> ReplayFrame:
    """Return a step with nothing hidden, and what happened in it."""
    moment = replay.moment(step)
    scene = ui.scene(moment.view, moment.news)
    sentences = [*ui.recount([piece for piece in moment.happened if piece.kind != REVEALED])]
    if moment.outcome is not None and not any(piece.kind == OVER for piece in moment.happened):
        sentences.append(ui.ended(moment.outcome))  # resigned, or out of time
    return ReplayFrame(
        step=step,
        last=replay.last,
        kicker=message("web.replay.step", step=step, last=replay.last),
        told=tuple(sentences) or (message("web.replay.begins"),),
        sprites=tuple(replace(sprite, after=0) for sprite in scene.sprites),  # no animation of the whole path
        trails=tuple(replace(trail, after=0) for trail in scene.trails),
        panels=rendering.panels(moment.view, moment.news, moment.outcome, ui),
        stops=replay.stops,
        rounds=replay.rounds,
    )
