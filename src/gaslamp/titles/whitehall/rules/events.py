"""Events of a step of Whitehall Mystery, with their audience."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gaslamp.core.game import EVERYONE, Detail, Event, Viewer
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules import notation as n
from gaslamp.titles.whitehall.rules.notation import crossing_name
from gaslamp.titles.whitehall.rules.position import Position
from gaslamp.titles.whitehall.rules.view import (
    earlier_rows,
    figures_of,
    hidden_kinds,
    locations_of,
    red_markers,
    row_of,
)

JACK_ALONE: Final[frozenset[Viewer]] = frozenset({"jack"})


def events(before: Position, action: int, after: Position) -> tuple[Event, ...]:
    """Return the events of one action: the action itself, then the ends and starts it causes."""
    result = [*_of_action(before, action, after)]
    if before.round and (after.round != before.round or after.ending == board.COMPLETED):
        result.append(
            _public(
                "round_over",
                round=before.round,
                circle=before.circle,
                red=len(red_markers(before)) + 1,
                shown=_face_down(before),  # WM-51a
            )
        )
    if after.round != before.round:
        result.append(_public("round_begun", round=after.round))
    if after.ending:
        winner = board.SIDES[board.WINNERS[after.ending]]
        result.append(_public("over", winner=winner, reason=board.ENDINGS[after.ending]))
        result += closing_events(after)
    return tuple(result)


def closing_events(position: Position) -> tuple[Event, ...]:
    rows = earlier_rows(position)
    if position.round:
        rows = (*rows, row_of(position))
    return (
        _public(
            "revealed",
            locations=tuple(map(str, locations_of(position))),
            rows=tuple(" ".join(map(str, row)) for row in rows),
            shown=_face_down(position),
        ),
    )


def _public(kind: str, /, **details: Detail) -> Event:
    return Event(kind, details, EVERYONE)


def _face_down(position: Position) -> tuple[str, ...]:
    return tuple(hidden_kinds(position)) if position.plays(board.MURDERER_AT_LARGE) else ()


def _of_action(before: Position, action: int, after: Position) -> Iterator[Event]:
    verb, *rest = n.ACTIONS.format(action).split()
    argument = rest[0] if rest else ""
    match verb:
        case "locate":
            hidden = _public("location_hidden", count=len(locations_of(after)))
            yield Event("located", {"circle": int(argument)}, JACK_ALONE, instead=hidden)
        case "start":
            yield _public("started", circle=int(argument))
        case "reclaim":
            yield _public("reclaimed", kind=argument if argument != "nothing" else "")
        case "coach":
            yield Event("coach_begun", {"circle": int(argument)}, JACK_ALONE)
        case "move" | "then" | "alley" | "boat":
            yield _of_move(before, verb, argument, after)
        case "clue":
            yield _public("false_clue", circle=int(argument) if argument != "nothing" else "")
        case _:
            yield from _of_figure(before, verb, argument, after)


def _of_move(before: Position, verb: str, circle: str, after: Position) -> Event:
    """Return Jack's move: circles for Jack, track and tile for the others (WM-19, WM-60a, WM-71)."""
    kind = {"move": "plain", "then": "coach"}.get(verb, verb)
    row = row_of(before)
    circles: tuple[str, ...] = (str(row[-1]), circle) if kind == "coach" else (circle,)
    here = row[-len(circles)]
    face_down = before.plays(board.MURDERER_AT_LARGE) and kind in {"alley", "boat"}
    announced = _public("jack_moved", track=after.track, spaces=len(circles), kind="hidden" if face_down else kind)
    details: dict[str, Detail] = {"here": here, "circles": circles, "kind": kind, "track": after.track}
    return Event("moved", details, JACK_ALONE, instead=announced)


def _of_figure(before: Position, verb: str, argument: str, after: Position) -> Iterator[Event]:
    actor: dict[str, Detail] = {
        "seat": board.SEATS[before.holder(before.figure)],
        "figure": figures_of(before)[before.figure],
    }
    match verb, argument:
        case "place", crossing:
            yield _public("placed", **actor, crossing=crossing)
        case "smoker", "":
            yield _public("scented", **actor)
        case "walk" | "smoker" | "tile", crossing:
            here = crossing_name(before.crossing(before.figure))
            how = "stay" if crossing == here else verb
            yield _public("walked", **actor, here=here, there=crossing, how=how)
        case "search", circle:
            yield from _of_search(before, actor, int(circle))
        case "arrest", circle:
            kind = "arrested" if after.ending == board.ARRESTED else "arrested_in_vain"
            yield _public(kind, **actor, circles=_arrestable(before) if circle == "all" else (circle,))
        case "call", circle:
            yield _public("called" if after.ending == board.DEDUCED else "called_in_vain", **actor, circle=int(circle))
        case _:
            yield _public("stopped", **actor)


def _of_search(before: Position, actor: dict[str, Detail], circle: int) -> Iterator[Event]:
    """Yield the answer. Its turn is that of the question: a clue has no date (WM-41a, WM-44)."""
    is_clue = circle in row_of(before)
    yield _public("searched", **actor, circle=circle, answer="yes" if is_clue else "no", turn=before.track)
    markers = before.yellow.bit_count() + 1
    if is_clue and before.plays(board.FALSE_CLUES) and markers % 5 == 0:
        yield _public("counter_gained", counters=before.counters + 1)  # WM-62


def _arrestable(position: Position) -> tuple[str, ...]:
    in_range = board.current().town.in_range(crossing_name(position.crossing(position.figure)))
    return tuple(str(circle) for k, circle in enumerate(in_range) if position.arrestable() >> k & 1)
