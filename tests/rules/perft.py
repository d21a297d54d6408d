"""Perft for every title: with the fast rules, and with the oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeVar

from gaslamp.core.game import Game


class Tree(NamedTuple):
    """The number of action sequences of a length, and the endings within them."""

    sequences: int
    endings: Counter[str]


class Oracle(Protocol):
    """The interface of an oracle."""

    reason: str | None

    def legal(self) -> Any:
        """Return the notations of all legal actions."""

    def play(self, action: str) -> None:
        """Apply an action."""


AnyOracle = TypeVar("AnyOracle", bound=Oracle)


def grown(position: Any, depth: int, game: Game[Any, Any]) -> Tree:
    """Count the tree with the fast rules."""
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
    """Count the tree with an oracle and its copy function."""
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
