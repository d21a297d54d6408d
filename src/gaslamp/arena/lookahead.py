"""Best response to a policy: the reader's search with the other side fixed.

With `EXACT` every action, every draw and every reply of the policy is followed to the end of the game; the value is the
best that any opponent can get. This is for small games. `LOCAL` tries the best few actions, follows a few replies up to
the reader's next decision and evaluates that with the reader's own level: a local best response, whose results are a
lower bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from random import Random
from typing import Final

from gaslamp.arena.reading import PublicState, Reading
from gaslamp.bots import BeliefCache, Limit, Question, Situation
from gaslamp.bots.bot import Planning


@dataclass(frozen=True, slots=True)
class Breadth:
    """Size of the search; None for no bound."""

    actions: int | None = None  # tried per decision of the reader
    paths: int | None = None  # replies and draws followed per action
    replies: int | None = None  # turns of the policy looked ahead
    margin: float = 1.0  # actions worse than the best by more are not tried
    edge: float = 0.0  # by which an action must beat the level's own choice
    lost: float = 0.0  # value of a lost game; a won one is 1 minus it
    ends_only: bool = False  # add the value of ends to the level's own value of an action


EXACT: Final = Breadth()
LOCAL: Final = Breadth(actions=4, paths=6, replies=1, margin=0.15, edge=0.03)
POINTS: Final = Breadth(actions=4, paths=3, replies=1, margin=8.0, lost=-40.0, ends_only=True)  # for values in moves
GREEDY: Final = Breadth(actions=1)
_ENTRIES: Final = 4096  # cached searches


class Lookahead:
    """Searches for the reader of *reading* with the values of *level*."""

    def __init__(self, reading: Reading, level: Planning, limit: Limit, breadth: Breadth) -> None:
        self._reading = reading
        self._level = level
        self._limit = limit
        self._breadth = breadth
        self._cache = BeliefCache(_ENTRIES)

    def best(self, state: PublicState, rng: Random) -> tuple[int, float]:
        """Return the best action of the reader, who is to move, and its value."""
        breadth = self._breadth
        if breadth.paths is not None:
            state = self._reading.thinned(state)
        tried = self._candidates(state)
        if len(tried) == 1 and breadth.actions is not None:
            return tried[0]
        values = self._searched(state, tried, rng.getrandbits(64))
        own, best = values[0], max(values, key=lambda found: found[1])
        if breadth.paths is not None and best[1] > own[1] + breadth.edge:
            # The best of several samples is biased upwards: confirm it on other draws.
            pair = [candidate for candidate in tried if candidate[0] in {own[0], best[0]}]
            own, best = self._searched(state, pair, rng.getrandbits(64))
        return best if best[1] > own[1] + breadth.edge else own

    def _searched(self, state: PublicState, tried: Sequence[tuple[int, float]], seed: int) -> list[tuple[int, float]]:
        """Return the actions with their values; all of them meet the same draws."""
        values = []
        for action, estimate in tried:
            path = _Path(self._breadth.paths, self._breadth.replies, Random(seed))
            value = self._mean(self._reading.after(state, action), path)
            values.append((action, value + estimate if self._breadth.ends_only else value))
        return values

    def value(self, state: PublicState, rng: Random) -> float:
        """Return the reader's value of any state."""
        return self._value(state, _Path(self._breadth.paths, self._breadth.replies, rng))

    def _candidates(self, state: PublicState) -> list[tuple[int, float]]:
        """Return the actions to try with their estimates, best first."""
        legal = self._reading.options(state)
        if self._breadth.actions is None or len(legal) == 1:
            return [(action, 0.0) for action in legal]
        ranked = sorted(self.estimates(state).items(), key=lambda found: -found[1])
        least = ranked[0][1] - self._breadth.margin
        return [(action, value) for action, value in ranked[: self._breadth.actions] if value >= least]

    def estimates(self, state: PublicState) -> dict[int, float]:
        """Return the level's own values of the reader's actions under the posterior."""
        playthrough = state.any_position
        seat = playthrough.game.to_move(playthrough.position)
        assert seat is not None
        question = Question(Situation.at(playthrough, seat), self._limit)
        values = self._level.values(question, state.positions, self._cache)
        found = {playthrough.game.actions.parse(notation): value for notation, value in values.items()}
        options = self._reading.options(state)
        possible = {action: value for action, value in found.items() if action in options}
        return possible or dict.fromkeys(options, min(found.values()))

    def _value(self, state: PublicState, path: _Path) -> float:
        reading, game = self._reading, self._reading.game
        ended = [game.outcome(playthrough.position) for playthrough, _ in state.weighted]
        if any(ended):
            pairs = zip(ended, state.weighted, strict=True)
            won = sum(weight for outcome, (_, weight) in pairs if outcome and outcome.winner == reading.reader)
            return won * (1.0 - self._breadth.lost) + (1.0 - won) * self._breadth.lost
        if not reading.reads(state):
            return self._replied(state, replace(path, replied=path.replied or reading.decides(state)))
        legal = reading.options(state)
        if len(legal) == 1:
            return self._mean(reading.after(state, legal[0]), path)
        if path.replies is None:
            return max(self._mean(reading.after(state, action), path) for action in legal)
        if path.replied and path.replies == 1 and self._breadth.ends_only:
            return 0.0
        estimates = self.estimates(state)
        if path.replied and path.replies == 1:
            return max(estimates.values())
        best = max(estimates, key=lambda action: estimates[action])
        later = replace(path, replies=path.replies - path.replied, replied=False)
        return self._mean(reading.after(state, best), later)

    def _replied(self, state: PublicState, path: _Path) -> float:
        """Return the value of a state in which chance or the policy is to move."""
        if path.count is None:
            return self._mean(self._reading.following(state), path)
        shares = self._reading.action_shares(state, path.count, path.rng)
        counts = _systematic([*shares.values()], path.count, path.rng.random())
        return sum(
            count * self._mean(self._reading.reached(state, action), replace(path, count=count))
            for count, action in zip(counts, shares, strict=True)
            if count
        ) / path.count  # fmt: skip

    def _mean(self, states: Sequence[tuple[float, PublicState]], path: _Path) -> float:
        """Return the mean value of states; with a number of paths, of a systematic sample of them."""
        total = sum(share for share, _ in states)
        if path.count is None:
            return sum(share * self._value(state, path) for share, state in states) / total
        counts = _systematic([share for share, _ in states], path.count, path.rng.random())
        return sum(
            count * self._value(state, replace(path, count=count))
            for count, (_, state) in zip(counts, states, strict=True)
            if count
        ) / path.count  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Path:
    """State of a search below one action."""

    count: int | None  # sampled paths; None: all
    replies: int | None  # turns of the policy left
    rng: Random
    replied: bool = False  # the policy has decided since the reader's last action


def _systematic(shares: Sequence[float], count: int, offset: float) -> list[int]:
    """Return how many of *count* evenly spaced points fall to each share.

    >>> _systematic([0.5, 0.25, 0.25], 4, 0.5)
    [2, 1, 1]
    """
    total, passed, taken, counts = sum(shares), 0.0, 0, []
    for share in shares:
        passed += share / total
        until = min(count, ceil(passed * count - offset - 1e-9))
        counts.append(max(0, until - taken))
        taken = max(taken, until)
    counts[-1] += count - taken
    return counts
