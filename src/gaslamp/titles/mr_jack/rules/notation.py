"""Actions of Mr. Jack: consecutive number ranges and their notations."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from gaslamp.core.actions import ActionSpace
from gaslamp.titles.mr_jack.rules.board import CHARACTERS, EXITS, FACINGS, HEXES, MANHOLES
from gaslamp.titles.mr_jack.rules.hexes import POSTS, STREETS

# First number of each range. The pair (a, b) of n items has the number (n - 1) * a + b, minus 1 if b > a.
HEX: Final = 0  # + street hex: the character's own move, or an accusation (MJ-21, MJ-61)
EXIT: Final = HEX + HEXES  # + exit: Jack leaves the district (MJ-60)
STAY: Final = EXIT + 4  # no free hex in reach (MJ-26)
FACE: Final = STAY + 1  # + direction of Watson's lantern (MJ-41)
LAMP: Final = FACE + 6  # + pair of posts (MJ-43)
CORDON: Final = LAMP + 56  # + pair of exits (MJ-44)
COVER: Final = CORDON + 12  # + pair of manholes (MJ-50)
WHISTLE: Final = COVER + len(MANHOLES) * (len(MANHOLES) - 1)  # + 60 * character + hex (MJ-46)
WHISTLE_NOBODY: Final = WHISTLE + 8 * HEXES  # MJ-48c
EXCHANGE: Final = WHISTLE_NOBODY + 1  # + character (MJ-49)
PICK: Final = EXCHANGE + 8  # + character: the card to play (MJ-13)
IDENTITY: Final = PICK + 8  # + character: Jack's alibi card (MJ-05)
CARD: Final = IDENTITY + 8  # + character: a card turned face up (MJ-10)
ALIBI: Final = CARD + 8  # + character: the alibi card drawn with Holmes (MJ-40)
END: Final = ALIBI + 8


def _pairs(word: str, names: tuple[str, ...]) -> list[str]:
    return [f"{word} {source} {target}" for source, target in permutations(names, 2)]


ACTIONS: Final = ActionSpace(
    [
        *STREETS,
        *(f"exit {name}" for name in EXITS),
        "stay",
        *(f"face {direction}" for direction in FACINGS),
        *_pairs("lamp", POSTS),
        *_pairs("cordon", EXITS),
        *_pairs("cover", MANHOLES),
        *(f"whistle {name} {hex}" for name in CHARACTERS for hex in STREETS),
        "whistle nobody",
        *(f"exchange {name}" for name in CHARACTERS),
        *(f"pick {name}" for name in CHARACTERS),
        *(f"jack {name}" for name in CHARACTERS),
        *(f"card {name}" for name in CHARACTERS),
        *(f"alibi {name}" for name in CHARACTERS),
    ]
)
