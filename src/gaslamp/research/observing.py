"""Fills the tensors of one kind of observation: of this moment or of the whole way, public, private or both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from gaslamp.core.game import SPECTATOR, Game, Seat
from gaslamp.research.encodings.encoding import Encoding, Plane, Planes, digits, laid_out
from gaslamp.research.play import Play, Step


class Observing:
    """A tensor and its planes by name, and how to fill them for a seat. The planes share the tensor's memory."""

    def __init__(
        self, game: Game[Any, Any], encoding: Encoding, *, public: bool, own: bool, everyone: bool, recall: bool
    ) -> None:
        self._encoding = encoding
        self._game = game
        self._everyone = everyone
        self._action_bits = len(game.actions).bit_length()
        self._public = public
        self._own = own
        self._recall = recall
        self.tensor, self.planes = laid_out(self._layout())

    def fill(self, play: Play, seat: Seat) -> None:
        """Fill the tensor with what a seat knows."""
        self.tensor.fill(0)
        self.planes["seat"][self._game.seats.index(seat)] = 1
        if self._public:
            self._encoding.fill_public(play.view(SPECTATOR), self.planes)
        if self._own:
            self._encoding.fill_private(play.view(seat), self.planes)
        if self._everyone:
            for other in self._game.seats:
                self._encoding.fill_private(play.view(other), self._planes_of(other))
        if self._recall:
            self._fill_told(self._steps(play, seat))

    def _layout(self) -> Iterator[Plane]:
        yield Plane("seat", (len(self._game.seats),), "whose observation it is")
        if self._public:
            yield from self._encoding.public
        if self._own:
            yield from self._encoding.private
        if self._everyone:
            for seat in self._game.seats:
                yield from (replace(plane, name=f"{seat}.{plane.name}") for plane in self._encoding.private)
        if self._recall:
            width = self._action_bits + self._encoding.sign_bits
            says = "step by step what was told: the action's number and one, or 0 if it is hidden; then the sign of it"
            yield Plane("told", (self._game.longest, width), says)

    def _planes_of(self, seat: Seat) -> Planes:
        return {plane.name: self.planes[f"{seat}.{plane.name}"] for plane in self._encoding.private}

    def _steps(self, play: Play, seat: Seat) -> list[Step]:
        """Give what the whole way told: to the seat, to a spectator, or to the seat beyond the spectator."""
        if not self._own:
            return play.told(SPECTATOR) if self._public else []
        if self._public:
            return play.told(seat)
        public = {step.number: step for step in play.told(SPECTATOR)}
        return [step for step in play.told(seat) if step != public.get(step.number)]

    def _fill_told(self, steps: list[Step]) -> None:
        told = self.planes["told"]
        for row, step in zip(told, steps, strict=False):
            digits(row[: self._action_bits], 0 if step.action is None else step.action + 1)
            digits(row[self._action_bits :], self._encoding.sign(step.news))
