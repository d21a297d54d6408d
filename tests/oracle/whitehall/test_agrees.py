"""The fast rules of Whitehall Mystery and the oracle agree after every action.

The games have random options and several styles of players, on the full map and on a small crowded one.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

import gaslamp
from gaslamp.core.game import Outcome
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.rules import board, town
from gaslamp.titles.whitehall.rules.notation import ACTIONS
from tests.conftest import Proof
from tests.oracle.whitehall.cases import ALL_CASES, ENDINGS, cases
from tests.oracle.whitehall.compare import picture_of
from tests.oracle.whitehall.map import Map, load_map
from tests.oracle.whitehall.players import STYLES, chosen, random_options
from tests.oracle.whitehall.rules import WhitehallOracle
from tests.oracle.whitehall.small_map import SMALL_MAP, SMALL_MAP_FILE

CHUNKS = 4
WHITEHALL = load_map(Path(gaslamp.__file__).parent / "titles" / "whitehall" / "rules" / "map.toml")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_fast_rules_agree_with_the_slow_ones(chunk: int, proof: Proof) -> None:
    games = max(1, proof.amount(test=60, proof=5_000) // CHUNKS)
    met = compare_games(WHITEHALL, str(proof.seed), range(chunk * games, (chunk + 1) * games))
    report(proof, f"whitehall agrees with its oracle ({chunk + 1} of {CHUNKS})", games, met)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_they_agree_on_a_few_streets(chunk: int, proof: Proof) -> None:
    games = max(1, proof.amount(test=160, proof=12_000) // CHUNKS)
    with a_few_streets():
        met = compare_games(SMALL_MAP, f"{proof.seed} few streets", range(chunk * games, (chunk + 1) * games))
    report(proof, f"whitehall on a few streets ({chunk + 1} of {CHUNKS})", games, met)


@pytest.mark.slow
def test_these_games_meet_every_case() -> None:
    """Fixed seeds, so that the cases are certain to occur."""
    met = compare_games(WHITEHALL, "each case", range(3 * len(STYLES)))
    with a_few_streets():
        met += compare_games(SMALL_MAP, "each case", range(300))
    assert sorted(ALL_CASES - set(met)) == []


@contextmanager
def a_few_streets() -> Iterator[None]:
    """Run the fast rules on the small map."""
    with board.use(town.load(SMALL_MAP_FILE)):
        yield


def report(proof: Proof, name: str, games: int, met: Counter[str]) -> None:
    endings = {reason: met[reason] for reason in ENDINGS}
    proof.report(name, games=games, positions=met["positions"], **endings, cases=len(ALL_CASES & set(met)))


def compare_games(streets: Map, seed: str, numbers: range) -> Counter[str]:
    met: Counter[str] = Counter()
    for number in numbers:
        met += compare_a_game(streets, f"{seed} {number}", STYLES[number % len(STYLES)])
    return met


def compare_a_game(streets: Map, seed: str, style: str) -> Counter[str]:
    """Play one game on both. Returns the number of compared positions and the cases that occurred."""
    rng = Random(seed)
    options = random_options(rng, style)
    game = Whitehall(options)
    fast = game.start()
    slow = WhitehallOracle(streets, options)
    met: Counter[str] = Counter()
    played: list[str] = []
    after = slow.picture()
    while True:
        where = f"{style} game {seed!r} with {options} after {played}"
        before, legal = after, slow.legal()
        texts = [ACTIONS.format(action) for action in fast.legal()]
        assert texts == sorted(set(texts), key=ACTIONS.parse), where
        assert set(texts) == legal, where
        assert picture_of(fast) == before, where
        assert game.to_move(fast) == slow.to_move(), where
        assert game.outcome(fast) == outcome_of(slow), where
        if slow.to_move() == "chance":
            assert dict(zip(texts, game.weights(fast), strict=True)) == slow.weights(), where
        met["positions"] += 1
        if not legal:
            assert len(played) <= game.longest, where
            return met
        text = chosen(slow, legal, rng, style)
        fast.advance(ACTIONS.parse(text))
        slow.play(text)
        played.append(text)
        after = slow.picture()
        met.update(cases(streets, before, legal, text, after))


def outcome_of(slow: WhitehallOracle) -> Outcome | None:
    return Outcome(slow.winner, slow.reason) if slow.winner and slow.reason else None
