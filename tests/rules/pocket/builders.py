"""Builders of positions of Pocket for tests.

Cells are given row by row from the top left; places of detectives are 0 to 11, clockwise from above the top left cell.
"""

from collections.abc import Mapping
from typing import Final

from gaslamp.core.game import News, Viewer, apply, redact
from gaslamp.titles.pocket.game import Pocket
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.notation import ACTIONS
from gaslamp.titles.pocket.rules.position import Position
from gaslamp.titles.pocket.rules.view import Tile, View

POCKET: Final = Pocket()

# A legal deal: Holmes (11), Watson (3) and Toby (7) see no suspect.
STREETS: Final = """
    madame west    | goodley north  | bert east
    gull north     | stealthy north | smith north
    lestrade north | pizer south    | lane north
"""
ROWS: Final = ("madame goodley bert", "gull stealthy smith", "lestrade pizer lane")
COLUMNS: Final = ("madame gull lestrade", "goodley stealthy pizer", "bert smith lane")

_ORDER: Final = {1: ("detectives", "jack", "jack", "detectives"), 0: ("jack", "detectives", "detectives", "jack")}


def streets(wall: str, **others: str) -> str:
    """Return the tiles of STREETS with all walls on one side, except the given ones: lane="east cleared"."""
    return "|".join(f"{suspect} {others.get(suspect, wall)}" for suspect in board.SUSPECTS)


def table(
    tiles: str = STREETS,
    *,
    jack: str = "bert",
    holmes: int = 11,
    watson: int = 3,
    toby: int = 7,
    turn: int = 1,
    faces: str = "alibi toby rotation joker",
    left: str | None = None,
    marked: str = "",
    held: str = "",
    shown: str = "",
    tokens: int = 0,
    chase: bool = False,
    both_goals_while_seen: str = "detectives_win",
) -> Position:
    """Build a position in which the tokens named in *left* (default: all four) can still be taken."""
    lying = [_tile(words) for words in tiles.strip().replace("\n", "|").split("|")]
    assert sorted(suspect for suspect, _, _ in lying) == sorted(board.SUSPECTS)
    free = _free(faces, faces if left is None else left)
    return Position(
        tiles=sum(board.SUSPECTS.index(suspect) << 4 * cell for cell, (suspect, _, _) in enumerate(lying)),
        roads=sum(_roads(wall) << 4 * board.SUSPECTS.index(suspect) for suspect, wall, _ in lying),
        detectives=holmes | watson << 4 | toby << 8,
        up=_mask(" ".join(suspect for suspect, _, up in lying if up)),
        pile=board.ALL_SUSPECTS & ~_mask(f"{jack} {held} {shown}"),
        held=_mask(held),
        marked=_mask(marked),
        faces=sum(pair.index(word) << token for token, (word, pair) in enumerate(_thrown(faces))),
        left=sum(1 << token for token in free),
        doing=board.TAKING,
        seat=board.SEATS.index(_ORDER[turn % 2][4 - len(free)]),
        turn=turn,
        tokens=tokens,
        jack=board.SUSPECTS.index(jack),
        chase=chase,
        chase_when_seen=both_goals_while_seen == "chase",
    )


def dealt(tiles: str = STREETS, *, jack: str = "bert") -> Position:
    """Play the set-up up to the first throw."""
    return play(laid(tiles), f"jack {jack}")


def laid(tiles: str = STREETS, *, number: int = 9) -> Position:
    """Lay the first tiles of a deal, or all nine."""
    words = [" ".join(told.split()) for told in tiles.strip().replace("\n", "|").split("|")]
    return play(POCKET.start(), *(f"tile {told}" for told in words[:number]))


def play(position: Position, *notations: str) -> Position:
    """Apply actions by notation. Fails if one is not legal."""
    for text in notations:
        position, _ = apply(POCKET, position, ACTIONS.parse(text))
    return position


def call(position: Position) -> Position:
    """Use Jack's last token of an even turn, the joker, without moving: only the call changes the position."""
    return play(position, "take joker", "stay")


def told(position: Position, viewer: Viewer, *notations: str) -> list[News]:
    """Return a viewer's news while *notations* are played."""
    news: list[News] = []
    for text in notations:
        position, events = apply(POCKET, position, ACTIONS.parse(text))
        news += redact(events, viewer)
    return news


def kinds(news: list[News]) -> list[str]:
    return [piece.kind for piece in news]


def legal(position: Position) -> list[str]:
    return [ACTIONS.format(action) for action in position.legal()]


def to_move(position: Position) -> str | None:
    return POCKET.to_move(position)


def look(position: Position, viewer: Viewer = "jack") -> View:
    return POCKET.view(position, viewer)


def tile(position: Position, suspect: str) -> Tile:
    (found,) = (lies for lies in look(position).tiles if lies.suspect == suspect)
    return found


def cells(position: Position) -> list[str]:
    return [lies.suspect for lies in look(position).tiles]


def walls(position: Position) -> Mapping[str, str | None]:
    return {lies.suspect: lies.wall for lies in look(position).tiles}


def seen(position: Position) -> set[str]:
    return {lies.suspect for lies in look(position).tiles if lies.seen}


def up(position: Position) -> set[str]:
    return {lies.suspect for lies in look(position).tiles if not lies.cleared}


def _tile(words: str) -> tuple[str, str | None, bool]:
    """Parse "gull north", "gull north cleared", or "lane cleared" (the crossroads)."""
    suspect, *rest = words.split()
    cleared = rest[-1:] == ["cleared"]
    wall = None if cleared and suspect == "lane" else rest[0]
    return suspect, wall, not cleared


def _roads(wall: str | None) -> int:
    return 15 if wall is None else 15 & ~(1 << board.SIDES.index(wall))


def _mask(suspects: str) -> int:
    return sum(1 << board.SUSPECTS.index(name) for name in suspects.split())


def _free(faces: str, left: str) -> list[int]:
    """Return the mask of free tokens; of two rotations the first is taken first."""
    wanted = left.split()
    free = []
    for token, word in reversed(list(enumerate(faces.split()))):
        if word in wanted:
            wanted.remove(word)
            free.append(token)
    assert not wanted
    return free


def _thrown(faces: str) -> list[tuple[str, tuple[str, str]]]:
    return list(zip(faces.split(), board.TOKEN_FACES, strict=True))
