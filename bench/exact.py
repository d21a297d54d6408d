"""Exact values of small games in which only one side has a secret: best responses, and an equilibrium by CFR+.

The tree has one node for each public state, with a vector over the secrets of the side that is read (the policy). The
other side (the reader) has one decision for each node. Values are the reader's winning probability.

>>> end = [Node("end", payoffs=[1.0, 0.0]), Node("end", payoffs=[0.0, 1.0])]  # guess the secret
>>> links = [(0, 1.0), (1, 1.0)]
>>> root = Node("reader", branches=[Branch(number, [True, True], [(node, links)]) for number, node in enumerate(end)])
>>> best_response(root, [0.7, 0.3], {})
0.7
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

Links: TypeAlias = Sequence[tuple[int, float]]  # for each secret of a child: its secret here, and a probability
Strategy: TypeAlias = Sequence[Sequence[float]]  # probability of each branch, for each secret
Strategies: TypeAlias = Mapping[int, Strategy]  # by the id of a node of the policy

_LEAST: Final = 1e-12


@dataclass(eq=False)
class Branch:
    action: int
    open: Sequence[bool]  # for each secret, whether the action is possible
    children: Sequence[tuple[Node, Links]]


@dataclass(eq=False)
class Node:
    mover: str  # "reader", "policy", "chance" (one branch) or "end"
    payoffs: Sequence[float] = ()
    branches: list[Branch] = field(default_factory=list)


def size(node: Node) -> int:
    return 1 + sum(size(child) for branch in node.branches for child, _ in branch.children)


def best_response(node: Node, reach: Sequence[float], strategies: Strategies) -> float:
    """Return what the best reader wins against the policy; *reach* has the probability of each secret."""
    if node.mover == "end":
        return sum(weight * payoff for weight, payoff in zip(reach, node.payoffs, strict=True))
    shares = strategies.get(id(node)) if node.mover == "policy" else None
    values = []
    for number, branch in enumerate(node.branches):
        taken = [weight * shares[secret][number] for secret, weight in enumerate(reach)] if shares else reach
        values.append(sum(best_response(child, _below(taken, links), strategies) for child, links in branch.children))
    return max(values) if node.mover == "reader" else sum(values)


def best_policy(node: Node, strategies: Mapping[int, Sequence[float]]) -> list[float]:
    """Return for each secret what the reader's *strategies* win against the best policy."""
    if node.mover == "end":
        return [*node.payoffs]
    values = [
        _above(branch, [best_policy(child, strategies) for child, _ in branch.children]) for branch in node.branches
    ]
    if node.mover == "chance":
        return values[0]
    if node.mover == "reader":
        shares = strategies[id(node)]
        return [sum(a * b for a, b in zip(shares, column, strict=True)) for column in zip(*values, strict=True)]
    return [
        min(value for value, branch in zip(column, node.branches, strict=True) if branch.open[secret])
        for secret, column in enumerate(zip(*values, strict=True))
    ]


def _below(reach: Sequence[float], links: Links) -> list[float]:
    return [reach[secret] * share for secret, share in links]


def _above(branch: Branch, values: Sequence[Sequence[float]]) -> list[float]:
    """Return the values of a branch for the secrets of its node."""
    above = [0.0] * len(branch.open)
    for (_, links), found in zip(branch.children, values, strict=True):
        for (secret, share), value in zip(links, found, strict=True):
            above[secret] += share * value
    return above


class Solution:
    """An approximate equilibrium: CFR+ with linear averaging."""

    def __init__(self, root: Node, prior: Sequence[float]) -> None:
        self._root = root
        self._prior = prior
        self._regrets: dict[int, list[list[float]]] = {}
        self._sums: dict[int, list[list[float]]] = {}
        self._weight = 0

    def run(self, rounds: int) -> None:
        for _ in range(rounds):
            self._weight += 1
            for side in ("reader", "policy"):
                self._visit(self._root, self._prior, 1.0, side)

    def bounds(self) -> tuple[float, float]:
        """Return what the reader is sure to win, and what the policy is sure to allow at most."""
        policy = {at: [_shares(part) for part in parts] for at, parts in self._sums.items()}
        reader = {at: _shares(parts[0]) for at, parts in self._sums.items()}
        low = best_policy(self._root, reader)
        return sum(a * b for a, b in zip(self._prior, low, strict=True)), best_response(self._root, self._prior, policy)

    def _visit(self, node: Node, reach: Sequence[float], own: float, side: str) -> list[float]:
        """Return the reader's value for each secret, and update the regrets of one side."""
        if node.mover == "end":
            return [*node.payoffs]
        shares = self._current(node, len(reach))
        values = []
        for number, branch in enumerate(node.branches):
            taken, mine = reach, own
            if node.mover == "reader":
                mine = own * shares[0][number]
            elif node.mover == "policy":
                taken = [weight * part[number] for weight, part in zip(reach, shares, strict=True)]
            below = [self._visit(child, _below(taken, links), mine, side) for child, links in branch.children]
            values.append(_above(branch, below))
        if node.mover == "chance":
            return values[0]
        mean = [
            sum(part[number] * column[secret] for number, column in enumerate(values))
            for secret, part in enumerate(shares if node.mover == "policy" else shares * len(reach))
        ]
        if node.mover == side:
            self._update(node, reach, own, values, mean, shares)
        return mean

    def _current(self, node: Node, secrets: int) -> list[list[float]]:
        if node.mover == "chance":
            return []
        rows = 1 if node.mover == "reader" else secrets
        regrets = self._regrets.setdefault(id(node), [[0.0] * len(node.branches) for _ in range(rows)])
        self._sums.setdefault(id(node), [[_LEAST * b.open[k] for b in node.branches] for k in range(rows)])
        return [
            _shares(row) if sum(row) > 0 else _shares([float(branch.open[k]) for branch in node.branches])
            for k, row in enumerate(regrets)
        ]  # fmt: skip

    def _update(
        self, node: Node, reach: Sequence[float], own: float, values: Sequence[Sequence[float]], mean: Sequence[float],
        shares: Sequence[Sequence[float]],
    ) -> None:  # fmt: skip
        regrets, sums = self._regrets[id(node)], self._sums[id(node)]
        pairs = [*zip(values, node.branches, strict=True)]
        if node.mover == "reader":
            gains = [
                [sum(weight * (column[k] - mean[k]) for k, weight in enumerate(reach)) for column in values]
            ]  # fmt: skip
        else:
            gains = [
                [own * (mean[k] - column[k]) * branch.open[k] for column, branch in pairs] for k in range(len(reach))
            ]  # fmt: skip
        for k, row in enumerate(gains):
            times = self._weight * (own if node.mover == "reader" else reach[k])
            for number, gain in enumerate(row):
                regrets[k][number] = max(0.0, regrets[k][number] + gain)
                sums[k][number] += times * shares[k][number]


def _shares(parts: Sequence[float]) -> list[float]:
    total = sum(parts)
    return [part / total for part in parts]
