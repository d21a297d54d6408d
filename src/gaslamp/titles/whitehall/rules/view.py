"""View of Whitehall Mystery for one seat or a spectator, built field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gaslamp.core.game import CHANCE, Seat, Side, Viewer
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.notation import crossing_name
from gaslamp.titles.whitehall.rules.position import Position

HIDDEN = "hidden"  # kind of a face-down tile (WM-60)

# Stages of a figure's action, and stages before Jack's move of the turn.
_FIGURE_STAGES = frozenset({board.PLACING, board.WALKING, board.ACTING, board.SEARCHING, board.SCENTING})
_BEFORE_THE_MOVE = frozenset({board.RECLAIMING, board.MOVING})


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know. Jack's sheet is None for the others until the end (WM-71, WM-72)."""

    viewer: Viewer
    stage: str  # what the game waits for, one of board.STAGES
    to_move: Seat | None
    figure: str | None  # being placed, walking, acting, or having won
    round: int  # 0 before Jack starts
    track: int  # spaces used in this round
    turn: int  # number of Jack's current turn
    options: Mapping[str, str]
    holders: Mapping[str, Seat]  # seat by figure, in order of priority
    figures: Mapping[str, str]  # the crossing of each figure that is placed
    start_crossings: tuple[str, ...]  # still free, while figures are placed
    red: tuple[int, ...]
    yellow: tuple[int, ...]
    false: tuple[int, ...]  # oldest first
    counters: int  # false clues that Jack may lay
    tiles: Mapping[str, int]  # left by kind; face-down ones not counted as used
    unknown: int  # this round's tiles face down for the viewer
    laid: tuple[tuple[int, int, str], ...]  # on this round's track: first space, last space, kind
    abilities: tuple[str, ...]  # not used yet
    smoked: bool
    called: tuple[int, ...]  # by the figure that searches
    located: int  # number of locations chosen
    winner: Side | None
    reason: str | None
    circle: int | None
    row: tuple[int, ...] | None
    rows: tuple[tuple[int, ...], ...] | None  # of earlier rounds
    locations: tuple[int, ...] | None
    reached: bool | None  # Jack stands on a location without a red marker


def view(position: Position, viewer: Viewer, options: Mapping[str, str], *, ended: bool = False) -> View:
    over = position.ending != board.GOES_ON
    knows = over or ended or viewer == "jack"  # WM-71, WM-72
    figures = figures_of(position)
    at_work = position.doing in _FIGURE_STAGES or position.ending in {board.ARRESTED, board.DEDUCED}
    laid = tuple(laid_tiles(position))
    face_down = [] if knows or not position.plays(board.MURDERER_AT_LARGE) else hidden_kinds(position)
    return View(
        viewer=viewer,
        stage=board.STAGES[position.doing],
        to_move=_to_move(position),
        figure=figures[position.figure] if at_work else None,
        round=position.round,
        track=position.track,
        turn=turn_of(position),
        options=dict(options),
        holders={name: board.SEATS[position.holder(k)] for k, name in enumerate(figures)},
        figures={name: crossing_name(position.crossing(k)) for k, name in enumerate(figures) if position.crossing(k)},
        start_crossings=_start_crossings(position),
        red=red_markers(position),
        yellow=tuple(sorted(position.box(k) for k in range(board.BOXES) if position.yellow >> k & 1)),
        false=_bytes(position.false_clues)[::-1],
        counters=position.counters,
        tiles={kind: position.left(k) + face_down.count(kind) for k, kind in enumerate(board.KINDS) if kind},
        unknown=len(face_down),
        laid=tuple((first, last, HIDDEN if kind in face_down else kind) for first, last, kind in laid),
        abilities=tuple(name for k, name in enumerate(board.ABILITIES) if position.can(k)),
        smoked=bool(position.smoked),
        called=_called(position),
        located=len(locations_of(position)),
        winner=board.SIDES[board.WINNERS[position.ending]] if over else None,
        reason=board.ENDINGS[position.ending] if over else None,
        circle=position.circle or None if knows else None,
        row=row_of(position) if knows else None,
        rows=earlier_rows(position) if knows else None,
        locations=locations_of(position) if knows else None,
        reached=bool(position.circle and position.reached()) if knows else None,
    )


# ---- fields of a position by name; also used by events


def figures_of(position: Position) -> tuple[str, ...]:
    return tuple(board.FIGURES[position.name_of(k)] for k in range(3))


def locations_of(position: Position) -> tuple[int, ...]:
    return _bytes(position.locations)


def red_markers(position: Position) -> tuple[int, ...]:
    pairs = zip(_four(position.locations), _four(position.goals), strict=True)
    return tuple(sorted(circle for circle, goal in pairs if circle and not goal))


def row_of(position: Position) -> tuple[int, ...]:
    return tuple(position.box(k) for k in range(position.track + 1)) if position.round else ()


def earlier_rows(position: Position) -> tuple[tuple[int, ...], ...]:
    words = ((position.first_row, position.first_row_end), (position.second_row, position.second_row_end))
    rows = (tuple(circle for word in pair for circle in _bytes(word)) for pair in words)
    return tuple(row for row in rows if row)


def laid_tiles(position: Position) -> Iterator[tuple[int, int, str]]:
    """Return the special tiles on the track: first space, last space, kind. A Coach has two spaces (WM-14c)."""
    space = 1
    while space <= position.track:
        kind = board.KINDS[position.laid >> 4 * space & 15]
        last = min(space + 1, position.track) if kind == "coach" else space
        if kind:
            yield space, last, kind
        space = last + 1


def hidden_kinds(position: Position) -> list[str]:
    """Return the kinds that the track does not show, in order of use. A Coach shows by its spaces (WM-60a)."""
    return [kind for _, _, kind in laid_tiles(position) if kind != "coach"]


def turn_of(position: Position) -> int:
    if not position.round:
        return 0
    doubles = sum(last > first for first, last, _ in laid_tiles(position))
    return position.track - doubles + (position.doing in _BEFORE_THE_MOVE)


def _four(word: int) -> list[int]:
    return [word >> 8 * k & 255 for k in range(4)]


def _bytes(word: int) -> tuple[int, ...]:
    return tuple(byte for k in range(8) if (byte := word >> 8 * k & 255))


def _called(position: Position) -> tuple[int, ...]:
    if not position.called:
        return ()
    in_range = board.current().town.in_range(crossing_name(position.crossing(position.figure)))
    return tuple(circle for k, circle in enumerate(in_range) if position.called >> k & 1)


def _start_crossings(position: Position) -> tuple[str, ...]:
    if position.doing != board.PLACING:
        return ()
    taken = _four(position.figures)
    return tuple(crossing_name(number) for number in board.current().yellow if number not in taken)


def _to_move(position: Position) -> Seat | None:
    if position.seat == board.NOBODY:
        return None
    return CHANCE if position.seat == board.CHANCE else board.SEATS[position.seat]
