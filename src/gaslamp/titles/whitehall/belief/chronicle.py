"""News of one viewer of Whitehall Mystery as a record of rounds and turns, the input of the belief."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, cast

from gaslamp.core.game import Detail, News
from gaslamp.titles.whitehall.rules import board

Secret = tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[tuple[str, ...], ...]]  # locations, rows, kinds

# After these events figures still have to walk or act.
_BEFORE_ACTIONS: Final = frozenset({"jack_moved", "moved", "walked", "false_clue"})
_IN_ACTIONS: Final = frozenset(
    {"searched", "scented", "arrested_in_vain", "called_in_vain", "stopped", "counter_gained"}
)


@dataclass
class JackTurn:
    """A turn of Jack as announced: first box, kind of move, and crossings occupied then."""

    first: int
    kind: str  # plain, coach, alley, boat or hidden
    figures: frozenset[str]


@dataclass
class Night:
    """A round: start, Jack's turns, and answers. A box is an index into Jack's row."""

    start: int
    turns: list[JackTurn] = field(default_factory=list)
    no: dict[int, int] = field(default_factory=dict)  # not in the row up to this box
    yes: dict[int, int] = field(default_factory=dict)  # in the row by this box
    vain: dict[int, set[int]] = field(default_factory=dict)  # at this box Jack was on none of these
    blocked: set[int] = field(default_factory=set)  # has a yellow marker or false clue: not searchable
    end: int | None = None  # the location reached
    row: list[int] = field(default_factory=list)  # known to Jack only


class Chronicle:
    """State folded from a viewer's news, as far as it concerns Jack."""

    def __init__(self) -> None:
        self.located = 0
        self.figures: dict[str, str] = {}  # crossings, in order of placement
        self.nights: list[Night] = []
        self.red: list[int] = []
        self.no_location: set[int] = set()  # has a false clue, or was called in vain
        self.tiles = {"coach": 2, "alley": 2, "boat": 2}  # left; face-down ones not counted as used
        self.answering = False  # the investigators' turn is not over
        self._called: list[int] = []  # searched by the current figure
        self._locations: list[int] = []  # known to Jack only
        self._half_a_coach: list[int] = []
        self._revealed: tuple[tuple[int, ...], tuple[tuple[int, ...], ...]] | None = None

    def observe(self, news: News) -> None:
        details = news.details
        match news.kind:
            case "location_hidden":
                self.located = _number(details["count"])
            case "located":
                self._locations.append(_number(details["circle"]))
            case "placed":
                self.figures[str(details["figure"])] = str(details["crossing"])
            case "started":
                self._begin(_number(details["circle"]))
            case "reclaimed" if details["kind"]:
                self.tiles[str(details["kind"])] += 1
            case "round_over":
                self._end(_number(details["circle"]), details["shown"])
            case "round_begun" if self.nights[-1].end is not None:
                self._begin(self.nights[-1].end)
            case "coach_begun":
                self._half_a_coach = [_number(details["circle"])]
            case "moved" | "jack_moved":
                self._move(str(details["kind"]), _number(details["track"]), details)
            case "revealed":
                rows = tuple(tuple(map(int, row.split())) for row in cast("tuple[str, ...]", details["rows"]))
                self._name_hidden(details["shown"])  # the tiles left stay as the answers were given
                self._revealed = tuple(map(int, cast("tuple[str, ...]", details["locations"]))), rows
            case _:
                self._of_figures(news)
        self._whose_turn(news)

    def known(self) -> Secret | None:
        """Return the whole secret if this viewer knows it (Jack, or any viewer after the end), else None."""
        if self._revealed is not None:
            locations, rows = self._revealed
            return locations, rows, self._kinds(rows)
        if self._locations or self.located == 0:
            rows = tuple((night.start, *night.row) for night in self.nights)
            if self._half_a_coach:
                rows = (*rows[:-1], (*rows[-1], *self._half_a_coach))
            return tuple(self._locations), rows, self._kinds(rows)
        return None

    def _kinds(self, rows: tuple[tuple[int, ...], ...]) -> tuple[tuple[str, ...], ...]:
        all_kinds = []
        for night, row in zip(self.nights, rows, strict=True):
            kinds = [turn.kind for turn in night.turns]
            if len(row) > 1 + sum(2 if kind == "coach" else 1 for kind in kinds):
                kinds.append("coach")
            all_kinds.append(tuple(kinds))
        return tuple(all_kinds)

    def _begin(self, circle: int) -> None:
        self.nights.append(Night(circle, yes={circle: 0}))
        if circle not in self.red:
            self.red.append(circle)

    def _move(self, kind: str, track: int, details: Mapping[str, Detail]) -> None:
        circles = [int(circle) for circle in cast("tuple[str, ...]", details.get("circles", ()))]
        spaces = 2 if kind == "coach" else 1
        night = self.nights[-1]
        night.turns.append(JackTurn(track + 1 - spaces, kind, frozenset(self.figures.values())))
        night.row += circles
        self._half_a_coach = []
        if kind in self.tiles:
            self.tiles[kind] -= 1

    def _end(self, circle: int, tile_kinds: Detail) -> None:
        self.nights[-1].end = circle
        self.red.append(circle)
        for kind in self._name_hidden(tile_kinds):
            self.tiles[kind] -= 1

    def _name_hidden(self, tile_kinds: Detail) -> tuple[str, ...]:
        """Set the kinds of this round's face-down tiles, in order of use (WM-51a), and return them."""
        hidden = [turn for turn in self.nights[-1].turns if turn.kind == "hidden"] if self.nights else []
        kinds = cast("tuple[str, ...]", tile_kinds)[: len(hidden)]
        for turn, kind in zip(hidden, kinds, strict=True):
            turn.kind = kind
        return kinds

    def _of_figures(self, news: News) -> None:
        details = news.details
        box = sum(2 if turn.kind == "coach" else 1 for turn in self.nights[-1].turns) if self.nights else 0
        match news.kind:
            case "walked":
                self.figures[str(details["figure"])] = str(details["there"])
            case "false_clue" if details["circle"]:
                self.no_location.add(_number(details["circle"]))  # WM-62b
                self.nights[-1].blocked.add(_number(details["circle"]))
            case "searched" if details["answer"] == "yes":
                self.nights[-1].yes.setdefault(_number(details["circle"]), box)
                self.nights[-1].blocked.add(_number(details["circle"]))
            case "searched":
                self.nights[-1].no[_number(details["circle"])] = box
            case "arrested_in_vain":
                circles = map(int, cast("tuple[str, ...]", details["circles"]))
                self.nights[-1].vain.setdefault(box, set()).update(circles)
            case "called_in_vain":
                # If Jack stands on it the round ends and it gets a red marker (WM-68c).
                self.no_location.add(_number(details["circle"]))
            case _:
                pass

    def _whose_turn(self, news: News) -> None:
        """Update `answering`: True while a figure has still to walk or act."""
        if news.kind in _BEFORE_ACTIONS:
            self.answering = bool(self.nights)
        elif news.kind in _IN_ACTIONS and "figure" in news.details:
            last = [*self.figures][-1]
            self.answering = news.details["figure"] != last or (
                news.kind == "searched" and news.details["answer"] == "no" and self._may_go_on(news)
            )
        elif news.kind not in _IN_ACTIONS:
            self.answering = False
        if not (news.kind == "searched" and self.answering and news.details["answer"] == "no"):
            self._called = []

    def _may_go_on(self, news: News) -> bool:
        """Return True if a figure has circles left to search after a "no" (WM-41b, WM-41c, WM-62c)."""
        self._called.append(_number(news.details["circle"]))
        crossing = self.figures[str(news.details["figure"])]
        return not self.nights[-1].blocked.union(self._called).issuperset(board.current().town.in_range(crossing))


def _number(value: Detail) -> int:
    return cast("int", value)
