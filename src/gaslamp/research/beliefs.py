"""What a seat can conclude as numbers: the hidden states there may be, each with its weight, exactly.

Every state is given by the private planes of all seats, as `encodings` has them: `jack.identity`, `jack.hand`. What is
public is in the public planes of the observation, the same in all of them.
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
from gaslamp.research.play import Play


@dataclass(frozen=True, slots=True)
class Posterior:
    """What a viewer may believe when it knows the rules, what it was told, and nothing of how the others choose."""

    exact: bool  # these are all states there can be; if not, a sample of them, each as likely as the others
    weights: NDArray[np.float64]  # one for each state; they add up to 1
    planes: Mapping[str, NDArray[np.int8]]  # by name, the state first
    counted: Mapping[str, NDArray[np.float64]]  # of planes known exactly though the states are a sample

    def marginal(self, plane: str) -> NDArray[np.float64]:
        """How likely each number of a plane is a 1."""
        if plane in self.counted:
            return self.counted[plane]
        summed: NDArray[np.float64] = np.tensordot(self.weights, self.planes[plane], 1)
        return summed


def posterior(play: Play, viewer: Viewer) -> Posterior:
    """The belief of a seat or a spectator, from what it was told and nothing else."""
    game, belief = play.game, play.belief(viewer)
    encoding = encoding_of(game.title)
    assert encoding is not None, "a belief as numbers needs an encoding"
    worlds = belief.worlds()
    view = play.view(viewer)
    rows = []
    for world in worlds:
        position = game.position_from(view, world)
        _, planes = laid_out(plane for seat in game.seats for plane in of_seat(encoding, seat))
        for seat in game.seats:
            own = {plane.name: planes[f"{seat}.{plane.name}"] for plane in encoding.private}
            encoding.fill_private(game.view(position, seat), own)
        rows.append(planes)
    weights = np.array(list(worlds.values()), np.float64)
    return Posterior(
        exact=not game.sampled or len(rows) == 1,
        weights=weights / weights.sum(),
        planes={name: np.array([row[name] for row in rows], np.int8) for name in rows[0]},
        counted=_counted(belief, encoding.private),
    )


def _counted(belief: Any, private: Any) -> dict[str, NDArray[np.float64]]:
    """Count what a belief knows exactly without listing whole states: of Whitehall Mystery, where Jack is.

    Each row of circles that agrees with the news counts once.
    """
    if not hasattr(belief, "circles") or not (circles := belief.circles()):
        return {}
    (size,) = (plane.size for plane in private if plane.name == "circle")
    shares = np.zeros(size)
    for circle, rows in circles.items():
        shares[circle - 1] = float(rows)
    return {"jack.circle": shares / shares.sum()}
