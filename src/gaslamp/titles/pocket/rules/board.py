"""Components of Pocket, loaded from `components.toml` and laid out as flat lookup tables."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final

from gaslamp.core.game import CHANCE_MOVES, NOBODY_MOVES

_BOX: Final[dict[str, Any]] = tomllib.loads(files(__package__).joinpath("components.toml").read_text("utf-8"))

# ---- names; their places in these tuples are the numbers that positions and actions use
SEATS: Final = ("jack", "detectives")
SUSPECTS: Final[tuple[str, ...]] = tuple(_BOX["suspects"])
DETECTIVE_NAMES: Final[tuple[str, ...]] = tuple(_BOX["detectives"])
FACES: Final = ("alibi", "holmes", "watson", "toby", "joker", "rotation", "exchange")
TOKENS: Final[tuple[str, ...]] = tuple(_BOX["tokens"])
TOKEN_FACES: Final[tuple[tuple[str, str], ...]] = tuple((first, second) for first, second in _BOX["tokens"].values())
SIDES: Final = ("north", "east", "south", "west")
TURNS: Final = ("+90", "180", "-90")  # one, two or three quarters clockwise (MP-16)
PLACES: Final = 12
CELLS: Final = 9

# ---- numbers
JACK: Final = 0
DETECTIVES: Final = 1
CHANCE: Final = CHANCE_MOVES
NOBODY: Final = NOBODY_MOVES

ALIBI: Final = FACES.index("alibi")
HOLMES: Final = FACES.index("holmes")
JOKER: Final = FACES.index("joker")
ROTATION: Final = FACES.index("rotation")
EXCHANGE: Final = FACES.index("exchange")

CROSSROADS: Final = SUSPECTS.index(_BOX["tiles"]["loses_wall"])
ALL_SUSPECTS: Final = (1 << len(SUSPECTS)) - 1
ALL_ROADS: Final = 15
UNKNOWN: Final = len(SUSPECTS)  # Jack's identity before it is drawn
HOURGLASSES: Final[list[int]] = list(_BOX["suspects"].values())
ONE_GLASS: Final = sum(1 << card for card, glasses in enumerate(HOURGLASSES) if glasses == 1)
TWO_GLASSES: Final = sum(1 << card for card, glasses in enumerate(HOURGLASSES) if glasses == 2)
NEEDED: Final[int] = _BOX["turns"]["hourglasses_needed"]
LAST_TURN: Final[int] = _BOX["turns"]["last"]
START: Final = sum(place << 4 * number for number, place in enumerate(_BOX["detectives"].values()))  # MP-02

# Stages of a position. From ACTING on, add the face that was taken.
DEALING: Final = 0
IDENTIFYING: Final = 1
THROWING: Final = 2
TAKING: Final = 3
ACTING: Final = 4
FINISHED: Final = ACTING + len(FACES)

# Endings: the reason and the winner. 0: the game goes on.
ENDINGS: Final = ("", "one_suspect", "hourglasses", "both_seen", "both_unseen", "caught", "escaped", "night_over")
WINNERS: Final = (NOBODY, DETECTIVES, JACK, DETECTIVES, JACK, DETECTIVES, JACK, JACK)
GOES_ON: Final = ENDINGS.index("")
ONE_SUSPECT: Final = ENDINGS.index("one_suspect")
HOURGLASSES_WON: Final = ENDINGS.index("hourglasses")
BOTH_SEEN: Final = ENDINGS.index("both_seen")
BOTH_UNSEEN: Final = ENDINGS.index("both_unseen")
CAUGHT: Final = ENDINGS.index("caught")
ESCAPED: Final = ENDINGS.index("escaped")
NIGHT_OVER: Final = ENDINGS.index("night_over")


def line(place: int) -> tuple[int, int, int]:
    """Return the three cells in front of a place, nearest first (MP-30)."""
    side, i = divmod(place, 3)
    return (
        (i, i + 3, i + 6),
        (3 * i + 2, 3 * i + 1, 3 * i),
        (8 - i, 5 - i, 2 - i),
        (6 - 3 * i, 7 - 3 * i, 8 - 3 * i),
    )[side]


def face(token: int, *, second: bool) -> int:
    return FACES.index(TOKEN_FACES[token][second])


def _walls_dealt() -> list[int]:
    """Return each cell's wall at the start: towards the adjacent detective (MP-01a), else 4 for any."""
    walls = [4] * CELLS
    for place in _BOX["detectives"].values():
        walls[line(place)[0]] = place // 3
    return walls


def _offers(faces: int, left: int) -> list[int]:
    """Return a row of OFFERS for the visible faces and the tokens left (bits): a count, the faces on offer, zeros."""
    offered = sorted({face(token, second=bool(faces >> token & 1)) for token in range(4) if left >> token & 1})
    return [len(offered), *offered, *[0] * (7 - len(offered))]


# ---- flat tables; compiled, they become C arrays of bytes
LINE: Final = [cell for place in range(PLACES) for cell in line(place)]  # at 3 * place + distance
NEAR: Final = [place // 3 for place in range(PLACES)]  # the side of a tile towards a place
FAR: Final = [(place // 3 + 2) % 4 for place in range(PLACES)]  # and away from it
TURNED: Final = [
    (roads << q | roads >> (4 - q)) & 15 for roads in range(16) for q in range(4)
]  # at 4 * roads + quarters
PAIRS: Final = [(a, b) for a in range(CELLS) for b in range(a + 1, CELLS)]
PAIR_A: Final = [a for a, _ in PAIRS]
PAIR_B: Final = [b for _, b in PAIRS]
WALLS_DEALT: Final = _walls_dealt()
OFFERS: Final = [n for faces in range(16) for left in range(16) for n in _offers(faces, left)]  # 8 each
TOKEN: Final = [next(t for t in range(4) if name in TOKEN_FACES[t]) for name in FACES]  # rotation: the first of two
MOVER: Final = [SEATS.index(seat) for parity in ("even", "odd") for seat in _BOX["turns"][parity]]  # 4 * odd + used


def _check() -> None:
    """Raise if the components do not fit the tables above."""
    faces = {name for pair in TOKEN_FACES for name in pair}
    if len(SUSPECTS) != CELLS or faces != set(FACES) or DETECTIVE_NAMES != FACES[HOLMES : HOLMES + 3]:
        raise ValueError("components.toml: suspects, token faces or detectives are not those of the rules")
    if not set(HOURGLASSES) <= {0, 1, 2}:
        raise ValueError("components.toml: an alibi card has more than two hourglasses")
    if not all(0 <= place < PLACES for place in _BOX["detectives"].values()):
        raise ValueError("components.toml: a detective stands on no place")
    if [TOKEN_FACES[2][0], TOKEN_FACES[3][0]] != ["rotation", "rotation"]:
        raise ValueError("components.toml: rotation is the first face of the last two tokens")


_check()
