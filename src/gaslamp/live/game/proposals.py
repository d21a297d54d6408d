"""Whether what is asked of a game may be done now: gives the entry of it, or refuses. Nothing takes effect here."""

from __future__ import annotations

from typing import Final

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import CHANCE, Seat
from gaslamp.live.game.game_time import GameTime
from gaslamp.live.game.requests import (
    Abort,
    Ask,
    BotPlay,
    Flag,
    Hint,
    Play,
    Reply,
    Request,
    Resign,
    Resume,
    StartClocks,
    TakeOff,
    TakeSeat,
    Undo,
)
from gaslamp.live.game.state import GameState
from gaslamp.table.agreements import Agreements
from gaslamp.table.log import Entry

_MOST_TAKEN_BACK: Final = 1000  # steps that a seat may take back, and things it may ask for, in one game


class Proposals:
    """Knows what each request needs to be allowed."""

    def __init__(self, state: GameState, agreements: Agreements, time: GameTime) -> None:
        self._state = state
        self._agreements = agreements
        self._time = time

    def entry(self, request: Request, now: int) -> Entry:
        """Give the entry of a request at some moment, or refuse it."""
        match request:
            case Play(seat, notation, step):
                return self._state.table.propose_play(self._free(seat), notation, step)
            case Undo(seat, step):
                return self._state.table.propose_undo(self._spare(self._free(seat)), step)
            case Ask(seat, what):
                return self._agreements.propose(self._spare(seat), what)
            case Reply(seat, number, agree):
                return self._agreements.answer(seat, number, agree=agree)
            case Hint(seat, step):
                return self._hint(self._free(seat), step)
            case BotPlay(seat, notation, step):
                return self._bot_plays(seat, notation, step)
            case TakeOff(outage):
                return Entry("outage", CHANCE, at=outage.until, since=outage.since)
            case Flag():
                return self._flag(now)
            case Resign() | Abort() | Resume() | TakeSeat() | StartClocks():
                return self._plain(request)

    def _plain(self, request: Resign | Abort | Resume | TakeSeat | StartClocks) -> Entry:
        """An entry that says who did what, and no more."""
        status, over = self._state.status, self._state.outcome is not None
        match request:
            case Resign(seat):
                if status.closed:
                    raise IllegalAction("error.closed")
                return self._state.table.propose_resign(seat)
            case Abort(seat):
                if not self._state.may_abort:
                    raise IllegalAction("error.under_way")
                return Entry("abort", seat)
            case Resume(seat):
                allowed, entry = status.paused, Entry("resume", seat)
            case TakeSeat(seat):
                allowed, entry = seat in status.handed, Entry("take_back", seat)
            case StartClocks():
                allowed, entry = not (status.begun or status.closed), Entry("begin", CHANCE)
        if over or not allowed:
            raise IllegalAction("error.stale")
        return entry

    def _bot_plays(self, seat: Seat, notation: str, step: int) -> Entry:
        self._state.status.check()
        if seat not in self._state.status.bots:
            raise IllegalAction("error.stale")
        return self._state.table.propose_play(seat, notation, step)

    def _hint(self, seat: Seat, step: int) -> Entry:
        if not self._state.hints:
            raise IllegalAction("error.no_hints")
        return self._state.table.propose_hint(seat, step)

    def _flag(self, now: int) -> Entry:
        clock = self._state.status.clock
        if clock is None or clock.runs is None or not self._time.is_up(now):
            raise IllegalAction("error.stale")
        return Entry("flag", clock.runs, at=now)

    def _free(self, seat: Seat) -> Seat:
        """Give a seat that may act; refuse while nobody may, or an opponent has it."""
        self._state.status.check()
        if seat in self._state.status.handed:
            raise IllegalAction("error.handed_over")
        return seat

    def _spare(self, seat: Seat) -> Seat:
        """A seat that has not yet made the log as long as it may. Only its own steps count: it knows of those."""
        if self._state.spent(seat) >= _MOST_TAKEN_BACK:
            raise IllegalAction("error.too_many_steps")
        return seat
