"""Converts positions of the fast rules to the oracle's format, and back."""

from collections.abc import Iterable
from typing import Final

from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.hexes import NUMBER, POSTS, STREETS
from gaslamp.titles.mr_jack.rules.position import Position
from gaslamp.titles.mr_jack.rules.view import reasons
from tests.oracle.mr_jack.rules import MrJackOracle

TILES: Final = ("", "1", "2", "3", "4", "unnumbered")
# At a mask: the names of its characters, manholes or exits, in order of the alphabet.
NAMES: Final = [sorted(name for n, name in enumerate(board.CHARACTERS) if mask >> n & 1) for mask in range(256)]
COVERS: Final = [sorted(place for n, place in enumerate(board.MANHOLES) if mask >> n & 1) for mask in board.COVER_SETS]
CORDONS: Final = [sorted(name for n, name in enumerate(board.EXITS) if mask >> n & 1) for mask in range(16)]
SEATS: Final = {board.CHANCE: "chance", board.NOBODY: "nobody", **dict(enumerate(board.SEATS))}


def picture_of(position: Position) -> dict[str, object]:
    """Return the same as `MrJackOracle.picture`."""
    over = position.doing == board.FINISHED
    turning = position.doing == board.TURNING
    shown = position.turned if turning else position.face_up
    return {
        "hexes": {
            name: STREETS[place]
            for n, name in enumerate(board.CHARACTERS)
            if (place := position.place(n)) != board.GONE
        },
        "up": NAMES[position.up],
        "facing": board.FACINGS[position.facing],
        "lamps": {post: TILES[tile] for n, post in enumerate(POSTS) if (tile := position.lamps >> 4 * n & 15)},
        "covers": COVERS[position.covers],
        "cordons": CORDONS[position.cordons],
        "round": position.round,
        "face_up": NAMES[shown],
        "later": NAMES[~position.turned & 255] if position.round & 1 and position.doing > board.TURNING else [],
        "used": NAMES[position.turned & ~shown],
        "picked": board.CHARACTERS[position.picked] if position.picked != board.NONE else None,
        # What ends the game at once is the move itself, and the whistle is over though Watson is still to be turned.
        "moved": bool(position.moved) or (over and position.ending != board.NIGHT_OVER),
        "ability_done": bool(position.acted) or (position.points > 0 and position.points == position.budget),
        "must_face": position.doing == board.FACING,
        "whistled": NAMES[position.whistled],
        "points": position.points,
        "witness": "visible" if position.visible else "invisible",
        "jack": board.CHARACTERS[position.jack] if position.jack != board.NONE else None,
        "jack_alibis": NAMES[position.jack_alibis],
        "detective_alibis": NAMES[position.detective_alibis],
        "alibi_pile": NAMES[position.pile],
        "visible": sorted(reasons(position)),
        "winner": board.SEATS[board.WINNERS[position.ending]] if over else None,
        "reason": board.ENDINGS[position.ending] if over else None,
    }


def position_of(oracle: MrJackOracle, edition: str) -> Position:
    """Return the position for the fast rules, between activations of a running game."""
    assert oracle.jack is not None
    assert oracle.picked is None
    assert oracle.winner is None
    turned = mask(oracle.face_up | oracle.used)
    number = board.EDITIONS.index(edition)
    covered = sum(1 << board.MANHOLES.index(place) for place in oracle.covers)
    return Position(
        places=sum(NUMBER[oracle.hexes[name]] << 8 * n for n, name in enumerate(board.CHARACTERS)),
        occupied=sum(1 << NUMBER[place] for place in oracle.hexes.values()),
        lamps=sum(TILES.index(tile) << 4 * POSTS.index(post) for post, tile in oracle.lamps.items()),
        up=mask(oracle.up),
        turned=turned,
        face_up=mask(oracle.face_up),
        pile=mask(oracle.pile),
        jack_alibis=mask(oracle.alibis["jack"]),
        detective_alibis=mask(oracle.alibis["detective"]),
        whistled=0,
        cordons=sum(1 << board.EXITS.index(name) for name in oracle.cordons),
        covers=board.SET_NUMBER[number, covered],
        facing=board.FACINGS.index(oracle.facing),
        round=oracle.round,
        used=len(oracle.used),
        picked=board.NONE,
        moved=0,
        acted=0,
        points=0,
        budget=0,
        visible=int(oracle.witness == "visible"),
        jack=board.CHARACTERS.index(oracle.jack),
        doing=board.PICKING,
        seat=board.SEATS.index(oracle.to_move()),
        ending=board.GOES_ON,
        edition=number,
    )


def mask(characters: Iterable[str]) -> int:
    return sum(1 << board.CHARACTERS.index(name) for name in characters)
