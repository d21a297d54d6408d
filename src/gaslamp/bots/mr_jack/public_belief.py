"""Public belief over Jack's identity under his own mixed strategy, and that strategy for every identity at once.

Both follow from public news, so the strategy does not depend on who Jack is. Each choice updates the belief by Bayes'
rule, and the next mixture starts from the updated belief: what was revealed earlier is not revealed again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from gaslamp.bots.mr_jack.mixing import costs, parts
from gaslamp.bots.mr_jack.public_position import PublicPosition
from gaslamp.bots.mr_jack.reasons import pursuers
from gaslamp.bots.mr_jack.search.activations import Board
from gaslamp.bots.mr_jack.search_bot import Candidate, Weights, changed, escape_action, from_key, shares
from gaslamp.core.game import News
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.position import Position

_FLOOR: Final = 0.003  # probability of a suspect; keeps surprising choices possible
_DECISIONS: Final = 1024  # cached decisions: a reader asks for those of a whole game again and again
_CHARACTERS: Final = range(len(board.CHARACTERS))

Search: TypeAlias = Callable[[Position, Weights, int], list[Candidate]]


class Mixture(NamedTuple):
    """Candidates of a decision of Jack, and the probability of each for every identity."""

    candidates: tuple[Candidate, ...]
    probabilities: tuple[tuple[float, ...], ...]

    def actions(self, identity: int) -> Mapping[int, float]:
        """Return the probability of each action for an identity."""
        found: dict[int, float] = {}
        for candidate, share in zip(self.candidates, self.probabilities[identity], strict=True):
            found[candidate.action] = found.get(candidate.action, 0.0) + share
        return found


def public(news: Sequence[News]) -> Iterator[News]:
    """Yield the news in their public form."""
    for piece in news:
        if piece.kind == "identity":
            yield News("identity_hidden", {})
        elif piece.kind in {"alibi", "alibi_hidden"}:
            yield News("alibi_hidden", {"seat": piece.details["seat"]})
        else:
            yield piece


def mixture(candidates: Sequence[Candidate], weights: Weights) -> Mixture:
    """Return Jack's mixed strategy over *candidates* if he is believed to be each suspect with *weights*."""
    near = [pursuers(Board(*candidate.ends)) for candidate in candidates]
    prices = costs([candidate.values for candidate in candidates], weights, near)
    return Mixture((*candidates,), tuple(map(tuple, parts(prices, weights))))


@lru_cache(_DECISIONS)
def _mixture(
    search: Search, key: tuple[int, ...], searched: tuple[int, ...], weights: tuple[int, ...], nodes: int
) -> Mixture:
    return mixture(search(from_key(key), searched, nodes), weights)


class PublicBelief(PublicPosition):
    """Tracks the public position and the probability of each identity. *search* finds Jack's candidates."""

    def __init__(self, edition: str, search: Search, nodes: int) -> None:
        super().__init__(edition)
        self._search = search
        self._nodes = nodes
        self.belief = [1 / len(board.CHARACTERS)] * len(board.CHARACTERS)

    def mixture(self) -> Mixture:
        """Return Jack's mixed strategy at the present position, in which he is to move."""
        escaping = self._escaping()
        staying = [self.belief[who] * (who not in escaping) for who in _CHARACTERS]
        weights = shares(staying if any(staying) else self.belief)
        position = changed(self.position, jack=0, pile=0, jack_alibis=0, detective_alibis=0)
        equal = shares([float(weight > 0) for weight in weights])  # a model of Detectives who read nothing
        return _mixture(self._search, position.key(), tuple(equal), tuple(weights), self._nodes)

    def _observe_action(self, action: int) -> None:
        if self.position.seat == board.JACK:
            escaping, found = self._escaping(), self.mixture()
            self._update(
                [
                    float(escaping[who] == action) if who in escaping else found.actions(who).get(action, 0.0)
                    for who in _CHARACTERS
                ]
            )
        super()._observe_action(action)

    def _called(self, news: News) -> None:
        super()._called(news)
        self._update([float(self._up >> who & 1) for who in _CHARACTERS])

    def _update(self, likely: Sequence[float]) -> None:
        """Apply Bayes' rule, unless the observation is impossible."""
        parts = [share * likelihood for share, likelihood in zip(self.belief, likely, strict=True)]
        total = sum(parts)
        if total <= 0:
            return
        floored = [max(part / total, _FLOOR) if self._up >> who & 1 else 0.0 for who, part in enumerate(parts)]
        self.belief = [part / sum(floored) for part in floored]

    def _escaping(self) -> dict[int, int]:
        """Return the escape action of each suspect who can leave now: as Jack he would."""
        found = {}
        for who in _CHARACTERS:
            if self.belief[who] > 0:
                way = escape_action(changed(self.position, jack=who))
                if way is not None:
                    found[who] = way
        return found
