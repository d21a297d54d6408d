"""Brute-force belief of the investigators: lists every path of this round and every choice of locations.

The witness uses only what is public at the oracle's table. It extends its list of paths when Jack moves and removes
those that contradict an answer.
"""

from collections.abc import Callable, Iterator
from itertools import product

from tests.oracle.whitehall.map import (
    FROM_EASY_TO_DIFFICULT,
    QUADRANTS,
    Circle,
    casebook,
    moves_past_figures,
    on_the_same_block,
    plain_moves,
    white,
)
from tests.oracle.whitehall.rules import ORDINARY, SPACES, WhitehallOracle

Row = tuple[Circle, ...]
Choice = tuple[Circle, ...]  # the locations without a red marker, in the order of the quadrants


def tiles(kinds: tuple[str, ...]) -> list[str]:
    return [kind for kind in kinds if kind != "plain"]


class TooMany(Exception):
    """There are too many paths to list."""


class Witness:
    """Everything the investigators can deduce in one game."""

    def __init__(self, table: WhitehallOracle, most: int) -> None:
        self.table = table
        self.most = most
        self.rows: list[tuple[Row, tuple[str, ...]]] = []  # of this round, each with what every turn was
        self.earlier: list[list[Row]] = []  # of the rounds before
        self.reached: list[Circle] = []  # in the order of the rounds
        self.no_location: set[Circle] = set()
        self.told: list[str] = []  # kinds of this round's moves; "hidden" if face down
        self.tiles: dict[str, int] = {}  # left when this round began to move

    def play(self, action: str) -> None:
        """Play an action and use its public part: everything but Jack's circle."""
        table = self.table
        face_down = list(table.hidden)
        row = [*table.row]
        word, *rest = action.split()
        named = table.open_to_view() if action == "arrest all" else {int(rest[0])} if word == "arrest" else set()
        reds = len(table.red)
        table.play(action)
        match word:
            case "start":
                self._begin(int(rest[0]))
            case "reclaim":
                self.tiles = dict(table.tiles)  # WM-61
            case "move" | "then" | "alley" | "boat":
                self._moved({"move": "plain", "then": "coach"}.get(word, word))
            case "clue" if rest != ["nothing"]:
                self.no_location.add(int(rest[0]))  # WM-62b
            case "search":
                found = int(rest[0]) in row
                self._keep(lambda written: (int(rest[0]) in written) == found)  # WM-41a
            case "arrest":
                self._keep(lambda written: written[-1] not in named)  # WM-42a
            case "call":
                self.no_location.add(int(rest[0]))  # WM-68c
            case _:
                pass
        if reds and len(table.red) > reds:
            self._reached(table.here(), face_down)

    def _keep(self, agrees: Callable[[Row], bool]) -> None:
        self.rows = [(row, kinds) for row, kinds in self.rows if agrees(row)]

    def _begin(self, start: Circle) -> None:
        self.reached.append(start)
        self.rows = [((start,), ())]
        self.told = []
        self.tiles = dict(self.table.tiles)

    def _moved(self, kind: str) -> None:
        face_down = self.table.plays_with("murderer_at_large") and kind in {"alley", "boat"}
        self.told.append("hidden" if face_down else kind)  # WM-19, WM-60
        kinds = ["alley", "boat"] if face_down else [kind]
        rows = []
        for row, before in self.rows:
            for one in kinds:
                if self._left(before, one) > 0:
                    rows += [(row + circles, (*before, one)) for circles in self._moves(row[-1], one)]
            if len(rows) > self.most:
                raise TooMany
        self.rows = rows

    def _left(self, kinds: tuple[str, ...], kind: str) -> int:
        """The number of Jack's tiles of a kind after these turns of the round."""  # WM-05
        return self.tiles.get(kind, SPACES) - kinds.count(kind)

    def _moves(self, here: Circle, kind: str) -> Iterator[Row]:
        board, colours = self.table.board, self.table.board.colours
        match kind:
            case "plain":
                yield from ((end,) for end in plain_moves(board, here, self.table.figures.values()))
            case "coach":  # WM-14
                for first in moves_past_figures(board, here):
                    for second in moves_past_figures(board, first) - {here}:
                        if colours[first] in ORDINARY and colours[second] in ORDINARY:
                            yield first, second
            case "alley":  # WM-15
                ends = on_the_same_block(board.houses, here) if colours[here] in ORDINARY else set()
                yield from ((end,) for end in ends if colours[end] in ORDINARY)
            case _:  # WM-16
                ends = on_the_same_block(board.water, here) if colours[here] == "blue" else set()
                yield from ((end,) for end in ends if colours[end] == "blue")

    def _reached(self, end: Circle, face_down: list[str]) -> None:
        """A red marker was placed: Jack came there by a plain move for the first time."""  # WM-50
        self.earlier.append(
            [
                row
                for row, kinds in self.rows
                if row[-1] == end
                and end not in row[:-1]
                and kinds[-1] == "plain"
                and (not self.table.plays_with("murderer_at_large") or tiles(kinds) == face_down)  # WM-51a
            ]
        )
        self._begin(end)

    # What follows.

    def choices(self) -> list[Choice]:
        """Every choice of locations that is not contradicted."""
        board, level = self.table.board, self.table.options["casebook"]
        red = {board.quadrants[circle]: circle for circle in self.reached}
        drawn = set(casebook(board, level)) if level in FROM_EASY_TO_DIFFICULT else None  # WM-06
        lists = [[red[q]] if q in red else [c for c in white(board, q) if c not in self.no_location] for q in QUADRANTS]
        found = []
        for four in product(*lists):
            choice = tuple(circle for circle in four if circle not in self.reached)
            if (drawn is None or four in drawn) and self._avoided(choice):
                found.append(choice)
        return found

    def _avoided(self, choice: Choice) -> bool:
        """Whether each earlier round has a path that avoids these locations and those reached later."""
        for number, rows in enumerate(self.earlier):
            later = {*choice, *self.reached[number + 2 :]}
            if not any(later.isdisjoint(row) for row in rows):
                return False
        return True

    def fits(self, row: Row, kinds: tuple[str, ...], choice: Choice) -> bool:
        """Whether Jack can have taken this path with these locations left, and the game can be at this point."""
        goals = set(choice)
        if goals.intersection(row[1:-1]):
            return False  # WM-18, WM-18a, WM-50
        here, new = row[-1], row[-1] in goals
        if len(row) > 1 and kinds[-1] != "plain" and new:
            return False  # WM-18
        if len(row) == SPACES + 1:
            return new  # WM-21
        if self.table.stage != "moving":
            return True
        return not new and self._can_move(here, kinds, goals)  # WM-20

    def _can_move(self, here: Circle, kinds: tuple[str, ...], goals: set[Circle]) -> bool:
        for kind, spaces in (("plain", 1), ("coach", 2), ("alley", 1), ("boat", 1)):
            tiles_and_room = self._left(kinds, kind) > 0 and self.table.track + spaces <= SPACES
            moves = self._moves(here, kind) if tiles_and_room else ()
            if any(kind == "plain" or goals.isdisjoint(circles) for circles in moves):
                return True
        return False

    def possible(self) -> dict[Row, tuple[str, ...]]:
        """Every path that fits some choice."""
        choices = self.choices()
        return {row: kinds for row, kinds in self.rows if any(self.fits(row, kinds, choice) for choice in choices)}

    def joint(self) -> dict[Choice, int]:
        """The number of fitting paths for every choice."""
        counts = {choice: sum(self.fits(row, kinds, choice) for row, kinds in self.rows) for choice in self.choices()}
        return {choice: count for choice, count in counts.items() if count}
