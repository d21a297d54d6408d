"""Many games of a title, stepped at once into preallocated arrays.

Every array is contiguous and is overwritten by each step, so that zero-copy views (NumPy, DLPack:
`torch.from_dlpack(batch.masks)`) stay current. Game `i` equals the PettingZoo environment with the seed `seed + i`:
the same actions give the same numbers. A finished game restarts in the same step.

>>> batch = Batch("pocket", games=2, seed=1)
>>> batch.masks.shape[0], batch.rewards.shape
(2, (2, 2))
>>> actions = batch.step_at_random()
>>> batch.step(batch.legal[:, 0])
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gaslamp import titles
from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import Game
from gaslamp.research.batch.lane import WATCHED
from gaslamp.research.encodings import encoding_of
from gaslamp.research.observations import ObservationEncoder

Watched: TypeAlias = Literal["mover", "all", "none"]


class Batch:
    """Games stepped together. *options* are the title's options.

    *watch* selects the observations to write: `mover` for the seat to move (one row per game), `all` for every seat
    (one row per game and seat), or `none`. The games are split among *threads*, which run without the GIL. Raises
    ValueError if *games* or *threads* is below 1.
    """

    def __init__(
        self, title: str, games: int, *, seed: int = 0, watch: Watched = "mover", threads: int = 1, **options: str
    ) -> None:
        if games < 1 or threads < 1:
            raise ValueError("a batch has games and threads")
        self.game: Game[Any, Any] = titles.game(title, options)
        encoding = encoding_of(title)
        assert encoding is not None, "a batch needs an encoding"
        self._layout = ObservationEncoder(self.game, encoding, public=True, own=True, everyone=False, recall=False)
        kernel = import_module(f"gaslamp.research.batch.{title}")
        seats, width = len(self.game.seats), self._layout.tensor.size
        shape = {"mover": (games, width), "all": (games, seats, width), "none": (games, 0)}[watch]
        self.masks: NDArray[np.int8] = np.zeros((games, len(self.game.actions)), np.int8)
        self.observations: NDArray[np.int8] = np.zeros(shape, np.int8)
        self.movers: NDArray[np.int32] = np.zeros(games, np.int32)  # seat to move, by game
        self.rewards: NDArray[np.float32] = np.zeros((games, seats), np.float32)  # of the last step
        self.dones: NDArray[np.bool_] = np.zeros(games, np.bool_)  # the last step ended a game
        self.legal: NDArray[np.int16] = np.zeros((games, kernel.ROOM), np.int16)  # the first `counts` entries of a row
        self.counts: NDArray[np.int32] = np.zeros(games, np.int32)
        self._actions: NDArray[np.int32] = np.zeros(games, np.int32)
        arrays = SimpleNamespace(
            actions=self._actions,
            masks=self.masks,
            legal=self.legal,
            counts=self.counts,
            observations=self.observations,
            movers=self.movers,
            rewards=self.rewards,
            stakes=self._stakes(),
            dones=self.dones,
            watched=WATCHED.index(watch),
            width=width,
        )
        # Single games can be stepped: `batch.lanes[0].act(action)`.
        self.lanes = [kernel.LANE(arrays, row, self.game.start()) for row in range(games)]
        self._roots = [_joined(part) for part in _parts(self.lanes, threads)]
        self._pool = ThreadPoolExecutor(len(self._roots)) if len(self._roots) > 1 else None
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.lanes)

    def reset(self, seed: int = 0) -> None:
        for row, each in enumerate(self.lanes):
            each.begin(seed + row)

    def step(self, actions: ArrayLike) -> None:
        """Apply one action per game. Raises IllegalAction, and applies none, if any is illegal."""
        chosen = np.asarray(actions)
        if chosen.shape != self._actions.shape or chosen.dtype.kind not in "iu":
            raise IllegalAction("error.illegal")
        self._actions[:] = chosen
        if any(root.refused() for root in self._roots):
            raise IllegalAction("error.illegal")
        self._each("play")

    def step_at_random(self) -> NDArray[np.int32]:
        """Apply a random legal action in each game, drawn with the game's own dice. Returns the actions."""
        self._each("pick")
        chosen = self._actions.copy()
        self._each("play")
        return chosen

    def plane(self, name: str) -> NDArray[np.int8]:
        """Return one plane of the observations as a view; docs/research.md lists the planes."""
        plane = self._layout.planes[name]
        first = (plane.ctypes.data - self._layout.tensor.ctypes.data) // plane.itemsize
        part = self.observations[..., first : first + plane.size]
        return part.reshape(*part.shape[:-1], *plane.shape)

    def _each(self, method: Literal["pick", "play"]) -> None:
        if self._pool is None:
            getattr(self._roots[0], method)()
        else:
            list(self._pool.map(lambda root: getattr(root, method)(), self._roots))

    def _stakes(self) -> NDArray[np.float32]:
        seats = self.game.seats
        won = [[1 if self.game.side(seat) == side else -1 for seat in seats] for side in self.game.sides]
        return (np.array(won) / [len(self.game.allies(seat)) for seat in seats]).astype(np.float32)


def _parts(lanes: Sequence[Any], number: int) -> list[Sequence[Any]]:
    """Split into at most *number* parts of nearly equal length."""
    cuts = [len(lanes) * k // number for k in range(number + 1)]
    return [lanes[begin:end] for begin, end in pairwise(cuts) if begin < end]


def _joined(lanes: Sequence[Any]) -> Any:
    first, half = lanes[0], (len(lanes) + 1) // 2
    first.left = _joined(lanes[1:half]) if half > 1 else None
    first.right = _joined(lanes[half:]) if half < len(lanes) else None
    return first
