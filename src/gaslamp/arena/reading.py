"""Posterior of a reader: the positions that explain its news, weighted by the policy of the other side.

>>> from gaslamp import titles
>>> from gaslamp.bots import Limit
>>> reading = Reading(titles.game("mr_jack"), "detective", Policy("mr_jack", "superintendent", Limit(nodes=500)))
>>> ((probability, state),) = reading.following(reading.start())  # Jack draws his identity, which nobody else sees
>>> probability, len(state.weighted)
(1.0, 8)

A `PublicState` is stepped with the game. Chance splits it by the draws' weights, the other side's decisions by the
probabilities of its policy, and each step keeps the positions that give the reader the same news. The posterior is
exact. Titles whose worlds are sampled (`Game.sampled`) use `SampledReading` in `reader.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from random import Random
from typing import Any, TypeAlias

from gaslamp.arena.policy import Policy
from gaslamp.bots.bot import WeightedPositions
from gaslamp.core.game import CHANCE, Game, News, Seat, Side
from gaslamp.core.history import Playthrough

Weighted: TypeAlias = tuple["Playthrough[Any, Any]", float]


@dataclass(frozen=True, slots=True)
class PublicState:
    """Positions that a reader cannot tell apart, with their probabilities."""

    token: bytes  # digest of the reader's news
    length: int  # of the reader's news
    weighted: tuple[Weighted, ...]

    @property
    def any_position(self) -> Playthrough[Any, Any]:
        return self.weighted[0][0]

    @property
    def positions(self) -> WeightedPositions:
        return [(playthrough.position, weight) for playthrough, weight in self.weighted]


Possible: TypeAlias = tuple[float, PublicState]  # a state and its probability


class Reading:
    """Rules of the public states: *reader* is the reading side, *policy* that of the other one."""

    def __init__(self, game: Game[Any, Any], reader: Side, policy: Policy) -> None:
        self.game = game
        self.reader = reader
        self.policy = policy
        self.seat: Seat = next(seat for seat in game.seats if game.side(seat) == reader)

    def start(self) -> PublicState:
        return PublicState(b"", 0, ((Playthrough(self.game), 1.0),))

    def reads(self, state: PublicState) -> bool:
        seat = self.game.to_move(state.any_position.position)
        return seat is not None and seat != CHANCE and self.game.side(seat) == self.reader

    def decides(self, state: PublicState) -> bool:
        seat = self.game.to_move(state.any_position.position)
        return seat is not None and seat != CHANCE and self.game.side(seat) != self.reader

    def options(self, state: PublicState) -> list[int]:
        """Return the actions of the reader, who is to move."""
        return list(state.any_position.position.legal())

    def after(self, state: PublicState, action: int) -> list[Possible]:
        """Return the states after an action of the reader, with their probabilities."""
        return self.split(state, ((playthrough, action, weight) for playthrough, weight in state.weighted))

    def following(self, state: PublicState) -> list[Possible]:
        """Return the states after a draw or a decision of the policy, with their probabilities."""
        return self.split(state, self.branches(state))

    def branches(self, state: PublicState) -> Iterator[tuple[Playthrough[Any, Any], int, float]]:
        """Yield each position with each action of chance or the policy, and the probability of both."""
        for playthrough, weight in state.weighted:
            for action, share in self.shares(state, playthrough):
                yield playthrough, action, weight * share

    def shares(self, state: PublicState, playthrough: Playthrough[Any, Any]) -> Iterable[tuple[int, float]]:
        """Return the probabilities of the actions of chance or the policy in one position."""
        position = playthrough.position
        if self.game.to_move(position) == CHANCE:
            weights = self.game.weights(position)
            return [
                (action, weight / sum(weights)) for action, weight in zip(position.legal(), weights, strict=True)
            ]  # fmt: skip
        return self.policy.shares(playthrough, state.token).items()

    def action_shares(self, state: PublicState, count: int, rng: Random) -> dict[int, float]:
        """Return the probability of each action of chance or the policy, estimated from *count* draws if unknown."""
        if len(state.weighted) == 1 and not self.policy.known and self.decides(state):
            drawn = Counter(self.policy.draw(state.any_position, rng) for _ in range(count))
            return {action: number / count for action, number in drawn.items()}
        totals: dict[int, float] = {}
        for _, action, weight in self.branches(state):
            totals[action] = totals.get(action, 0.0) + weight
        return totals

    def reached(self, state: PublicState, action: int) -> list[Possible]:
        """Return the states after one action of chance or the policy.

        A draw that the reader cannot see excludes no position: where it is impossible, another one is drawn.
        """
        chance = self.game.to_move(state.any_position.position) == CHANCE
        if len(state.weighted) == 1:
            return self.after(state, action)
        branches, others = [], []
        for playthrough, weight in state.weighted:
            shares = dict(self.shares(state, playthrough))
            if action in shares:
                branches.append((playthrough, action, weight * shares[action]))
            elif chance:
                other, share = next(iter(shares.items()))
                others.append((playthrough, other, weight * share))
        states = self.split(state, [*branches, *others])
        return states[:1] if chance else states

    def thinned(self, state: PublicState) -> PublicState:
        """Return the state with one position for each secret of the policy."""
        seat = next(seat for seat in self.game.seats if self.game.side(seat) != self.reader)
        merged: dict[Hashable, Weighted] = {}
        for playthrough, weight in sorted(state.weighted, key=lambda found: -found[1]):
            secret = self.policy.secret(playthrough.position, seat)
            kept, before = merged.get(secret, (playthrough, 0.0))
            merged[secret] = kept, before + weight
        return PublicState(state.token, state.length, tuple(merged.values()))

    def split(self, state: PublicState, branches: Iterable[tuple[Playthrough[Any, Any], int, float]]) -> list[Possible]:
        """Carry out the branches and group them by the reader's news; equal positions are merged."""
        groups: dict[bytes, tuple[int, dict[Hashable, Weighted]]] = {}
        for playthrough, action, weight in branches:
            after = playthrough.copy()
            after.advance(action)
            news = after.news(self.seat, state.length)
            _, merged = groups.setdefault(extended(state.token, news), (len(news), {}))
            key = after.position.key()
            kept, before = merged.get(key, (after, 0.0))
            merged[key] = kept, before + weight
        return [
            (total, PublicState(token, state.length + length, normalised([*merged.values()], total)))
            for token, (length, merged) in groups.items()
            if (total := sum(weight for _, weight in merged.values())) > 0
        ]

    def observed(self, state: PublicState, action: int, news: Sequence[News]) -> PublicState | None:
        """Return the state after the game's next step, which was *action* and gave the reader *news*.

        None if no position explains the news.
        """
        return of_token(self.possible(state, action), extended(state.token, news))

    def possible(self, state: PublicState, action: int) -> list[Possible]:
        """Return the states that *action* may lead to; for a draw, those of all draws."""
        if not self.reads(state) and not self.decides(state):
            return self.following(state)
        likely = zip(state.weighted, self.likelihoods(state, action), strict=True)
        branches = [(playthrough, action, weight * share) for (playthrough, weight), share in likely if share > 0]
        return self.split(state, branches)

    def likelihoods(self, state: PublicState, action: int) -> list[float]:
        """Return the probability of *action* in each position; 1 for all if the reader moves or one is possible."""
        if self.reads(state) or len(state.weighted) == 1:
            return [1.0] * len(state.weighted)
        return [dict(self.shares(state, playthrough)).get(action, 0.0) for playthrough, _ in state.weighted]


def normalised(weighted: Sequence[Weighted], total: float) -> tuple[Weighted, ...]:
    return tuple((playthrough, weight / total) for playthrough, weight in weighted)


def of_token(states: Sequence[Possible], token: bytes) -> PublicState | None:
    return next((state for _, state in states if state.token == token), None)


def extended(before: bytes, news: Sequence[News]) -> bytes:
    """Return the digest of more news; unchanged if there are none."""
    for piece in news:
        before = blake2b(before + repr((piece.kind, sorted(piece.details.items()))).encode(), digest_size=16).digest()
    return before
