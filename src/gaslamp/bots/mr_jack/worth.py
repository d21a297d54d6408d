"""Probability that the Detective wins after a call, in 4096ths: handmade tables and the layout of trained rows.

The handmade tables go by the next round and the number of suspects left, with no character near Jack and with all of
them near. Training starts from these tables. weights.json has the trained rows and the training command.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import chain
from math import comb, exp, log
from typing import Final

from gaslamp.titles.mr_jack.rules import board

ONE: Final = 4096  # certain
_ROUNDS: Final = range(2, 9)

# For one suspect, two, three and so on up to eight.
_FAR: Final = {
    2: (0.95, 0.80, 0.70, 0.61, 0.53, 0.46, 0.40, 0.34),
    3: (0.94, 0.76, 0.62, 0.49, 0.42, 0.34, 0.28, 0.22),
    4: (0.92, 0.70, 0.54, 0.42, 0.34, 0.26, 0.20, 0.15),
    5: (0.89, 0.65, 0.42, 0.31, 0.23, 0.17, 0.13, 0.10),
    6: (0.80, 0.53, 0.31, 0.20, 0.14, 0.10, 0.08, 0.06),
    7: (0.52, 0.33, 0.18, 0.11, 0.07, 0.05, 0.04, 0.03),
    8: (0.02, 0.02, 0.01, 0.01, 0.00, 0.00, 0.00, 0.00),
}
_NEAR: Final = {
    2: (0.99, 0.82, 0.71, 0.61, 0.53, 0.46, 0.40, 0.34),
    3: (0.99, 0.79, 0.63, 0.49, 0.42, 0.34, 0.28, 0.22),
    4: (0.99, 0.74, 0.56, 0.43, 0.34, 0.26, 0.20, 0.15),
    5: (0.99, 0.72, 0.46, 0.34, 0.25, 0.19, 0.14, 0.11),
    6: (0.98, 0.63, 0.38, 0.26, 0.18, 0.13, 0.10, 0.08),
    7: (0.96, 0.54, 0.30, 0.20, 0.14, 0.11, 0.09, 0.07),
    8: (0.96, 0.48, 0.32, 0.24, 0.19, 0.16, 0.13, 0.12),
}


def _table(worth: dict[int, Sequence[float]]) -> list[int]:
    """Flatten to index 10 * round + suspects; 0 and 9 suspects pad the row for interpolation."""
    rows = [[0] * 10] * 2 + [[ONE, *(round(ONE * share) for share in worth[r]), 0] for r in _ROUNDS]
    return [*chain.from_iterable(rows)]


FAR: Final = _table({**_FAR})
NEAR: Final = _table({**_NEAR})
# Probability that one of a number of hunters is among four cards of eight, in 4096ths.
TURNED_UP: Final = [round(ONE * (1 - comb(8 - hunters, 4) / comb(8, 4))) for hunters in range(9)]
# Softmax weight by the distance from the best value, in 512ths: 0.05 worse, a third of the weight.
KEEN: Final = [round((1 << 40) * exp(-worth / 512 / 0.045)) for worth in range(520)]

# By cordons: hexes of the open exits, and the distance of each hex from the nearest.
FAR_OFF: Final = 8
OPEN_EXITS: Final = [
    sum(1 << board.EXIT_HEX[way] for way in range(4) if not cordons >> way & 1) for cordons in range(16)
]
NEAREST: Final = [
    min([FAR_OFF, *(board.DISTANCE[60 * place + board.EXIT_HEX[way]] for way in range(4) if not cordons >> way & 1)])
    for cordons in range(16)
    for place in range(board.HEXES)
]

# ---- trainable rows of logits

FEATURES: Final = 16
SUSPECTS: Final = 10  # entries of a row for the number of suspects left: none to nine
ROW: Final = SUSPECTS + FEATURES
ROWS: Final = 18  # at 2 * round to come + visible
SIZE: Final = ROW * ROWS
LOGIT: Final = 256
CERTAIN_AT: Final = 2048  # eight logits
LIKELY: Final = [round(ONE / (1 + exp(-(z - CERTAIN_AT) / LOGIT))) for z in range(2 * CERTAIN_AT)]


def logit(share: float) -> float:
    share = min(0.98, max(0.02, share))
    return log(share / (1 - share))


def by_hand() -> list[float]:
    rows = [0.0] * (ROWS * ROW)
    for number in _ROUNDS:
        for visible in (0, 1):
            row = ROW * (2 * number + visible)
            for suspects in range(1, 9):
                rows[row + suspects] = logit(_FAR[number][suspects - 1])
            rows[row] = rows[row + 1] + 1
            rows[row + 9] = rows[row + 8] - 0.3
            rows[row + SUSPECTS] = 0 if visible else -1.1 if number % 2 else -4
            rows[row + SUSPECTS + 4] = logit(_NEAR[number][0]) - logit(_FAR[number][0])
            rows[row + SUSPECTS + 5] = 2 * (logit(_NEAR[number][1]) - logit(_FAR[number][1]))
    return rows


def whole(rows: Sequence[float]) -> list[int]:
    return [round(LOGIT * weight) for weight in rows]


@cache
def learnt() -> Sequence[int]:
    """Return the mean rows, the last part of a training file, as integers."""
    data = json.loads(files(__package__).joinpath("weights.json").read_text("utf-8"))
    return whole(data["weights"][-SIZE:])
