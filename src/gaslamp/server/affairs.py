"""Tells one visitor of the affairs of its table besides the game: clocks, and what there is to say and to answer."""

from __future__ import annotations

import msgspec

from gaslamp.server import frames, templates
from gaslamp.server.frames import AffairsFrame, ClockShown
from gaslamp.table.live import LiveGame

_NOTHING = AffairsFrame()


class Teller:
    """Remembers what one visitor was told, and says nothing twice."""

    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self._told = _NOTHING

    def frame(self, shown: frames.Sent, language: str) -> AffairsFrame | None:
        """Give what has changed for who sees this; where there is no table to be seen there are no affairs either."""
        if not isinstance(shown, frames.TableFrame):
            self._told = _NOTHING
            return None
        frame = _affairs(self._live, language)
        if frame == self._told:
            return None
        self._told = frame
        return msgspec.structs.replace(frame, now=self._live.now)


def _affairs(live: LiveGame, language: str) -> AffairsFrame:
    clock = live.affairs.clock
    if clock is None:
        return _NOTHING
    return AffairsFrame(
        since=clock.since if clock.runs else 0,
        days=bool(clock.timing.per_turn),
        clocks=tuple(ClockShown(seat, left, seat == clock.runs) for seat, left in clock.left.items()),
        html=templates.render("affairs.html", language, begun=live.affairs.begun),
    )
