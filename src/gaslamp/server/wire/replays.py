"""One visitor's way through a finished game: each step that is asked for, as a frame in the visitor's language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gaslamp.core.game import OVER, REVEALED, Game
from gaslamp.core.messages import message
from gaslamp.game.replay import Moment, Replay
from gaslamp.server.wire import rendering
from gaslamp.server.wire.fragment_cache import FragmentCache
from gaslamp.server.wire.frames.sent import ReplayFrame
from gaslamp.service.games.live_game import LiveGame
from gaslamp.ui.presentation import presentation


class Replays:
    """Makes the replay of a game when it is first asked for, and no sooner than the game is over."""

    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self._replay: Replay | None = None
        self._fragments = FragmentCache("en")

    def moment(self, step: int) -> Moment:
        """Give a step, or refuse: the game goes on, or has no such step."""
        if self._replay is None:
            self._replay = Replay(self._live.game, self._live.record())
        return self._replay.moment(step)

    def frame(self, step: int, language: str) -> ReplayFrame:
        """Give the frame of a step, or refuse as `moment` does."""
        self.moment(step)
        assert self._replay is not None
        self._fragments = self._fragments.speaking(language)
        return replay_frame(self._replay, self._live.game, step, self._fragments)


def replay_frame(replay: Replay, game: Game[Any, Any], step: int, fragments: FragmentCache) -> ReplayFrame:
    """A step of a replay in words: the board and the panels with nothing hidden, and what happened."""
    moment = replay.moment(step)
    words = fragments.words
    scene = presentation(game).scene(moment.view, moment.news)
    told = [*presentation(game).recount([piece for piece in moment.happened if piece.kind != REVEALED])]
    if moment.outcome is not None and not any(piece.kind == OVER for piece in moment.happened):
        told.append(presentation(game).ended(moment.outcome))  # the table ended it
    return ReplayFrame(
        step=step,
        last=replay.last,
        kicker=words.say(message("web.replay.step", step=step, last=replay.last)),
        told=" ".join(map(words.say, told)) or words.say(message("web.replay.begins")),
        # The story that a board tells when all is over is told here step by step.
        sprites=fragments.shared.sprites([replace(it, after=0) if it.after else it for it in scene.sprites]),
        trails=fragments.shared.trails([replace(it, after=0) if it.after else it for it in scene.trails]),
        panels=tuple(map(fragments.panel, rendering.panels(moment.view, moment.news, moment.outcome, game))),
        stops=replay.stops,
        rounds=replay.rounds,
    )
