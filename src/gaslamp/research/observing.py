"""Fills the tensors of one kind of observation: of this moment or of the whole way, public, private or both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaslamp.core.game import SPECTATOR, Game, Seat
from gaslamp.research.encodings import encoder_of
from gaslamp.research.encodings.encoding import Encoding, Plane, Planes, digits, laid_out, of_seat
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
        self._encode = encoder_of(game.title) if public and own and not (everyone or recall) else None

    def fill(self, play: Play, seat: Seat) -> None:
        """Fill the tensor with what a seat knows."""
        if self._encode is not None and play.position.to_move() < len(self._game.seats):
            self.tensor[:] = self.numbers(play, seat)
        else:
            self.fill_from_views(play, seat)

    def numbers(self, play: Play, seat: Seat) -> NDArray[np.int8]:
        """The same in a new array of small numbers. What a seat sees while one is to move, the kernel fills in."""
        if self._encode is None or play.position.to_move() >= len(self._game.seats):
            self.fill_from_views(play, seat)
            return self.tensor.astype(np.int8)
        row = np.zeros(self.tensor.size, np.int8)
        self._encode(play.position, self._game.seats.index(seat), len(self._game.seats), row)
        return row

    def fill_from_views(self, play: Play, seat: Seat) -> None:
        """Fill the tensor from the views, which are built for one viewer each: what the kernel is measured by."""
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
                yield from of_seat(self._encoding, seat)
        if self._recall:
            width = self._action_bits + self._encoding.sign_bits
            says = "step by step what was told: the action's number and one, or 0 if it is hidden; then the sign of it"
            yield Plane("told", (self._game.longest, width), says)

    def _planes_of(self, seat: Seat) -> Planes:
        return {plane.name: self.planes[f"{seat}.{plane.name}"] for plane in self._encoding.private}

    def _steps(self, play: Play, seat: Seat) -> list[Step]:
        """What the whole way told: to the seat, to a spectator, or to the seat beyond the spectator."""
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
