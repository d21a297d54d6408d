"""A program's place at a table: the game, whose eyes look, and what they see."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import SPECTATOR, Seat, Viewer
from gaslamp.server.api.shapes import GameTold, Phase, SeatTold, StateTold
from gaslamp.server.errors import Refusal
from gaslamp.server.people import Company
from gaslamp.server.services import Services
from gaslamp.table.live import LiveGame
from gaslamp.table.update import Update


@dataclass(frozen=True, slots=True)
class Place:
    """Where an account is at a game, at one moment."""

    live: LiveGame
    company: Company
    account: str

    @property
    def mine(self) -> tuple[Seat, ...]:
        """Give the seats of this account."""
        return self.company.seats_of(self.account)

    @property
    def phase(self) -> Phase:
        """Tell whether the game is still to begin, goes on or is over."""
        if self.live.outcome is not None:
            return "over"
        return "waiting" if self.company.open_seats or self.live.waiting else "playing"

    def viewer(self, wanted: str | None) -> Viewer:
        """Give whose eyes look: those of the seat that is named, of the only one there is, or a spectator's."""
        own = self.mine or (SPECTATOR,)
        if wanted is None and len(own) > 1:
            raise Refusal(400, "web.error.which_seat", seats=", ".join(own))
        if wanted is not None and wanted not in own:
            raise Refusal(403, "web.error.foreign_seat")
        return wanted or own[0]

    def seat(self, wanted: str | None) -> Seat:
        """Give the seat that acts."""
        viewer = self.viewer(wanted)
        if viewer == SPECTATOR:
            raise Refusal(403, "web.error.watching")
        if self.phase == "waiting":
            raise IllegalAction("web.error.waiting")
        return viewer

    def state(self, viewer: Viewer) -> StateTold:
        """Give what a viewer sees; before the deal there is nothing to be seen."""
        return told(self.live.saved.id, viewer, self.phase, self.live.update(viewer))

    def summary(self, programs: dict[Seat, str]) -> GameTold:
        """Give what all at the game know of it."""
        live = self.live
        return GameTold(
            game=live.saved.id,
            title=live.saved.title,
            rules_version=live.saved.rules_version,
            options=live.game.options,
            phase=self.phase,
            seats=tuple(self._sitting(seat, programs) for seat in live.game.seats),
            mine=self.mine,
            my_turn=self.phase == "playing" and live.to_move in self.mine,
            nonce_awaited=not set(self.mine).isdisjoint(live.lacking),
            commitment=live.commitment,
            outcome=live.outcome,
        )

    def _sitting(self, seat: Seat, programs: dict[Seat, str]) -> SeatTold:
        side = self.live.game.side(seat)
        if seat in self.live.saved.bots:
            return SeatTold(seat, side, "bot", self.live.saved.bots[seat])
        if seat in self.company.open_seats:
            return SeatTold(seat, side, "nobody", "")
        name = programs.get(seat, "")
        return SeatTold(seat, side, "you" if seat in self.mine else "program" if name else "guest", name)


def told(game: str, viewer: Viewer, phase: Phase, update: Update) -> StateTold:
    """Give an update as programs get it."""
    waiting = phase == "waiting"
    return StateTold(
        game=game,
        seat=viewer,
        phase=phase,
        step=update.step,
        view=None if waiting else msgspec.to_builtins(update.view, str_keys=True, order="deterministic"),
        legal=() if waiting else update.legal,
        final=() if waiting else update.final,
        may_undo=update.may_undo and not waiting,
        news=() if waiting else update.news,
        outcome=update.outcome,
        head=update.head,
    )


async def find(services: Services, id: str, account: str) -> Place:
    """Give the place of an account; who has none is told the same as if there were no such game."""
    company = await services.people.company(id)
    live = await services.house.open(id) if company.knows(account) else None
    if live is None:
        raise Refusal(404, "web.error.no_table")
    return Place(live, company, account)
