"""The fast rules of Mr. Jack and the oracle agree after every action of random games.

In every other game the Detective rarely accuses, so that whole nights are played. Scrambled positions with all eight
characters near one corner produce rare cases.
"""

from collections import Counter
from random import Random

import pytest

from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.notation import ACTIONS
from gaslamp.titles.mr_jack.rules.position import Position, start
from tests.conftest import Proof
from tests.oracle.mr_jack.board import CHARACTERS, EXITS, POSTS, STEPS, street_distances
from tests.oracle.mr_jack.compare import SEATS, picture_of, position_of
from tests.oracle.mr_jack.rules import MrJackOracle

CHUNKS = 4
SCRAMBLES = 2
RARE = {"stay", "whistle nobody", "whistled for 1", "whistled for 2", "escape", "right_arrest", "wrong_arrest"}


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("edition", board.EDITIONS)
def test_the_fast_rules_agree_with_the_slow_ones(edition: str, chunk: int, proof: Proof) -> None:
    games = max(1, proof.amount(test=200, proof=20_000) // (2 * CHUNKS))
    met: Counter[str] = Counter()
    for number in range(games):
        seed = f"{proof.seed} {edition} {chunk} {number}"
        slow = MrJackOracle(edition)
        met += compare(start(board.EDITIONS.index(edition)), slow, seed, patient=bool(number % 2))
    name = f"mr_jack agrees with its oracle ({edition}, {chunk + 1} of {CHUNKS})"
    proof.report(name, games=games, positions=met["positions"], **endings(met))


@pytest.mark.parametrize("chunk", range(SCRAMBLES))
@pytest.mark.parametrize("edition", board.EDITIONS)
def test_they_agree_where_all_eight_crowd_into_a_corner(edition: str, chunk: int, proof: Proof) -> None:
    tables = max(1, proof.amount(test=300, proof=5_000) // (2 * SCRAMBLES))
    met: Counter[str] = Counter()
    for number in range(tables):
        seed = f"{proof.seed} scrambled {edition} {chunk} {number}"
        slow = scrambled(edition, Random(seed))
        met += compare(position_of(slow, edition), slow, seed, patient=True, rounds=1)
    name = f"mr_jack in a crowd ({edition}, {chunk + 1} of {SCRAMBLES})"
    rare = {case.replace(" ", "_"): met[case] for case in sorted(RARE)}
    proof.report(name, tables=tables, positions=met["positions"], **rare)


@pytest.mark.parametrize("edition", board.EDITIONS)
def test_a_crowd_meets_every_rare_case(edition: str) -> None:
    met: Counter[str] = Counter()
    for number in range(700):
        rng = Random(number)
        position = position_of(scrambled(edition, rng), edition)
        begun = position.round
        while position.round == begun and (legal := position.legal()):
            text = chosen([ACTIONS.format(action) for action in legal], position, rng, patient=True)
            before = position.copy()
            position.advance(ACTIONS.parse(text))
            met.update(cases(before, text, position))
    assert set(met) >= RARE


def compare(
    fast: Position, slow: MrJackOracle, seed: str, *, patient: bool, rounds: int = board.LAST_ROUND
) -> Counter[str]:
    """Play rounds on both. Returns the number of compared positions and the cases that occurred."""
    rng = Random(f"{seed} played")
    last_round = fast.round + rounds - 1
    played: list[str] = []
    met: Counter[str] = Counter()
    while True:
        where = f"game {seed!r} after {played}"
        legal = [ACTIONS.format(action) for action in fast.legal()]
        assert SEATS[fast.to_move()] == slow.to_move(), where
        assert legal == sorted(legal, key=ACTIONS.parse), where
        assert len(legal) == len(set(legal)), where
        assert set(legal) == slow.legal(), where
        assert picture_of(fast) == slow.picture(), where
        if fast.ending != board.ESCAPE:
            assert {name for n, name in enumerate(CHARACTERS) if fast.seen() >> n & 1} == slow.visible(), where
        met["positions"] += 1
        if not legal or fast.round > last_round:
            return met
        text = chosen(legal, fast, rng, patient=patient)
        before = fast.copy()
        fast.advance(ACTIONS.parse(text))
        slow.play(text)
        played.append(text)
        met.update(cases(before, text, fast))


def chosen(legal: list[str], position: Position, rng: Random, *, patient: bool) -> str:
    """Return a random action; a patient Detective rarely accuses."""
    if patient and rng.random() < 0.95:
        innocent = [text for text in legal if not accuses(position, ACTIONS.parse(text))]
        return rng.choice(innocent or legal)
    return rng.choice(legal)


def accuses(position: Position, action: int) -> bool:
    return action < board.HEXES and bool(position.occupied >> action & 1)


def cases(before: Position, text: str, after: Position) -> list[str]:
    """Return the names of the cases in one step: an ending, or a rare case."""
    met = [text] if text in {"stay", "whistle nobody"} else []
    if text.startswith("whistle") and before.budget in {1, 2}:
        met.append(f"whistled for {before.budget}")
    return [*met, board.ENDINGS[after.ending]] if after.ending else met


def endings(met: Counter[str]) -> dict[str, int]:
    return {reason: met[reason] for reason in board.ENDINGS if reason}


def scrambled(edition: str, rng: Random) -> MrJackOracle:
    """Return the start of a round with all eight characters near a corner; the one on it, often Goodley, is played."""
    slow = MrJackOracle(edition)
    jack = rng.choice(CHARACTERS)
    slow.play(f"jack {jack}")
    cornered = "goodley" if rng.random() < 0.5 else rng.choice(CHARACTERS)
    others = rng.sample([name for name in CHARACTERS if name != cornered], 7)
    corner, *near = crowded(rng.choice(sorted(EXITS.values())), rng.choice([8, 8, 9, 10, 12]))
    slow.hexes = {cornered: corner, **dict(zip(others, rng.sample(near, 7), strict=True))}
    slow.facing = rng.choice(list(STEPS))
    slow.round = rng.randint(1, board.LAST_ROUND)
    slow.witness = rng.choice(["visible", "invisible"])
    slow.up = {jack, *rng.sample(CHARACTERS, rng.randint(0, 8))}
    slow.cordons = set(rng.sample(sorted(EXITS), 2))
    # Half of the time the manholes in the crowd are shut, if two covers are enough.
    manholes = sorted(slow.manholes)
    shut = [place for place in manholes if place in {corner, *near}][:2] if rng.random() < 0.5 else []
    slow.covers = {*shut, *rng.sample([place for place in manholes if place not in shut], 2 - len(shut))}
    tiles = [str(number) for number in range(slow.round, 5)] + ["unnumbered"] * 2
    slow.lamps = dict(zip(rng.sample(sorted(POSTS), len(tiles)), tiles, strict=True))
    slow.face_up = {cornered, *others[:3]}
    slow.later = set(others[3:]) if slow.round % 2 else set()
    drawn = rng.sample(sorted(slow.pile), rng.randint(0, (slow.round - 1) // 2))
    cut = rng.randint(0, len(drawn))
    slow.alibis = {"jack": set(drawn[:cut]), "detective": set(drawn[cut:])}
    slow.pile -= set(drawn)
    return slow


def crowded(corner: str, number: int) -> list[str]:
    """Return the hexes nearest to a corner, itself first."""
    return sorted(street_distances(corner), key=lambda place: (street_distances(corner)[place], place))[:number]
