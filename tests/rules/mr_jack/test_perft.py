"""Perft: counts of all action sequences from known positions, chance included.

One wrong or missing action in the tree changes a count. The slow reference rules count the shallow trees in every
run; they counted the deep ones once, when the numbers were recorded.
"""

from copy import copy
from pathlib import Path
from typing import NamedTuple

import pytest

from gaslamp.core.records import record
from gaslamp.titles.mr_jack.game import MrJack
from gaslamp.titles.mr_jack.rules.position import Position
from tests.oracle.mr_jack.rules import MrJackOracle
from tests.rules.perft import grown, grown_slowly

GOLDEN = Path(__file__).parent.parent.parent / "golden" / "mr_jack"


class Known(NamedTuple):
    """A golden game, the number of actions played, and the perft counts from there."""

    game: str
    played: int
    depth: int
    sequences: int
    endings: dict[str, int]


KNOWN = [
    # Jack's card and the first four; first activations; the end of an odd round, and of an even one with its shuffle
    Known("longest", 0, 5, 13_440, {}),
    Known("wrong_arrest_original", 9, 6, 161_602, {"wrong_arrest": 2062, "right_arrest": 276}),
    Known("goodley_whistles_and_accuses", 11, 5, 17_010, {"wrong_arrest": 354, "right_arrest": 96}),
    Known("lestrade_frees_an_exit", 40, 6, 20_688, {"wrong_arrest": 1516, "right_arrest": 24}),
    Known("right_arrest_original", 39, 5, 14_832, {"wrong_arrest": 216, "right_arrest": 54}),
    # the whistle, before Goodley's move and in its middle
    Known("longest", 8, 3, 7_230, {}),
    Known("smith_carries_the_second_lamp", 18, 5, 22_708, {"wrong_arrest": 1286, "right_arrest": 181}),
    Known("goodley_whistles_and_accuses", 60, 3, 6_929, {"wrong_arrest": 260, "right_arrest": 1}),
    # exits within reach, by the streets, after a cordon and after a cover
    Known("gull_exchanges_with_watson", 42, 6, 173_602, {"wrong_arrest": 84, "right_arrest": 17, "escape": 706}),
    Known("escape_revised", 64, 5, 12_260, {"wrong_arrest": 1, "right_arrest": 1, "escape": 160}),
    Known("escape_original", 43, 4, 18_456, {"wrong_arrest": 1800, "right_arrest": 128, "escape": 3}),
    Known("lestrade_frees_an_exit", 72, 5, 227_672, {"wrong_arrest": 13_440, "right_arrest": 2768, "escape": 4}),
    Known("bert_dives_to_an_exit", 71, 4, 9_469, {"wrong_arrest": 112, "right_arrest": 1, "escape": 6}),
    # the last cards of the night
    Known("longest", 115, 6, 21_984, {"wrong_arrest": 32, "night_over": 21_984}),
    Known("night_over_original", 103, 5, 5_908, {"night_over": 8222}),
    Known("night_over_revised", 105, 5, 15_012, {"wrong_arrest": 35, "night_over": 14_542}),
]
SHALLOW = 2_500  # more sequences would keep the slow second reading busy for seconds


def twin(oracle: MrJackOracle) -> MrJackOracle:
    """Return a copy. Four times faster than deepcopy."""
    new = copy(oracle)
    vars(new).update({name: copy(value) for name, value in vars(oracle).items() if isinstance(value, dict | set)})
    new.alibis = {seat: copy(cards) for seat, cards in oracle.alibis.items()}
    return new


def begun(name: str, played: int) -> tuple[MrJack, Position, MrJackOracle]:
    """Return a golden game after some actions, for the fast and the slow rules."""
    paper = record.read((GOLDEN / f"{name}.record").read_text(encoding="utf-8"))
    mr_jack = MrJack(paper.options)
    position = mr_jack.start()
    oracle = MrJackOracle(paper.options["edition"])
    for text in paper.actions[:played]:
        position.advance(mr_jack.actions.parse(text))
        oracle.play(text)
    return mr_jack, position, oracle


@pytest.mark.long
@pytest.mark.parametrize("known", KNOWN, ids=lambda known: f"{known.game} after {known.played}")
def test_the_tree_has_the_branches_that_were_counted(known: Known) -> None:
    mr_jack, position, _ = begun(known.game, known.played)
    assert grown(position, known.depth, mr_jack) == (known.sequences, known.endings)


@pytest.mark.long
@pytest.mark.parametrize("known", KNOWN, ids=lambda known: f"{known.game} after {known.played}")
def test_the_shallow_tree_is_that_of_the_oracle(known: Known) -> None:
    mr_jack, position, oracle = begun(known.game, known.played)
    for depth in range(1, known.depth + 1):
        tree = grown(position, depth, mr_jack)
        if tree.sequences > SHALLOW:
            assert depth > 1
            return
        assert tree == grown_slowly(oracle, depth, twin)
