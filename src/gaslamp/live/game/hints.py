"""Hints at one game: whether they may be given, by whom, and the note that everybody gets of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import Game, Seat
from gaslamp.live import bot_runner
from gaslamp.live.game.requests import Hint, Request
from gaslamp.live.game.state import GameState


class Submit(Protocol):
    """`LiveGame.submit`."""

    async def __call__(self, request: Request, received: float | None = None) -> None: ...


class Hints:
    """Who plays the house alone may always be given some; people who play each other have to have agreed.

    A hint is worked out by an opponent of the house, from what a person in that seat knows. It is noted in the log
    first, once a turn: all see in how many turns a seat was given some, and nobody how often.
    """

    def __init__(self, game: Game[Any, Any], state: GameState, submit: Submit, *, agreed: bool) -> None:
        self._game = game
        self._state = state
        self._submit = submit
        self._levels: dict[Seat, str | None] = {}
        self.agreed = agreed

    @property
    def allowed(self) -> bool:
        """Whether they may be given at this game at all."""
        return self._state.hints

    @property
    def given(self) -> Mapping[Seat, int]:
        """In how many turns each seat was given some."""
        return self._state.status.hints

    def level(self, seat: Seat) -> str | None:
        """Who advises a seat: the strongest who can play it. None where nobody can."""
        if seat not in self._levels:
            self._levels[seat] = bot_runner.like(self._game, seat)
        return self._levels[seat] if self.allowed else None

    async def note(self, seat: Seat, step: int, received: float | None = None) -> None:
        """Let everybody know that a seat is given one in this turn; or refuse it."""
        if self.level(seat) is None:
            raise IllegalAction("error.no_hints")
        if self._state.status.hinted(seat):
            self._state.table.propose_hint(seat, step)  # refuses whoever is not to move, and writes nothing
        else:
            await self._submit(Hint(seat, step), received)
