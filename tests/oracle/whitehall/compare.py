"""Converts positions of the fast rules to the oracle's format."""

from typing import Final

from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.notation import crossing_name
from gaslamp.titles.whitehall.rules.position import Position

SEATS: Final = {board.CHANCE: "chance", board.NOBODY: None, **dict(enumerate(board.SEATS))}
AT_WORK: Final = (board.PLACING, board.WALKING, board.ACTING, board.SEARCHING, board.SCENTING)


def picture_of(position: Position) -> dict[str, object]:
    """Return the same as `WhitehallOracle.picture`."""
    names = [board.FIGURES[position.name_of(number)] for number in range(3)]
    locations = word(position.locations)
    row = word(position.row | position.row_end << 64)
    rows = [
        word(position.first_row | position.first_row_end << 64),
        word(position.second_row | position.second_row_end << 64),
    ]
    over = position.doing == board.FINISHED
    return {
        "stage": board.STAGES[position.doing],
        "to_move": SEATS[position.to_move()],
        "figure": names[position.figure] if position.doing in AT_WORK else None,
        "round": position.round,
        "track": position.track,
        "locations": locations,
        "red": sorted(set(locations) - set(word(position.goals))),
        "row": row,
        "rows": [earlier for earlier in rows if earlier],
        "jack": position.circle or None,
        "figures": {name: crossing_name(x) for n, name in enumerate(names) if (x := position.crossing(n))},
        "tiles": {kind: position.left(number) for number, kind in enumerate(board.KINDS) if kind},
        "hidden": hidden(position),
        "yellow": sorted(circle for box, circle in enumerate(row) if position.yellow >> box & 1),
        "false": sorted(word(position.false_clues)),
        "counters": position.counters,
        "abilities": sorted(name for n, name in enumerate(board.ABILITIES) if position.can(n)),
        "smoked": bool(position.smoked),
        "called": called(position),
        "winner": board.SIDES[board.WINNERS[position.ending]] if over else None,
        "reason": board.ENDINGS[position.ending] if over else None,
    }


def word(number: int) -> list[int]:
    """Return the bytes of a word up to its highest non-zero one, lowest first, without zeros."""
    return [value for value in number.to_bytes(16, "little") if value]


def hidden(position: Position) -> list[str]:
    """Return the kinds of the face-down tiles on the track; a Coach covers two spaces."""
    if not position.plays(board.MURDERER_AT_LARGE) or position.ending == board.COMPLETED:
        return []
    kinds = []
    space = 1
    while space <= position.track:
        kind = board.KINDS[position.laid >> 4 * space & 15]
        kinds += [kind] if kind else []
        space += 2 if kind == "coach" else 1
    return kinds


def called(position: Position) -> list[int]:
    """Return the circles that the searching figure has called."""
    if position.doing == board.FINISHED:
        return []
    near = board.current().town.in_range(crossing_name(position.crossing(position.figure))) if position.called else ()
    return [circle for k, circle in enumerate(near) if position.called >> k & 1]
