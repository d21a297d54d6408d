"""Observation tensors: the current view or the whole history, public, private or both.

>>> from gaslamp import titles
>>> from gaslamp.research.encodings import encoding_of
>>> game = titles.game("pocket")
>>> encoder = ObservationEncoder(game, encoding_of("pocket"), public=True, own=True, everyone=False, recall=False)
>>> encoder.fill(Episode(game), "jack")
>>> encoder.planes["seat"].tolist()
[1.0, 0.0]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaslamp.core.game import SPECTATOR, Game, Seat
from gaslamp.research.encodings import encoder_of
from gaslamp.research.encodings.encoding import Encoding, Plane, Planes, digits, laid_out, of_seat
from gaslamp.research.episode import Episode, ObservedStep


class ObservationEncoder:
    """A tensor and its planes, filled for a seat. The planes are views of the tensor."""

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

    def fill(self, episode: Episode, seat: Seat) -> None:
        if self._encode is not None and episode.position.to_move() < len(self._game.seats):
            self.tensor[:] = self.numbers(episode, seat)
        else:
            self.fill_from_views(episode, seat)

    def numbers(self, episode: Episode, seat: Seat) -> NDArray[np.int8]:
        """Return the observation as a new int8 array; uses the kernel while a seat is to move."""
        if self._encode is None or episode.position.to_move() >= len(self._game.seats):
            self.fill_from_views(episode, seat)
            return self.tensor.astype(np.int8)
        row = np.zeros(self.tensor.size, np.int8)
        self._encode(episode.position, self._game.seats.index(seat), len(self._game.seats), row)
        return row

    def fill_from_views(self, episode: Episode, seat: Seat) -> None:
        """Fill the tensor from the views; the reference for the kernels."""
        self.tensor.fill(0)
        self.planes["seat"][self._game.seats.index(seat)] = 1
        if self._public:
            self._encoding.fill_public(episode.view(SPECTATOR), self.planes)
        if self._own:
            self._encoding.fill_private(episode.view(seat), self.planes)
        if self._everyone:
            for other in self._game.seats:
                self._encoding.fill_private(episode.view(other), self._planes_of(other))
        if self._recall:
            self._fill_steps(self._steps(episode, seat))

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
            says = "the news by step: the action's number plus one, or 0 if it is hidden; then the sign of the news"
            yield Plane("told", (self._game.longest, width), says)

    def _planes_of(self, seat: Seat) -> Planes:
        return {plane.name: self.planes[f"{seat}.{plane.name}"] for plane in self._encoding.private}

    def _steps(self, episode: Episode, seat: Seat) -> list[ObservedStep]:
        """Return the steps known to the seat, to a spectator, or to the seat beyond the spectator."""
        if not self._own:
            return episode.steps(SPECTATOR) if self._public else []
        if self._public:
            return episode.steps(seat)
        public = {step.number: step for step in episode.steps(SPECTATOR)}
        return [step for step in episode.steps(seat) if step != public.get(step.number)]

    def _fill_steps(self, steps: list[ObservedStep]) -> None:
        rows = self.planes["told"]
        for row, step in zip(rows, steps, strict=False):
            digits(row[: self._action_bits], 0 if step.action is None else step.action + 1)
            digits(row[self._action_bits :], self._encoding.sign(step.news))
