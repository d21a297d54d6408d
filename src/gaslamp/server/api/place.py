"""A program's place at a table: the game, whose eyes look, and what they see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import SPECTATOR, Game, Seat, Viewer
from gaslamp.live.game.live_game import LiveGame
from gaslamp.server.api import status
from gaslamp.server.api.shapes import ClockTold, GameTold, Phase, SeatTold, StateTold, StatusTold
from gaslamp.server.http.errors import Refusal
from gaslamp.server.lobby.members import Members
from gaslamp.server.ops.services import Services
from gaslamp.table.update import Update


@dataclass(frozen=True, slots=True)
class Place:
    """Where an account is at a game, at one moment."""

    live: LiveGame
    members: Members
    account: str

    @property
    def mine(self) -> tuple[Seat, ...]:
        """Give the seats of this account."""
        return self.members.seats_of(self.account)

    @property
    def phase(self) -> Phase:
        """Tell whether the game is still to begin, goes on or is over."""
        if self.live.outcome is not None or self.live.closed:
            return "over"
        return "waiting" if self.members.open_seats or self.live.waiting else "playing"

    async def assemble(self) -> None:
        """Let the clocks begin, if everybody is there who has to be."""
        if self.phase == "playing":
            await self.live.time.assemble()

    def viewer(self, wanted: str | None) -> Viewer:
        """Give whose eyes look: those of the seat that is named, of the only one there is, or a spectator's."""
        own = self.mine or (SPECTATOR,)
        if wanted is None and len(own) > 1:
            raise Refusal(400, "web.error.which_seat", seats=", ".join(own))
        if wanted is not None and wanted not in own:
            raise Refusal(403, "web.error.foreign_seat")
        return wanted or own[0]

    @property
    def hotseat(self) -> bool:
        """Tell whether this account has seats of several sides."""
        game = self.live.game
        return len({game.side(seat) for seat in self.mine}) > 1

    def check_plays(self) -> None:
        """Refuse who only watches."""
        if not self.mine:
            raise Refusal(403, "web.error.watching")

    def seat(self, wanted: str | None) -> Seat:
        """Give the seat that acts."""
        viewer = self.viewer(wanted)
        self.check_plays()
        if self.phase == "waiting":
            raise IllegalAction("web.error.waiting")
        return viewer

    def state(self, viewer: Viewer) -> StateTold:
        """Give what a viewer sees; before the deal there is nothing to be seen."""
        live = self.live
        dealt = self.phase != "waiting" and not live.closed
        seen = live.status(viewer, both_sides=self.hotseat)
        return told(
            live.id,
            viewer,
            self.phase,
            live.update(viewer),
            clock=status.clock(live, seen),
            status=status.status(live, seen) if dealt else None,
        )

    def summary(self) -> GameTold:
        """Give what all at the game know of it."""
        live, game, room = self.live, self.live.game, self.live.waiting_room
        return GameTold(
            game=live.id,
            title=game.title,
            rules_version=game.rules_version,
            options=game.options,
            phase=self.phase,
            seats=tuple(self._sitting(game, seat) for seat in game.seats),
            mine=self.mine,
            my_turn=self._my_turn,
            nonce_awaited=not set(self.mine).isdisjoint(room.lacking),
            commitment=room.commitment,
            outcome=live.outcome,
            clock=status.clock(live, live.status(SPECTATOR)),
            rematch=live.rematch,
        )

    @property
    def _my_turn(self) -> bool:
        mover = self.live.to_move
        return self.phase == "playing" and mover in self.mine and self.live.still(mover) is None

    def _sitting(self, game: Game[Any, Any], seat: Seat) -> SeatTold:
        side = game.side(seat)
        adds = self.live.waiting_room.shares.get(seat)
        if seat in self.live.bots:
            return SeatTold(seat, side, "bot", self.live.bots[seat], adds)
        if seat in self.members.open_seats:
            return SeatTold(seat, side, "nobody", "", adds)
        name = self.members.names.get(seat, "")
        if seat in self.mine:
            return SeatTold(seat, side, "you", name, adds)
        return SeatTold(seat, side, "program" if seat in self.members.programs else "guest", name, adds)


def told(
    game: str,
    viewer: Viewer,
    phase: Phase,
    update: Update,
    clock: ClockTold | None,
    status: StatusTold | None,
) -> StateTold:
    """Give an update as programs get it; where there is no status, there is no table to be seen yet."""
    hidden = status is None
    return StateTold(
        game=game,
        seat=viewer,
        phase=phase,
        step=update.step,
        view=None if hidden else msgspec.to_builtins(update.view, str_keys=True, order="deterministic"),
        legal=() if hidden else update.legal,
        final=() if hidden else update.final,
        may_undo=update.may_undo and not hidden,
        news=() if hidden else update.news,
        outcome=update.outcome,
        head=update.head,
        clock=clock,
        status=status,
    )


async def find(services: Services, id: str, account: str) -> Place:
    """Give the place of an account; who has none is told the same as if there were no such game."""
    members = await services.people.members(id)
    live = await services.live_games.open(id) if members.knows(account) else None
    if live is None:
        raise Refusal(404, "web.error.no_table")
    found = Place(live, members, account)
    live.attendance.call(found.mine)
    await found.assemble()
    return found
