"""Actions of Pocket: consecutive number ranges and their notations."""

from __future__ import annotations

from typing import Final

from gaslamp.core.actions import ActionSpace
from gaslamp.titles.pocket.rules import board

# Where each run begins.
TILE: Final = 0  # + 4 * suspect + side of the wall: the next cell is dealt (MP-01)
IDENTITY: Final = TILE + 36  # + suspect: Jack's identity is drawn (MP-03)
THROW: Final = IDENTITY + 9  # + four bits, one per token: its visible face (MP-10)
CARD: Final = THROW + 16  # + suspect: an alibi card is drawn (MP-19, MP-20)
TAKE: Final = CARD + 9  # + face: an action token is taken
WALK: Final = TAKE + 7  # + 2 * detective + places - 1 (MP-14, MP-15)
STAY: Final = WALK + 6  # Jack leaves the joker unused (MP-15a)
ROTATE: Final = STAY + 1  # + 3 * suspect + quarters - 1 (MP-16)
EXCHANGE: Final = ROTATE + 27  # + pair of suspects (MP-18)
END: Final = EXCHANGE + 36


def _thrown(faces: int) -> str:
    return " ".join(pair[faces >> token & 1] for token, pair in enumerate(board.TOKEN_FACES))


ACTIONS: Final = ActionSpace(
    [
        *(f"tile {suspect} {side}" for suspect in board.SUSPECTS for side in board.SIDES),
        *(f"jack {suspect}" for suspect in board.SUSPECTS),
        *(f"throw {_thrown(faces)}" for faces in range(16)),
        *(f"card {suspect}" for suspect in board.SUSPECTS),
        *(f"take {face}" for face in board.FACES),
        *(f"{detective} {places}" for detective in board.DETECTIVE_NAMES for places in (1, 2)),
        "stay",
        *(f"rotate {suspect} {turn}" for suspect in board.SUSPECTS for turn in board.TURNS),
        *(f"exchange {board.SUSPECTS[a]} {board.SUSPECTS[b]}" for a, b in board.PAIRS),
    ]
)
