"""Batches: every row equals the encoding of the views, however the games are stepped."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gaslamp.core.errors import IllegalAction
from gaslamp.research.batch import Batch
from gaslamp.research.encodings import encoding_of
from gaslamp.research.observations import ObservationEncoder
from gaslamp.research.pettingzoo import mr_jack_v0, pocket_v0, whitehall_v0

MODULES = {"pocket": pocket_v0, "mr_jack": mr_jack_v0, "whitehall": whitehall_v0}
EVERY_RULE = {
    "murderer_at_large": "on",
    "newspaper_fabrications": "on",
    "false_clues": "on",
    "roll_up_your_sleeves": "on",
    "smoker": "on",
    "reconstructed_tiles": "on",
    "reinforcements": "yellow_green_brown",
    "casebook": "easy",
    "investigators": "3",
}
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("pocket", {"both_goals_while_seen": "chase"}),
    ("mr_jack", {}),
    ("mr_jack", {"edition": "original"}),
    ("whitehall", {}),
    ("whitehall", EVERY_RULE),
)
STEPS = 140  # enough for a whole game of every title


class Single:
    """A PettingZoo environment to compare with one row of a batch, restarted when it ends."""

    def __init__(self, title: str, seed: int, options: dict[str, str]) -> None:
        self.env = MODULES[title].raw_env(**options)
        self.env.reset(seed=seed)
        encoding = encoding_of(title)
        assert encoding
        self.seen = ObservationEncoder(self.env.game, encoding, public=True, own=True, everyone=False, recall=False)

    def step(self, action: int) -> tuple[list[float], bool]:
        self.env.step(action)
        rewards, over = list(self.env.rewards.values()), any(self.env.terminations.values())
        if over:
            self.env.reset()
        return rewards, over

    def row(self, seat: str) -> tuple[Any, Any]:
        """Return a seat's observation from its view, and the legal actions."""
        self.seen.fill_from_views(self.env.episode, seat)
        assert np.array_equal(self.seen.numbers(self.env.episode, seat), self.seen.tensor)
        return self.seen.tensor.copy(), self.env.episode.position.legal()


@pytest.mark.long
@pytest.mark.parametrize(("title", "options"), GAMES, ids=lambda value: value if isinstance(value, str) else "")
def test_each_row_equals_the_environment_with_its_seed(title: str, options: dict[str, Any]) -> None:
    batch = Batch(title, 4, seed=1888, watch="all", threads=2, **options)
    movers = Batch(title, 4, seed=1888, **options)
    singles = [Single(title, 1888 + row, options) for row in range(len(batch))]
    rng = np.random.default_rng(1)
    overs = 0
    for _ in range(STEPS):
        for row, single in enumerate(singles):
            for number, seat in enumerate(batch.game.seats):
                seen, legal = single.row(seat)
                assert np.array_equal(batch.observations[row, number], seen)
            assert batch.legal[row, : batch.counts[row]].tolist() == np.flatnonzero(batch.masks[row]).tolist() == legal
            mover = batch.movers[row]
            assert batch.game.seats[mover] == single.env.agent_selection
            assert np.array_equal(movers.observations[row], batch.observations[row, mover])
        assert np.array_equal(movers.masks, batch.masks)
        actions = batch.legal[np.arange(4), rng.integers(batch.counts)]
        batch.step(actions)
        movers.step(actions)
        for row, single in enumerate(singles):
            rewards, over = single.step(int(actions[row]))
            assert batch.rewards[row] == pytest.approx(rewards)
            assert batch.dones[row] == over
            overs += over
    assert overs


def test_nothing_is_done_if_one_action_is_illegal() -> None:
    batch = Batch("pocket", 3)
    before = batch.observations.copy()
    legal = batch.legal[:, 0].copy()
    for wrong in (legal[:2], [*legal[:2], 0], [*legal[:2], -1], [*legal[:2], 147], legal.astype(float)):
        with pytest.raises(IllegalAction):
            batch.step(wrong)
    assert np.array_equal(batch.observations, before)
    batch.step(legal)
    assert not np.array_equal(batch.observations, before)


def test_a_single_game_can_be_stepped_without_keeping_its_arrays() -> None:
    batch = Batch("whitehall", 2, seed=5)
    lane, legal, counts, masks = batch.lanes[0], batch.legal, batch.counts, batch.masks
    other = batch.observations[1].copy()
    alone = Batch("whitehall", 1, seed=5)
    with pytest.raises(IllegalAction):
        lane.act(2781)
    del batch
    for _ in range(50):
        action = int(legal[0, counts[0] // 2])
        lane.act(action)
        alone.step([action])
        assert np.array_equal(masks[0], alone.masks[0])
    assert counts[1]
    assert other.any()


def test_a_seed_gives_the_same_games_with_any_number_of_threads() -> None:
    played = []
    for threads in (1, 3, 9):
        batch = Batch("mr_jack", 5, seed=7, threads=threads, watch="none")
        steps = [batch.step_at_random().tolist() for _ in range(40)]
        batch.reset(7)
        assert [batch.step_at_random().tolist() for _ in range(40)] == steps
        played.append(steps)
    assert played[0] == played[1] == played[2]


def test_the_arrays_stay_where_they_are_and_are_taken_over_without_a_copy() -> None:
    batch = Batch("pocket", 8)
    arrays: tuple[NDArray[Any], ...] = (
        batch.masks,
        batch.observations,
        batch.movers,
        batch.rewards,
        batch.dones,
        batch.legal,
        batch.counts,
    )
    taken = [np.from_dlpack(array) for array in arrays]
    turn = batch.plane("turn")
    for _ in range(60):
        batch.step_at_random()
    for array, other in zip(arrays, taken, strict=True):
        assert array.flags.c_contiguous
        assert np.shares_memory(array, other)
    assert turn.shape == (8, 8)
    assert np.shares_memory(turn, batch.observations)
    assert (turn.sum(axis=1) == 1).all()
