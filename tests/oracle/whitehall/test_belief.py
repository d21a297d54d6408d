"""The investigators' belief against a witness that lists every path and every choice of locations."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gaslamp
from gaslamp.core.game import SPECTATOR, redact
from gaslamp.titles.whitehall.belief.belief import Belief
from gaslamp.titles.whitehall.belief.worlds import World
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.rules import board, town
from gaslamp.titles.whitehall.rules.notation import ACTIONS
from tests.conftest import Proof
from tests.ledger import rule
from tests.oracle.whitehall.map import Map, load_map
from tests.oracle.whitehall.players import STYLES, chosen, random_options
from tests.oracle.whitehall.rules import WhitehallOracle
from tests.oracle.whitehall.small_map import SMALL_MAP, SMALL_MAP_FILE
from tests.oracle.whitehall.witness import Row, TooMany, Witness

CHUNKS = 4
WHITEHALL = load_map(Path(gaslamp.__file__).parent / "titles" / "whitehall" / "rules" / "map.toml")
UNTOLD = {"locating", "placing", "starting", "coaching", "finished"}


class Pair:
    """One game with the belief and the witness."""

    def __init__(self, streets: Map, options: dict[str, str], most: int) -> None:
        self.game = Whitehall(options)
        self.position = self.game.start()
        self.belief = Belief(self.game.options)
        self.witness = Witness(WhitehallOracle(streets, options), most)

    @property
    def table(self) -> WhitehallOracle:
        return self.witness.table

    def play(self, text: str) -> None:
        before = self.position.copy()
        self.position.advance(ACTIONS.parse(text))
        for news in redact(self.game.events(before, ACTIONS.parse(text), self.position), SPECTATOR):
            self.belief.observe(news)
        self.witness.play(text)


def compare(pair: Pair, met: Counter[str], rng: Random) -> None:
    rows = pair.witness.possible()
    ends = Counter(row[-1] for row in rows)
    assert pair.belief.circles() == ends
    assert tuple(pair.table.row) in rows
    met["positions"] += 1
    met["rows"] += len(rows)
    if pair.table.track == 15:
        (lane,) = pair.belief.lanes([lambda *_: 1.0])  # laid out in another way than counted
        assert lane == ends
        met["last space"] += 1
    if len(rows) < 400 and rng.random() < 0.2:
        compare_weights(pair, rows, rng)
    if pair.table.round > 1 and len(pair.witness.rows) < 2_000 and rng.random() < 0.2:
        joint = pair.witness.joint()
        assert pair.belief.joint() == joint
        met["joint"] += 1
        met["choices"] += len(joint)
    if 0 < len(rows) <= 12:
        assert set(pair.belief.sample(rng, 40 * len(rows))) == rows.keys()
        met["samples"] += 1
    for world in [*pair.belief.worlds()][:2] if rng.random() < 0.1 else ():
        assert_possible(pair, world)


def compare_weights(pair: Pair, rows: dict[Row, tuple[str, ...]], rng: Random) -> None:
    """Compare weighted path counts with three models of Jack."""
    salts = [rng.random() for _ in range(3)]

    def model(salt: float) -> Any:
        def weight(turn: int, here: int, kind: str, circles: Row) -> float:
            return Random(f"{salt} {turn} {here} {kind} {circles}").random()

        return weight

    models = [model(salt) for salt in salts]
    lanes = pair.belief.lanes(models)
    for lane, weights in zip(lanes, models, strict=True):
        expected: Counter[int] = Counter()
        for row, kinds in rows.items():
            expected[row[-1]] += weigh(row, kinds, weights)  # type: ignore[assignment]
        assert lane == pytest.approx(dict(expected), rel=1e-9)


def weigh(row: Row, kinds: tuple[str, ...], weights: Any) -> float:
    weight, box = 1.0, 1
    for turn, kind in enumerate(kinds):
        spaces = 2 if kind == "coach" else 1
        weight *= weights(turn, row[box - 1], kind, row[box : box + spaces])
        box += spaces
    return weight


def assert_possible(pair: Pair, world: World) -> None:
    assert pair.belief.possible(world)
    choice = tuple(circle for circle in world.locations if circle not in pair.table.red)
    kinds = dict(pair.witness.rows)
    assert pair.witness.fits(world.rows[-1], kinds[world.rows[-1]], choice)
    assert choice in pair.witness.choices()
    for row, rows in zip(world.rows, pair.witness.earlier, strict=False):
        assert row in rows
        assert {*choice}.isdisjoint(row)


def follow(streets: Map, seed: str, style: str, most: int, share: float) -> Counter[str]:
    """Play one game while the paths can be listed, and compare now and then."""
    rng = Random(seed)
    pair = Pair(streets, random_options(rng, style), most)
    met: Counter[str] = Counter()
    played: list[str] = []
    while legal := pair.table.legal():
        text = chosen(pair.table, legal, rng, style)
        played.append(text)
        try:
            pair.play(text)
            if pair.table.stage not in UNTOLD and rng.random() < share:
                compare(pair, met, rng)
        except TooMany:
            met["cut short"] += 1
            break
        except AssertionError as wrong:
            raise AssertionError(f"{style} game {seed!r} with {pair.game.options} after {played}") from wrong
    return met


@pytest.mark.long
@rule("WM-20", "WM-21", "WM-41a", "WM-44", "WM-47", "WM-50", "WM-60a", "WM-71")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_belief_counts_the_rows_that_can_be_written_out(chunk: int, proof: Proof) -> None:
    games = max(1, proof.amount(test=4, proof=400) // CHUNKS)
    met: Counter[str] = Counter()
    for number in range(chunk * games, (chunk + 1) * games):
        met += follow(WHITEHALL, f"{proof.seed} belief {number}", STYLES[number % len(STYLES)], 10_000, share=0.1)
    proof.report(f"whitehall: belief beside every row ({chunk + 1} of {CHUNKS})", games=games, **met)


@pytest.mark.long
@rule("WM-18", "WM-20", "WM-21", "WM-50", "WM-62b", "WM-68c")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_belief_agrees_on_a_small_map_with_few_locations(chunk: int, proof: Proof) -> None:
    games = max(1, proof.amount(test=20, proof=2_400) // CHUNKS)
    met: Counter[str] = Counter()
    with board.use(town.load(SMALL_MAP_FILE)):
        for number in range(chunk * games, (chunk + 1) * games):
            seed = f"{proof.seed} belief of few streets {number}"
            met += follow(SMALL_MAP, seed, STYLES[number % len(STYLES)], 3_000, share=0.5)
    proof.report(f"whitehall: belief on a few streets ({chunk + 1} of {CHUNKS})", games=games, **met)
