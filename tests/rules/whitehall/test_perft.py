"""Perft: counts of all action sequences from known positions, chance included.

One wrong or missing action in the tree changes a count. The slow reference rules count the shallow trees in every
run; they counted the deep ones once, when the numbers were recorded.
"""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import gaslamp
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.notation import ACTIONS
from gaslamp.titles.whitehall.rules.opening import opening
from gaslamp.titles.whitehall.rules.position import Position
from tests.oracle.whitehall.compare import picture_of
from tests.oracle.whitehall.map import load_map
from tests.oracle.whitehall.rules import WhitehallOracle
from tests.rules.perft import grown, grown_slowly

WHITEHALL = load_map(Path(gaslamp.__file__).parent / "titles" / "whitehall" / "rules" / "map.toml")
GAME = Whitehall()  # its options do not matter to how a game ended
SLEEVES = {"roll_up_your_sleeves": "on"}
GREEN_AND_BROWN = {**SLEEVES, "reinforcements": "yellow_green_brown"}
SMOKER = {**SLEEVES, "smoker": "on"}
RECONSTRUCTED = {**SLEEVES, "reconstructed_tiles": "on"}
FALSE_CLUES = {"false_clues": "on"}
NEWSPAPER = {"newspaper_fabrications": "on"}


@dataclass(frozen=True)
class Moment:
    """A position in the middle of a round, with Jack to move."""

    row: tuple[int, ...]
    figures: tuple[str, str, str]
    locations: tuple[int, int, int, int] = (33, 46, 159, 147)
    red: tuple[int, ...] = (33,)
    tiles: Mapping[str, int] = field(default_factory=lambda: {"coach": 2, "alley": 2, "boat": 2})
    yellow: tuple[int, ...] = ()
    counters: int = 0

    def fast(self, options: Mapping[str, str]) -> Position:
        """Return the position for the fast rules."""
        first = opening(options)
        row = sum(circle << 8 * box for box, circle in enumerate(self.row))
        before = [sum(circle << 8 * box for box, circle in enumerate(row)) for row in self.rows()]
        early, late = (*before, 0, 0)[:2]
        return Position(
            row=row & (1 << 64) - 1, row_end=row >> 64,
            first_row=early & (1 << 64) - 1, first_row_end=early >> 64,
            second_row=late & (1 << 64) - 1, second_row_end=late >> 64,
            laid=0,
            locations=sum(circle << 8 * q for q, circle in enumerate(self.locations)),
            goals=sum(circle << 8 * q for q, circle in enumerate(self.locations) if circle not in self.red),
            figures=sum(board.current().number[name] << 8 * k for k, name in enumerate(self.figures)),
            false_clues=0,
            yellow=sum(1 << self.row.index(circle) for circle in self.yellow),
            tiles=sum(left << 4 * board.KINDS.index(kind) for kind, left in self.tiles.items()),
            options=first.options,
            circle=self.row[-1],
            round=len(self.red),
            track=len(self.row) - 1,
            counters=self.counters,
            abilities=first.abilities,
            smoked=0, scent=0, called=0, figure=0,
            doing=board.MOVING,
            seat=board.JACK,
            ending=board.GOES_ON,
        )  # fmt: skip

    def slow(self, options: Mapping[str, str]) -> WhitehallOracle:
        """Return the position for the oracle."""
        oracle = WhitehallOracle(WHITEHALL, options)
        oracle.stage = "moving"
        oracle.locations = list(self.locations)
        oracle.red = set(self.red)
        oracle.round = len(self.red)
        oracle.track = len(self.row) - 1
        oracle.row = list(self.row)
        oracle.rows = self.rows()
        oracle.figures = dict(zip(oracle.in_play, self.figures, strict=True))
        oracle.tiles = dict(self.tiles)
        oracle.yellow = set(self.yellow)
        oracle.counters = self.counters
        return oracle

    def rows(self) -> list[list[int]]:
        """Return arbitrary rows for the rounds before."""
        return [[circle] for circle in self.red[:-1]]


@dataclass(frozen=True)
class Known:
    """A position, the actions played, and the perft counts from there."""

    name: str
    options: Mapping[str, str]
    moment: Moment | None  # or the very beginning
    played: str  # actions, with commas between them
    depth: int
    sequences: int
    endings: Mapping[str, int]

    def begun(self) -> tuple[Position, WhitehallOracle]:
        """Return the root of the tree for both."""
        position = self.moment.fast(self.options) if self.moment else opening(self.options)
        oracle = self.moment.slow(self.options) if self.moment else WhitehallOracle(WHITEHALL, self.options)
        for text in filter(None, self.played.split(", ")):
            assert ACTIONS.parse(text) in position.legal()
            position.advance(ACTIONS.parse(text))
            oracle.play(text)
        return position, oracle


AROUND = ("x036", "x044", "x027")
CLOSE_IN = "walk x035, walk x045, walk x036"
HUNTED = Moment((33, 34, 37), AROUND)
NO_TILES = {"coach": 0, "alley": 0, "boat": 0}
CORNERED = Moment((33, 9), ("x003", "x041", "x036"), tiles=NO_TILES)
MARKED = Moment((33, 34, 37, 38, 39, 37), AROUND, yellow=(33, 34, 38, 39), counters=1)
AT_THE_WATER = Moment((33, 138), ("x133", "x141", "x152"))
TWO_LEFT = Moment((33, *(34, 37) * 6, 34), AROUND)
ONE_LEFT = Moment((147, *(37, 34) * 7), AROUND, red=(147,))
SECOND_TO_COME = Moment((147, 37, 34), AROUND, red=(147,), tiles={"coach": 1, "alley": 1, "boat": 2})
LAST_TO_COME = Moment((147, 37, 34), AROUND, red=(46, 159, 147))
KNOWN = [
    # before the first move
    Known("locations", {}, None, "", 3, 19_320, {}),
    Known("the Casebook draws", {"casebook": "easy"}, None, "locate 8", 3, 1_576, {}),
    Known("figures and the start", {}, None, "locate 33, locate 46, locate 159, locate 147", 5, 12_480, {}),
    # Jack's moves, past figures and with all tiles, and the figures' answers
    Known("moves and walks", {}, HUNTED, "", 3, 7_323, {}),
    Known("boats", {}, AT_THE_WATER, "", 4, 5_463, {}),
    Known("two spaces left", {}, TWO_LEFT, "", 4, 54_270, {"too_late": 67}),
    Known("one space left", {}, ONE_LEFT, "", 4, 5_427, {"too_late": 8}),
    # what the figures find, and the end of a turn, a round and the game
    Known("searches and arrests", {}, HUNTED, f"move 35, {CLOSE_IN}", 5, 54_828, {"arrested": 1}),
    Known(
        "no way out", {}, CORNERED, "move 8, walk x011, walk x021, walk x036", 7, 960, {"trapped": 2_292, "arrested": 9}
    ),
    Known("a new location", NEWSPAPER, SECOND_TO_COME, f"move 33, {CLOSE_IN}", 5, 11_752, {}),
    Known("the last location", {}, LAST_TO_COME, f"move 33, {CLOSE_IN}", 7, 768, {"completed": 2_724}),
    # optional rules
    Known("the Smoker walks", SMOKER, HUNTED, "move 35", 3, 9_270, {}),
    Known("the Smoker goes on", SMOKER, HUNTED, f"move 35, {CLOSE_IN}", 5, 47_658, {"arrested": 1}),
    Known("tiles of yellow and blue", RECONSTRUCTED, AT_THE_WATER, "boat 158", 3, 5_499, {}),
    Known("the tile of red", RECONSTRUCTED, AT_THE_WATER, "boat 158, walk x133, walk x141", 4, 1_429, {}),
    Known("green and brown", GREEN_AND_BROWN, HUNTED, f"move 35, {CLOSE_IN}, stop", 3, 14_761, {"deduced": 30}),
    Known("false clues", FALSE_CLUES, MARKED, f"move 35, {CLOSE_IN}", 3, 6_271, {"arrested": 185}),
]
SHALLOW = 2_500  # more sequences would keep the slow second reading busy for seconds


def twin(oracle: WhitehallOracle) -> WhitehallOracle:
    """Return a copy. Four times faster than deepcopy."""
    new = copy(oracle)
    changed = "locations red row rows figures tiles hidden yellow false abilities called"
    vars(new).update({name: copy(vars(oracle)[name]) for name in changed.split()})
    return new


@pytest.mark.long
@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_the_tree_has_the_branches_that_were_counted(known: Known) -> None:
    position, _ = known.begun()
    assert grown(position, known.depth, GAME) == (known.sequences, known.endings)


@pytest.mark.long
@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_the_shallow_tree_is_that_of_the_oracle(known: Known) -> None:
    position, oracle = known.begun()
    assert picture_of(position) == oracle.picture()
    for depth in range(1, known.depth + 1):
        tree = grown(position, depth, GAME)
        if tree.sequences > SHALLOW:
            assert depth > 1
            return
        assert tree == grown_slowly(oracle, depth, twin)
