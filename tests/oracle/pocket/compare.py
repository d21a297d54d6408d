"""Converts positions of the fast rules to the oracle's format."""

from typing import Final

from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position

LETTERS: Final = "abcd"
DETECTIVES: Final = ("holmes", "watson", "toby")
# At roads: the one side that is closed, or None.
WALLS: Final = {15: None, 14: "north", 13: "east", 11: "south", 7: "west"}
# At a mask: the names of its suspects, or the letters of its tokens, in order of the alphabet.
NAMES: Final = [sorted(name for n, name in enumerate(board.SUSPECTS) if mask >> n & 1) for mask in range(512)]
TOKENS: Final = [[letter for n, letter in enumerate(LETTERS) if mask >> n & 1] for mask in range(16)]
# At the faces that lie up.
SHOWN: Final = [[pair[mask >> n & 1] for n, pair in enumerate(board.TOKEN_FACES)] for mask in range(16)]


def picture_of(position: Position) -> dict[str, object]:
    """Return the same as `PocketOracle.picture`."""
    thrown = position.doing > board.THROWING
    over = position.doing == board.FINISHED
    dealt = position.doing != board.DEALING
    identified = position.jack != board.UNKNOWN
    drawn = ~position.pile & ~(1 << position.jack) & 511 if identified else 0
    return {
        "tiles": _tiles(position, 9 if dealt else position.up.bit_count()),
        "detectives": {name: position.detectives >> 4 * n & 15 for n, name in enumerate(DETECTIVES)},
        "turn": position.turn,
        "faces": SHOWN[position.faces] if thrown else None,
        "used": TOKENS[~position.left & 15] if thrown else [],
        "taken": board.FACES[position.doing - board.ACTING]
        if thrown and position.doing > board.TAKING and not over
        else None,
        "marked": NAMES[position.marked],
        "jack": board.SUSPECTS[position.jack] if identified else None,
        "jack_cards": NAMES[position.held],
        "shown_cards": NAMES[drawn & ~position.held],
        "pile": NAMES[position.pile],
        "jack_tokens": position.tokens,
        "detective_tokens": position.turn - (not over) - position.tokens,
        "hourglasses": position.hourglasses(),
        "seen": NAMES[position.seen()] if dealt else [],
        "chase": bool(position.chase),
        "winner": board.SEATS[board.WINNERS[position.ending]] if over else None,
        "reason": board.ENDINGS[position.ending] if over else None,
    }


def _tiles(position: Position, dealt: int) -> list[tuple[str, str | None, str] | None]:
    tiles: list[tuple[str, str | None, str] | None] = [None] * 9
    for cell in range(dealt):
        suspect = position.tiles >> 4 * cell & 15
        state = "up" if position.up >> suspect & 1 else "cleared"
        tiles[cell] = (board.SUSPECTS[suspect], WALLS[position.roads >> 4 * suspect & 15], state)
    return tiles
