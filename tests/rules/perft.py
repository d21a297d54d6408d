"""Counting trees of games, for every title: by the fast rules, and by the slow second reading of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeVar

from gaslamp.core.game import Game


class Tree(NamedTuple):
    """The sequences of exactly so many actions, and how the games ended that ended within them."""

    sequences: int
    endings: Counter[str]


class Oracle(Protocol):
    """What a second reading offers to be counted."""

    reason: str | None

    def legal(self) -> Any:
        """Give the texts of every legal action."""

    def play(self, action: str) -> None:
        """Carry out an action."""


AnyOracle = TypeVar("AnyOracle", bound=Oracle)


def grown(position: Any, depth: int, game: Game[Any, Any]) -> Tree:
    """Count the tree of the fast rules."""
    outcome = game.outcome(position)
    if depth == 0 or outcome:
        return _leaf(depth, outcome.reason if outcome else None)
    branches = []
    for action in position.legal():
        after = position.copy()
        after.advance(action)
        branches.append(grown(after, depth - 1, game))
    return _joined(branches)


def grown_slowly(oracle: AnyOracle, depth: int, twin: Callable[[AnyOracle], AnyOracle]) -> Tree:
    """Count the tree of the slow second reading, given how to copy it."""
    if depth == 0 or oracle.reason:
        return _leaf(depth, oracle.reason)
    branches = []
    for action in oracle.legal():
        after = twin(oracle)
        after.play(action)
        branches.append(grown_slowly(after, depth - 1, twin))
    return _joined(branches)


def _leaf(depth: int, reason: str | None) -> Tree:
    return Tree(int(depth == 0), Counter([reason] if reason else []))


def _joined(branches: list[Tree]) -> Tree:
    return Tree(sum(tree.sequences for tree in branches), sum((tree.endings for tree in branches), Counter()))
