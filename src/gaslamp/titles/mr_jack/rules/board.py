"""Board of Mr. Jack as flat lookup tables of masks, one bit per street hex."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from gaslamp.core.game import CHANCE_MOVES, NOBODY_MOVES
from gaslamp.titles.mr_jack.rules.hexes import (
    BOX,
    DIRECTIONS,
    FAR_AWAY,
    KIND,
    NUMBER,
    POSTS,
    STREETS,
    beam,
    distances,
    neighbours,
    streets_next_to,
)  # fmt: skip

# ---- names; positions and actions use their indices
SEATS: Final = ("jack", "detective")
CHARACTERS: Final[tuple[str, ...]] = tuple(BOX["characters"])
EDITIONS: Final[tuple[str, ...]] = tuple(BOX["editions"])
EXITS: Final[tuple[str, ...]] = tuple(BOX["exits"])
TILES: Final = ("", "1", "2", "3", "4", "x")  # none, numbered, permanent
MANHOLES: Final = tuple(
    hex for hex in STREETS if any(hex in e["open"] + e["covered"] for e in BOX["editions"].values())
)
FACINGS: Final = DIRECTIONS

# ---- numbers
JACK: Final = 0
DETECTIVE: Final = 1
CHANCE: Final = CHANCE_MOVES
NOBODY: Final = NOBODY_MOVES
HOLMES, WATSON, SMITH, LESTRADE, STEALTHY, GOODLEY, GULL, BERT = range(8)
ALL: Final = 255
NONE: Final = 8  # no character, no identity
GONE: Final = 63  # hex of a character that left the district
HEXES: Final = len(STREETS)
LAST_ROUND: Final[int] = BOX["rounds"]["last"]
WHISTLE_POINTS: Final = 3  # MJ-46

# Stages: the kind of action a position waits for.
IDENTIFYING, TURNING, PICKING, ACTING, FACING, DRAWING, FINISHED = range(7)

ENDINGS: Final = ("", "escape", "right_arrest", "wrong_arrest", "night_over")
WINNERS: Final = (NOBODY, JACK, DETECTIVE, JACK, JACK)
GOES_ON, ESCAPE, RIGHT_ARREST, WRONG_ARREST, NIGHT_OVER = range(5)


def mask(hexes: Iterable[str]) -> int:
    """Return the mask of *hexes*, ignoring those that are not streets."""
    return sum(1 << NUMBER[hex] for hex in hexes if KIND[hex] == ".")


_ALL_STREETS: Final = (1 << HEXES) - 1
_EVERY_HEX: Final = (*STREETS, *(hex for hex in KIND if hex not in NUMBER))  # streets first: same bits as in NUMBER
_BIT: Final = {hex: 1 << number for number, hex in enumerate(_EVERY_HEX)}
_NEXT_ANYWHERE: Final = [sum(_BIT[other] for other in neighbours(hex)) for hex in _EVERY_HEX]
NEXT_TO: Final = [next_to & _ALL_STREETS for next_to in _NEXT_ANYWHERE[:HEXES]]


def covers(edition: str) -> list[tuple[str, str]]:
    """Return every pair of manholes that can be covered in an edition."""
    manholes = BOX["editions"][edition]
    return list(combinations(sorted(manholes["open"] + manholes["covered"], key=NUMBER.__getitem__), 2))


def _reaches(points: int, *, anywhere: bool) -> list[int]:
    """Return the street hexes within *points*, indexed by covers and start (MJ-20, MJ-23, MJ-45a).

    With *anywhere* the way may cross buildings, gardens and gaslights.
    """
    open_to = _NEXT_ANYWHERE if anywhere else NEXT_TO
    reaches = []
    for edition in EDITIONS:
        for covered in covers(edition):
            holes = mask(set(_manholes(edition)) - set(covered))
            for start in range(HEXES):
                reached = edge = 1 << start
                for _ in range(points):
                    nearby = holes if edge & holes else 0
                    while edge:
                        nearby |= open_to[(edge & -edge).bit_length() - 1]
                        edge &= edge - 1
                    edge = nearby & ~reached
                    reached |= edge
                reaches.append(reached & _ALL_STREETS)
    return reaches


def _manholes(edition: str) -> list[str]:
    return [*BOX["editions"][edition]["open"], *BOX["editions"][edition]["covered"]]


def _cover_sets() -> list[int]:
    return [sum(1 << MANHOLES.index(hex) for hex in covered) for edition in EDITIONS for covered in covers(edition)]


# ---- masks of hexes
LIGHT: Final = [mask(streets_next_to(post)) for post in POSTS]  # MJ-30
BEAM: Final = [mask(beam(hex, direction)) for hex in STREETS for direction in FACINGS]  # index: 6 * hex + facing
DISTANCE: Final = [
    distances(start).get(end, FAR_AWAY) for start in STREETS for end in STREETS
]  # index: 60 * start + end
LONGEST: Final = max(DISTANCE)
AT: Final = [  # index 4 * hex + k: hexes k <= 3 steps away
    mask(other for other in STREETS if distances(hex).get(other) == k) for hex in STREETS for k in range(4)
]
CLOSER: Final = [  # index (LONGEST + 1) * hex + d: hexes under d steps away
    mask(other for other in STREETS if distances(hex)[other] < d) for hex in STREETS for d in range(LONGEST + 1)
]
# Cover sets of both editions are numbered consecutively; reach tables are indexed by 60 * covers + start.
COVER_SETS: Final = _cover_sets()
EDITION_OF: Final = [number for number, edition in enumerate(EDITIONS) for _ in covers(edition)]
REACH2: Final = _reaches(2, anywhere=False)
REACH3: Final = _reaches(3, anywhere=False)
STEALTHY3: Final = _reaches(3, anywhere=True)
STEALTHY4: Final = _reaches(4, anywhere=True)
EXIT_HEX: Final = [NUMBER[BOX["exits"][name]["hex"]] for name in EXITS]
EDITION_MANHOLES: Final = [sum(1 << MANHOLES.index(hex) for hex in _manholes(edition)) for edition in EDITIONS]
SET_NUMBER: Final = {(EDITION_OF[number], covered): number for number, covered in enumerate(COVER_SETS)}
# The cover set after moving one cover, indexed by (14 * covers + source) * 14 + target.
RECOVERED: Final = [
    SET_NUMBER.get((EDITION_OF[number], covered ^ 1 << source ^ 1 << target), 0)
    for number, covered in enumerate(COVER_SETS)
    for source in range(len(MANHOLES))
    for target in range(len(MANHOLES))
]

MOVER: Final = [
    SEATS.index(seat) for parity in ("even", "odd") for seat in BOX["rounds"][parity]
]  # index: 4 * odd + used

# ---- setup, by edition
START_PLACES: Final = [
    sum(NUMBER[BOX["editions"][edition]["start"][name]] << 8 * k for k, name in enumerate(CHARACTERS))
    for edition in EDITIONS
]
START_COVERS: Final = [
    SET_NUMBER[e, sum(1 << MANHOLES.index(hex) for hex in BOX["editions"][edition]["covered"])]
    for e, edition in enumerate(EDITIONS)
]
START_FACING: Final = [FACINGS.index(BOX["editions"][edition]["facing"]) for edition in EDITIONS]
START_LAMPS: Final = sum(TILES.index(tile) << 4 * k for k, tile in enumerate(BOX["lamps"].values()))
START_CORDONS: Final = sum(1 << k for k, name in enumerate(EXITS) if BOX["exits"][name]["cordon"])
START_OCCUPIED: Final = [
    sum(1 << NUMBER[hex] for hex in BOX["editions"][edition]["start"].values()) for edition in EDITIONS
]
