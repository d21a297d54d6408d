"""Luck of a game, to be subtracted from its result (AIVAT; Burch, Schmid, Moravčík, Morrill and Bowling 2018).

At each step whose probabilities are known, the luck is the value after it minus the mean value over all that could have
happened. Its mean is 0, so results minus luck have the same mean with less variance. Steps are the choices of the
policy, its answers at a call, draws, and the end of the game. Values are those of the levels that play; any values
would do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from gaslamp.arena.reading import Possible, PublicState, Reading
from gaslamp.core.game import CHANCE

_DRAWS: Final = 16  # more possible draws are not evaluated


class Luck:
    """Sums the luck of the reader's side. *estimates* returns the reader's values of its actions in a state."""

    def __init__(self, reading: Reading, estimates: Callable[[PublicState], Mapping[int, float]]) -> None:
        self._reading = reading
        self._estimates = estimates
        self._values: dict[bytes, float | None] = {}
        self.total = 0.0

    def step(self, state: PublicState, action: int, states: Sequence[Possible], after: bytes) -> None:
        """Add the luck of a step from *state* by *action*, which led to that of *states* with the token *after*."""
        if self._reading.decides(state):
            self.total += self.of_choice(state, action)
        self.total += self.of_answer(states, after)

    def of_choice(self, state: PublicState, action: int) -> float:
        """Return the luck of a choice of the policy: its value, minus the mean over all of its choices."""
        mean, value, likely = 0.0, 0.0, 0.0
        for playthrough, weight in state.weighted:
            shares = dict(self._reading.shares(state, playthrough))
            worth = _after_choices(shares, self._reading.policy.values(playthrough, state.token))
            mean += weight * sum(share * worth[done] for done, share in shares.items())
            value += weight * shares.get(action, 0.0) * worth.get(action, 0.0)
            likely += weight * shares.get(action, 0.0)
        return value / likely - mean

    def of_answer(self, states: Sequence[Possible], after: bytes) -> float:
        """Return the luck of reaching one of several states; 0 if one of them has no value."""
        if len(states) == 1:
            return 0.0
        values = {state.token: self.value(state) for _, state in states}
        known = {token: value for token, value in values.items() if value is not None}
        if len(known) < len(values):
            return 0.0
        total = sum(share for share, _ in states)
        return known[after] - sum(share * known[state.token] for share, state in states) / total

    def value(self, state: PublicState, *, drawn: bool = False) -> float | None:
        """Return the reader's winning probability in a state, None if it is not evaluated; *drawn* after a draw."""
        if state.token not in self._values:
            self._values[state.token] = self._evaluated(state, drawn=drawn)
        return self._values[state.token]

    def _evaluated(self, state: PublicState, *, drawn: bool) -> float | None:
        reading, position = self._reading, state.any_position.position
        outcome = reading.game.outcome(position)
        if outcome:
            return float(outcome.winner == reading.reader)
        if reading.game.to_move(position) == CHANCE:
            if drawn or len(position.legal()) > _DRAWS:
                return None
            states = reading.following(state)
            values = [self.value(after, drawn=True) for _, after in states]
            known = [value for value in values if value is not None]
            if len(known) < len(values):
                return None
            return sum(share * value for (share, _), value in zip(states, known, strict=True))
        if reading.reads(state):
            return None if len(position.legal()) == 1 else max(self._estimates(state).values())
        value = 0.0
        for playthrough, weight in state.weighted:
            shares = dict(reading.shares(state, playthrough))
            worth = _after_choices(shares, reading.policy.values(playthrough, state.token))
            value += weight * sum(share * worth[done] for done, share in shares.items())
        return value


def _after_choices(shares: Mapping[int, float], values: Mapping[int, float]) -> dict[int, float]:
    """Return 1 minus the policy's own value of each choice; a choice without a value counts as the worst one."""
    least = min(values.values())
    return {done: 1.0 - values.get(done, least) for done in shares}
