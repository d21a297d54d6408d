"""Beliefs of Mr. Jack against the oracle: every secret is tried, and kept if the visible table stays the same.

The fast belief learns from events and would believe an event that reveals too much. The oracle knows no events, only
what a seat can see, so it detects such an event.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

from gaslamp import titles
from gaslamp.core.game import apply, redact
from gaslamp.titles.mr_jack.rules import board
from tests.conftest import Proof
from tests.oracle.mr_jack.board import CHARACTERS
from tests.oracle.mr_jack.rules import MrJackOracle

# What lies face down for a viewer; of the alibi cards everybody sees how many there are.
HIDDEN = {
    "jack": {"detective_alibis", "alibi_pile"},
    "detective": {"jack", "jack_alibis", "alibi_pile"},
    "spectator": {"jack", "jack_alibis", "detective_alibis", "alibi_pile"},
}
MOST = 2  # hidden cards at most; more have too many orders


def open_table(oracle: MrJackOracle, viewer: str) -> tuple[object, ...]:
    """Return what a viewer can see; after the end everything."""
    hidden = HIDDEN[viewer] if oracle.winner is None else set()
    shown = [(key, value) for key, value in oracle.picture().items() if key not in hidden]
    return repr(shown), len(oracle.alibis["jack"]), len(oracle.alibis["detective"]), oracle.to_move()


def looks(notations: list[str], edition: str, viewer: str) -> Iterator[tuple[object, ...]]:
    """Return the visible table after each action, up to one that is illegal in this world, and the secret."""
    oracle = MrJackOracle(edition)
    for notation in notations:
        try:
            oracle.play(notation)
        except ValueError:
            return
        yield open_table(oracle, viewer)
    yield str(oracle.jack), frozenset(oracle.alibis["jack"]), frozenset(oracle.alibis["detective"])


@pytest.mark.long
@pytest.mark.parametrize("viewer", HIDDEN)
def test_a_seats_belief_matches_the_oracle(viewer: str, proof: Proof) -> None:
    games, worlds = proof.amount(test=2, proof=40), 0
    for number in range(games):
        rng = Random(f"{proof.seed} belief {viewer} {number}")
        edition = rng.choice(board.EDITIONS)
        game = titles.game("mr_jack", {"edition": edition})
        position, belief = game.start(), game.belief(viewer)
        notations: list[str] = []
        unseen: list[int] = []  # actions whose card this viewer does not see
        stop = rng.randint(10, 90)
        while (legal := position.legal()) and len(notations) < stop:
            innocent = [action for action in legal if action >= board.HEXES or not position.occupied >> action & 1]
            action = rng.choice(innocent if rng.random() < 0.9 and innocent else legal)
            after, events = apply(game, position, action)
            news = redact(events, viewer)
            if news[0].kind == "alibi_hidden":
                if len(unseen) == MOST:
                    break
                unseen.append(len(notations))
            position = after
            notations.append(game.actions.format(action))
            for piece in news:
                belief.observe(piece)
        expected = _by_trying(notations, unseen, edition, viewer)
        assert len(belief.worlds()) == len(expected), f"seed {proof.seed}, game {number}"
        assert set(map(_told, belief.worlds())) == expected, f"seed {proof.seed}, game {number}"
        assert set(belief.worlds().values()) == {1}  # as many orders of drawing for each hand
        worlds += len(expected)
    proof.report(f"mr_jack: belief of {viewer} against the oracle", games=games, worlds=worlds)


def _told(world: object) -> tuple[object, ...]:
    """Return Jack's identity and each side's alibi cards of a world."""
    identity, jack, detective = (getattr(world, name) for name in ("identity", "jack", "detective"))
    return (
        CHARACTERS[identity],
        frozenset(CHARACTERS[card] for card in jack),
        frozenset(CHARACTERS[card] for card in detective),
    )


def _by_trying(notations: list[str], unseen: list[int], edition: str, viewer: str) -> set[tuple[object, ...]]:
    """Return every secret that leaves the visible table the same."""
    *truth, _ = looks(notations, edition, viewer)
    found = set()
    for jack in CHARACTERS if viewer != "jack" else [notations[0].split()[1]]:
        for cards in permutations(CHARACTERS, len(unseen)):
            other = list(notations)
            other[0] = f"jack {jack}"
            for place, card in zip(unseen, cards, strict=True):
                other[place] = f"alibi {card}"
            tried = looks(other, edition, viewer)
            if all(next(tried, None) == seen for seen in truth):
                found.add(next(tried))
    return found
