"""Practice games: play on from a moment of a finished game against bots.

What is hidden from the player's side is drawn anew from its belief, so that it cannot use what the end revealed. The
bots get the views and news of that other game.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from random import Random
from typing import Final, NamedTuple

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.core.errors import GaslampError, Unreadable
from gaslamp.core.game import Seat, Side
from gaslamp.core.history import Playthrough
from gaslamp.core.records.record import Record
from gaslamp.game.replay import Replay
from gaslamp.service.games.assistance import AID_QUEUE
from gaslamp.service.lobby.lobby import CreatedGame, Lobby
from gaslamp.service.lobby.requests import NewGame
from gaslamp.service.lobby.tokens import Visitor
from gaslamp.workers.shared import Request, SharedJobs

_TIMEOUT: Final = 30.0  # seconds


class PracticeStart(NamedTuple):
    """A step of the replay of a finished game, the side that the player takes, and the bots of that game."""

    record: Record
    step: int
    side: Side
    bots: Mapping[Seat, str]  # seat -> level


class Practice:
    def __init__(self, lobby: Lobby, jobs: SharedJobs) -> None:
        self._lobby = lobby
        self._jobs = jobs

    async def start(self, start: PracticeStart, visitor: Visitor, *, own_nonce: bool) -> CreatedGame:
        """Create a practice game against the level of the other side's bot, or the strongest. Raises GaslampError."""
        record, step, side, bots = start
        game = titles.game(record.title, record.options)
        if side not in game.sides:
            raise Unreadable("web.error.unreadable")
        seat = next(seat for seat in game.seats if game.side(seat) == side)
        other = next(seat for seat in game.seats if game.side(seat) != side)
        level = next((level for seat, level in bots.items() if game.side(seat) != side), None)
        strength = levels.closest_level(game, other, level)
        if strength is None:
            raise GaslampError("error.no_bots")
        position, actions = game.start(), record.actions[: Replay(game, record).finished(step)]
        for notation in actions:
            position.advance(game.actions.parse(notation))
        if game.outcome(position) is not None:
            raise GaslampError("error.over")
        seed = secrets.randbits(64)
        args = (record.title, dict(record.options), actions, seat, seed)
        prefix = await self._jobs.wait(Request(AID_QUEUE, ("practice", seed), redrawn, args, _TIMEOUT))
        if prefix is None:
            raise GaslampError("web.practice.failed")
        terms = record.title, seat, f"bot:{strength}", "same_device", dict(record.options)
        request = NewGame(*terms, own_nonce=own_nonce)
        return await self._lobby.create(request, visitor, prefix)


def redrawn(title: str, options: dict[str, str], actions: tuple[str, ...], seat: Seat, seed: int) -> tuple[str, ...]:
    """Return a game that *seat* cannot tell from these actions, with the hidden parts drawn from its belief."""
    game = titles.game(title, options)
    course = Playthrough(game, (seat,))
    for notation in actions:
        course.play(notation)
    belief = game.belief(seat)
    for piece in course.news(seat):
        belief.observe(piece)
    weights = belief.worlds()
    worlds = sorted(weights, key=repr)
    (world,) = Random(seed).choices(worlds, [weights[world] for world in worlds])
    return game.actions.formatted(game.rewrite_history(course.actions, seat, world))
