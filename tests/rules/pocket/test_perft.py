"""Perft: counts of all action sequences from known positions, chance included.

One wrong or missing action in the tree changes a count. The slow reference rules count the shallow trees in every
run; they counted the deep ones once, when the numbers were recorded.
"""

from copy import copy
from pathlib import Path
from typing import NamedTuple

import pytest

from gaslamp.core.records import record
from gaslamp.titles.pocket.game import Pocket
from gaslamp.titles.pocket.rules.position import Position
from tests.oracle.pocket.rules import PocketOracle
from tests.rules.perft import grown, grown_slowly

GOLDEN = Path(__file__).parent.parent.parent / "golden" / "pocket"


class Known(NamedTuple):
    """A golden game, the number of actions played, and the perft counts from there."""

    game: str
    played: int
    depth: int
    sequences: int
    endings: dict[str, int]


KNOWN = [
    # the deal; Jack's card and the first throw; the throw and the first two tokens; a turn with two rotations
    Known("escaped", 0, 4, 48_384, {}),
    Known("escaped", 9, 5, 19_944, {}),
    Known("escaped", 10, 5, 21_412, {}),
    Known("caught", 11, 6, 64_368, {}),
    # the last tokens of a turn, its call, and how that ends the game or begins the next turn
    Known("hourglasses", 32, 7, 804, {"hourglasses": 10}),
    Known("chase_begun_while_seen", 40, 6, 5_880, {"hourglasses": 10}),
    Known("both_seen_on_turn_eight", 74, 4, 648, {"both_seen": 512, "hourglasses": 136}),
    Known("both_unseen", 72, 6, 3_888, {"both_unseen": 612, "hourglasses": 3276}),
    Known("escaped", 72, 6, 1_440, {"escaped": 1440}),
    Known(
        "night_over", 72, 6, 11_664, {"both_unseen": 1008, "hourglasses": 8550, "night_over": 126, "one_suspect": 1980}
    ),
    # a whole turn
    Known("caught", 36, 8, 31_104, {"caught": 15552}),
    Known(
        "both_seen_before_turn_eight", 36, 8, 108_864, {"both_seen": 5760, "hourglasses": 93696, "one_suspect": 7752}
    ),
]
SHALLOW = 2_500  # more sequences would keep the slow second reading busy for seconds


def twin(oracle: PocketOracle) -> PocketOracle:
    """Return a copy. Four times faster than deepcopy."""
    new = copy(oracle)
    vars(new).update({name: copy(value) for name, value in vars(oracle).items() if isinstance(value, dict | set)})
    new.tiles = [copy(tile) for tile in oracle.tiles]
    return new


def begun(name: str, played: int) -> tuple[Pocket, Position, PocketOracle]:
    """Return a golden game after some actions, for the fast and the slow rules."""
    paper = record.read((GOLDEN / f"{name}.record").read_text(encoding="utf-8"))
    pocket = Pocket(paper.options)
    position = pocket.start()
    oracle = PocketOracle(paper.options["both_goals_while_seen"])
    for text in paper.actions[:played]:
        position.advance(pocket.actions.parse(text))
        oracle.play(text)
    return pocket, position, oracle


@pytest.mark.long
@pytest.mark.parametrize("known", KNOWN, ids=lambda known: f"{known.game} after {known.played}")
def test_the_tree_has_the_branches_that_were_counted(known: Known) -> None:
    pocket, position, _ = begun(known.game, known.played)
    assert grown(position, known.depth, pocket) == (known.sequences, known.endings)


@pytest.mark.long
@pytest.mark.parametrize("known", KNOWN, ids=lambda known: f"{known.game} after {known.played}")
def test_the_shallow_tree_is_that_of_the_oracle(known: Known) -> None:
    pocket, position, oracle = begun(known.game, known.played)
    for depth in range(1, known.depth + 1):
        tree = grown(position, depth, pocket)
        if tree.sequences > SHALLOW:
            assert depth > 3
            return
        assert tree == grown_slowly(oracle, depth, twin)
