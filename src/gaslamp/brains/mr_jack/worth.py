"""How likely the Detective wins after a call, as somebody judges who has played often: made by hand, in 4096ths.

By the round to come and the suspects left: without anybody near Jack, and with everybody around him.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import comb, exp
from typing import Final

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
    """Give it flat, at 10 * round + suspects; nobody and nine are there so that one may look beside."""
    rows = [[0] * 10] * 2 + [[ONE, *(round(ONE * share) for share in worth[r]), 0] for r in _ROUNDS]
    return [*chain.from_iterable(rows)]


FAR: Final = _table({**_FAR})
NEAR: Final = _table({**_NEAR})
# That one of so many hunters is among four cards of eight.
TURNED_UP: Final = [round(ONE * (1 - comb(8 - hunters, 4) / comb(8, 4))) for hunters in range(9)]
# How eager a side is for something, by what it is worth to the other, in 512ths: one twentieth more, a third as eager.
KEEN: Final = [round((1 << 40) * exp(-worth / 512 / 0.045)) for worth in range(520)]
