"""Beliefs as arrays: all possible hidden states, with the true one among them."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from gaslamp import titles
from gaslamp.research.beliefs import posterior
from gaslamp.research.encodings import encoding_of
from gaslamp.research.episode import Episode
from gaslamp.research.observations import ObservationEncoder


def moment(title: str, seed: int, steps: int) -> Episode:
    """An episode after *steps* random steps, or just before its end."""
    rng = Random(seed)
    episode = Episode(titles.game(title))
    for _ in range(steps):
        then = episode.copy()
        episode.advance(rng.choice(episode.position.legal()))
        if not episode.position.legal():
            return then
    return episode


def true_planes(episode: Episode) -> dict[str, Any]:
    """The true private planes of all seats."""
    encoding = encoding_of(episode.game.title)
    assert encoding
    seen = ObservationEncoder(episode.game, encoding, public=False, own=False, everyone=True, recall=False)
    seen.fill(episode, episode.game.seats[0])
    return {name: plane for name, plane in seen.planes.items() if name != "seat"}


@pytest.mark.parametrize("title", ["pocket", "mr_jack"])
@pytest.mark.parametrize("steps", [15, 30, 45])
def test_the_states_of_a_belief_are_different_and_the_true_one_is_among_them(title: str, steps: int) -> None:
    episode = moment(title, steps, steps)
    truth = true_planes(episode)
    for viewer in episode.game.viewers:
        found = posterior(episode, viewer)
        assert found.exact
        assert found.weights.sum() == pytest.approx(1)
        assert found.planes.keys() == truth.keys()
        rows = np.concatenate([plane.reshape(len(found.weights), -1) for plane in found.planes.values()], axis=1)
        assert len(np.unique(rows, axis=0)) == len(rows)
        assert (rows == np.concatenate([plane.reshape(-1) for plane in truth.values()])).all(axis=1).any()
    assert len(posterior(episode, "jack").weights) <= len(found.weights)


def test_a_marginal_is_the_weighted_share_of_the_states() -> None:
    episode = moment("pocket", 1, 34)
    worlds = episode.belief("detectives").worlds()
    identity = posterior(episode, "detectives").marginal("jack.identity")
    for suspect in range(9):
        share = sum(weight for world, weight in worlds.items() if world.identity == suspect) / sum(worlds.values())
        assert identity[suspect] == pytest.approx(share)


def test_whitehall_has_exact_marginals_and_sampled_states() -> None:
    episode = moment("whitehall", 3, 60)
    found = posterior(episode, "investigator1")
    assert not found.exact
    circles = episode.belief("investigator1").circles()
    counted = found.marginal("jack.circle")
    assert {circle + 1 for circle in np.flatnonzero(counted)} == set(circles)
    assert counted.sum() == pytest.approx(1)
    assert set(np.flatnonzero(found.planes["jack.circle"].any(axis=0)) + 1) <= set(circles)
    assert posterior(episode, "jack").exact
    assert np.array_equal(posterior(episode, "jack").marginal("jack.circle"), true_planes(episode)["jack.circle"])
