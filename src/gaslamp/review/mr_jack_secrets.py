"""What is hidden in Mr. Jack, how likely each secret is, and positions with invented secrets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any, Final, NamedTuple

from gaslamp.bots.mr_jack.search_bot import Weights, changed, shares
from gaslamp.bots.mr_jack.superintendent import TRUST
from gaslamp.core.game import SPECTATOR, Game, advance, redact
from gaslamp.review.tree import Story
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.notation import ALIBI, CARD, PICK
from gaslamp.titles.mr_jack.rules.position import Position

CHARACTERS: Final = range(len(board.CHARACTERS))


class Hidden(NamedTuple):
    """Jack's identity, and the alibi cards of each side that are still suspects by the calls, as bits."""

    identity: int
    detective: int
    jack: int


@dataclass(frozen=True, slots=True)
class Known:
    """What is public: the position, with an invented identity and alibi cards, and the inferred posterior."""

    position: Position
    read: tuple[int, ...]  # by character: the posterior from Jack's choices

    def secrets(self) -> dict[Hidden, float]:
        """Return the probability of each secret: all orders of the alibi cards are equally likely."""
        up = self.position.up
        jacks, detectives = self.position.jack_alibis.bit_count(), self.position.detective_alibis.bit_count()
        weights: dict[Hidden, float] = {}
        for identity in members(up):
            others = up & ~(1 << identity)
            cleared = len(CHARACTERS) - 1 - others.bit_count()
            for held in _subsets(others, detectives):
                hidden = detectives - held.bit_count()  # cards of the Detective that are cleared by calls
                for own in _subsets(others & ~held, jacks):
                    ways = comb(cleared, hidden) * comb(max(0, cleared - hidden), jacks - own.bit_count())
                    if ways:
                        weights[Hidden(identity, held, own)] = ways * self.read[identity] ** TRUST
        total = sum(weights.values())
        return {secret: weight / total for secret, weight in weights.items()}

    def belief(self, held: int) -> Weights:
        """Return the Detective's belief if he holds these cards."""
        suspects = self.position.up & ~held
        return shares([(suspects >> character & 1) * self.read[character] ** TRUST for character in CHARACTERS])


def before_draw(secret: Hidden, position: Position, values: Mapping[Hidden, float], drawer: int) -> float:
    """Return the mean over the alibi cards that may be drawn."""
    drawn = position.jack_alibis.bit_count() + position.detective_alibis.bit_count()
    pile = len(CHARACTERS) - 1 - drawn
    suspects = position.up & ~(1 << secret.identity | secret.detective | secret.jack)
    cleared = pile - suspects.bit_count()
    value = cleared * values[secret] if cleared else 0.0
    for card in members(suspects):
        if drawer == board.JACK:
            value += values[secret._replace(jack=secret.jack | 1 << card)]
        else:
            value += values[secret._replace(detective=secret.detective | 1 << card)]
    return value / pile


def turned(position: Position, cards: Sequence[int]) -> Position:
    position = position.copy()
    for card in cards:
        position.advance(CARD + card)
    return position


def advanced(game: Game[Any, Any], position: Position, actions: Sequence[int]) -> tuple[Position, Story]:
    """Carry out an activation, with an invented alibi card."""
    news: Story = ()
    for action in actions:
        position, events = advance(game, position, action)
        news += redact(events, SPECTATOR)
    if position.doing == board.DRAWING:
        position, events = advance(game, position, ALIBI + lowest(position.pile))
        news += redact(events, SPECTATOR)
    return position, news


def with_card(position: Position, actions: Sequence[int]) -> Position:
    """Return the position with the alibi card that Holmes draws."""
    if actions[0] - PICK != board.HOLMES:
        return position
    card = 1 << lowest(position.pile)
    field = "jack_alibis" if position.seat == board.JACK else "detective_alibis"
    return changed(position, pile=position.pile & ~card, **{field: getattr(position, field) | card})


def apart(position: Position, actions: Sequence[int]) -> Position:
    """Return the position after an activation, without the call after it."""
    position = changed(position, used=0)
    for action in actions:
        position.advance(action)
    if position.doing == board.DRAWING:
        position.advance(ALIBI + lowest(position.pile))
    return position


def members(mask: int) -> list[int]:
    return [character for character in CHARACTERS if mask >> character & 1]


def _subsets(mask: int, most: int) -> Iterator[int]:
    for count in range(most + 1):
        for chosen in combinations(members(mask), count):
            yield sum(1 << member for member in chosen)


def lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
