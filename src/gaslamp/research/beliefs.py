"""Exact beliefs as arrays: the possible hidden states and their weights.

A state is given by the private planes of all seats, as `encodings` lays them out: `jack.identity`, `jack.hand`. The
public planes are part of the observation and the same in all states.

>>> from gaslamp import titles
>>> episode = Episode(titles.game("pocket"))
>>> while episode.game.to_move(episode.position) == "chance":
...     episode.advance(episode.position.legal()[0])
>>> posterior(episode, "detectives").marginal("jack.identity").round(2).tolist()
[0.11, 0.11, 0.11, 0.11, 0.11, 0.11, 0.11, 0.11, 0.11]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaslamp.core.game import Viewer
from gaslamp.research.encodings import encoding_of
from gaslamp.research.encodings.encoding import laid_out, of_seat
from gaslamp.research.episode import Episode


@dataclass(frozen=True, slots=True)
class BeliefArrays:
    """A viewer's belief from the rules and its news, without a model of how the others choose."""

    exact: bool  # all possible states; otherwise an equally weighted sample
    weights: NDArray[np.float64]  # by state; sum to 1
    planes: Mapping[str, NDArray[np.int8]]  # by name; the first axis is the state
    counted: Mapping[str, NDArray[np.float64]]  # exact marginals where the states are a sample

    def marginal(self, plane: str) -> NDArray[np.float64]:
        """Return the probability that each number of a plane is 1."""
        if plane in self.counted:
            return self.counted[plane]
        summed: NDArray[np.float64] = np.tensordot(self.weights, self.planes[plane], 1)
        return summed


def posterior(episode: Episode, viewer: Viewer) -> BeliefArrays:
    game, belief = episode.game, episode.belief(viewer)
    encoding = encoding_of(game.title)
    assert encoding is not None, "a belief as numbers needs an encoding"
    worlds = belief.worlds()
    view = episode.view(viewer)
    rows = []
    for world in worlds:
        position = game.position_from(view, world)
        _, planes = laid_out(plane for seat in game.seats for plane in of_seat(encoding, seat))
        for seat in game.seats:
            own = {plane.name: planes[f"{seat}.{plane.name}"] for plane in encoding.private}
            encoding.fill_private(game.view(position, seat), own)
        rows.append(planes)
    weights = np.array(list(worlds.values()), np.float64)
    return BeliefArrays(
        exact=not game.sampled or len(rows) == 1,
        weights=weights / weights.sum(),
        planes={name: np.array([row[name] for row in rows], np.int8) for name in rows[0]},
        counted=_counted(belief, encoding.private),
    )


def _counted(belief: Any, private: Any) -> dict[str, NDArray[np.float64]]:
    """Return marginals known exactly without listing states: Jack's circle in Whitehall Mystery.

    Each path that agrees with the news counts once.
    """
    if not hasattr(belief, "circles") or not (circles := belief.circles()):
        return {}
    (size,) = (plane.size for plane in private if plane.name == "circle")
    shares = np.zeros(size)
    for circle, rows in circles.items():
        shares[circle - 1] = float(rows)
    return {"jack.circle": shares / shares.sum()}
