"""Practice games: play on from a moment of a finished game against bots.

What is hidden from the player's side is drawn anew from its belief, so that it cannot use what the end revealed. The
bots get the views and news of that other game.
"""

from __future__ import annotations

import secrets
from random import Random
from typing import Final

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.core.errors import GaslampError, Unreadable
from gaslamp.core.game import Seat
from gaslamp.core.history import Playthrough
from gaslamp.game.replay import Replay
from gaslamp.service.errors import Refusal
from gaslamp.service.games.assistance import AID_QUEUE
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.lobby.lobby import CreatedGame, Lobby
from gaslamp.service.lobby.requests import NewGame, PlayOn
from gaslamp.service.lobby.tokens import Visitor
from gaslamp.workers.shared import Request, SharedJobs

_TIMEOUT: Final = 30.0  # seconds


class Practice:
    def __init__(self, lobby: Lobby, jobs: SharedJobs) -> None:
        self._lobby = lobby
        self._jobs = jobs

    async def start(self, finished: LiveGame, request: PlayOn, visitor: Visitor) -> CreatedGame:
        """Create a practice game against the bot of the other side, or the strongest one. Raises GaslampError."""
        if finished.state.outcome is None:
            raise Refusal(403, "error.not_over")
        game, record, side = finished.game, finished.record(), request.side
        if side not in game.sides:
            raise Unreadable("web.error.unreadable")
        seat = next(seat for seat in game.seats if game.side(seat) == side)
        other = next(seat for seat in game.seats if game.side(seat) != side)
        opponents = (level for bot, level in finished.state.setup.bots.items() if game.side(bot) != side)
        strength = levels.closest_level(game, other, next(opponents, None))
        if strength is None:
            raise GaslampError("error.no_bots")
        position, actions = game.start(), record.actions[: Replay(game, record).finished(request.step)]
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
        return await self._lobby.create(NewGame(*terms, own_nonce=request.own_nonce), visitor, prefix)


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
