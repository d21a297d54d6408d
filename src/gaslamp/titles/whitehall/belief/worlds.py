"""Possible secrets of Whitehall Mystery: rewriting a game to another one, and positions from a view and a secret."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gaslamp.core.game import CHANCE
from gaslamp.titles.whitehall.belief.rows import Kinds, Row
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules import notation as n
from gaslamp.titles.whitehall.rules.opening import opening
from gaslamp.titles.whitehall.rules.position import Position
from gaslamp.titles.whitehall.rules.view import View


@dataclass(frozen=True, slots=True)
class World:
    """One possible secret: locations, and each round's row with the kinds of its turns."""

    locations: tuple[int, ...]
    rows: tuple[Row, ...]
    kinds: tuple[Kinds, ...]  # plain, coach, alley or boat


# ---- rewriting a game


def rewrite_history(
    position: Position, actions: Sequence[int], world: World, turn_complete: Callable[[Position], bool]
) -> list[int]:
    """Return *actions* with Jack's hidden actions from *world*. *position* is the start position.

    Actions that are not announced yet are replaced by others that would not be announced either. If there are none,
    for example because a search in progress would have found a clue, *actions* is returned unchanged.
    """
    announced = _announced(position, actions, turn_complete)
    script = iter(_script(world))
    position = position.copy()
    rewritten: list[int] = []
    for number, action in enumerate(actions):
        verb = n.ACTIONS.format(action).split()[0]
        new = next(script, action) if verb in _JACKS else action
        if number >= announced:
            quiet = [other for other in position.legal() if not turn_complete(_after(position, other))]
            if not quiet:
                return list(actions)
            new = new if new in quiet else quiet[-1]
        rewritten.append(new)
        position.advance(new)
    return rewritten


_JACKS: Final = frozenset({"locate", "move", "coach", "then", "alley", "boat"})  # hidden actions


def _script(world: World) -> Iterator[int]:
    for circle in world.locations:
        yield n.LOCATE + circle
    for row, kinds in zip(world.rows, world.kinds, strict=True):
        circles = iter(row[1:])
        for kind in kinds:
            yield _RUNS[kind] + next(circles)
            if kind == "coach":
                yield from (n.THEN + circle for circle in (next(circles, 0),) if circle)


_RUNS: Final = {"plain": n.MOVE, "coach": n.COACH_TO, "alley": n.ALLEY_TO, "boat": n.BOAT_TO}


def _after(position: Position, action: int) -> Position:
    after = position.copy()
    after.advance(action)
    return after


def _announced(position: Position, actions: Sequence[int], turn_complete: Callable[[Position], bool]) -> int:
    """Return the number of actions announced to all seats."""
    position = position.copy()
    announced = 0
    for number, action in enumerate(actions, 1):
        position.advance(action)
        announced = number if turn_complete(position) else announced
    return announced


def position_from(view: View, world: World) -> Position:
    first = opening(view.options)
    names = tuple(view.holders)
    current = world.rows[-1] if world.rows else ()
    earlier = (*world.rows[:-1], (), ())
    row, row_end = _words(current)
    first_row, first_row_end = _words(earlier[0])
    second_row, second_row_end = _words(earlier[1])
    kinds = world.kinds[-1] if world.kinds else ()
    laid = _laid(kinds, view.track)
    return Position(
        row=row,
        row_end=row_end,
        first_row=first_row,
        first_row_end=first_row_end,
        second_row=second_row,
        second_row_end=second_row_end,
        laid=laid,
        locations=_word(world.locations),
        goals=_word(0 if circle in view.red else circle for circle in world.locations),
        figures=_word(board.current().number.get(view.figures.get(name, ""), 0) for name in names),
        false_clues=_word(reversed(view.false)),
        yellow=sum(1 << current.index(circle) for circle in view.yellow),
        tiles=_tiles(view, kinds),
        options=first.options,
        circle=current[-1] if current else 0,
        round=view.round,
        track=view.track,
        counters=view.counters,
        abilities=sum(1 << board.ABILITIES.index(name) for name in view.abilities),
        smoked=int(view.smoked),
        scent=int(_scent(view)),
        called=_called(view),
        figure=names.index(view.figure) if view.figure else 0,
        doing=board.STAGES.index(view.stage),
        seat=_seat(view),
        ending=board.ENDINGS.index(view.reason or ""),
    )


def _word(numbers: Iterable[int]) -> int:
    return sum(number << 8 * k for k, number in enumerate(numbers))


def _words(row: Sequence[int]) -> tuple[int, int]:
    return _word(row[:8]), _word(row[8:])


def _laid(kinds: Iterable[str], track: int) -> int:
    """Return the tiles on the track. A half-finished Coach has one space so far."""
    spaces = [kind for kind in kinds for _ in range(2 if kind == "coach" else 1)][:track]
    numbers = (board.KINDS.index(kind) if kind in board.KINDS else 0 for kind in spaces)
    return sum(number << 4 * space for space, number in enumerate(numbers, 1))


def _tiles(view: View, kinds: Sequence[str]) -> int:
    """Return the tiles left. A view does not count face-down tiles as used."""
    face_down = [kind for kind in kinds if kind in {"alley", "boat"}] if view.unknown else []
    return sum(
        view.tiles[kind] - face_down.count(kind) << 4 * number for number, kind in enumerate(board.KINDS) if kind
    )


def _called(view: View) -> int:
    if view.figure is None or view.figure not in view.figures:
        return 0
    in_range = board.current().town.in_range(view.figures[view.figure])
    return sum(1 << in_range.index(circle) for circle in view.called)


def _scent(view: View) -> bool:
    """Return True if the Smoker leads the search: only then it continues after a clue (WM-66b)."""
    return view.stage == "searching" and any(circle in view.yellow for circle in view.called)


def _seat(view: View) -> int:
    if view.to_move is None:
        return board.NOBODY
    return board.CHANCE if view.to_move == CHANCE else board.SEATS.index(view.to_move)
