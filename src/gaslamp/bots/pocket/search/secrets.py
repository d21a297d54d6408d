"""Probabilities of Jack's secrets (identity and cards), and the types used to search a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from gaslamp.bots.pocket.search.calls import Secrets
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position

Hands: TypeAlias = Mapping[tuple[int, int], float]  # probability of each (identity, cards)

_CARDS: Final = range(len(board.SUSPECTS))
# By the cards of a hand, as bits: the hourglasses of them, and the other cards.
_GLASSES: Final = [sum(board.HOURGLASSES[card] for card in _CARDS if held >> card & 1) for held in range(512)]
_OTHERS: Final = [tuple(card for card in _CARDS if not held >> card & 1) for held in range(512)]


class Types(NamedTuple):
    secrets: Secrets
    ids: tuple[int, ...]

    def number(self, identity: int, held: int) -> int:
        """Return the number of the type with this identity and hand."""
        return self.ids.index(identity) * self.secrets.sums + glasses(held) - self.secrets.base


def glasses(held: int) -> int:
    return _GLASSES[held]


def with_card(hands: Hands, shown_cards: int) -> Hands:
    """Return the hands after Jack has drawn a card; *shown_cards* were drawn by the detectives."""
    grown: dict[tuple[int, int], float] = {}
    for (identity, held), weight in hands.items():
        pile = _OTHERS[held | shown_cards | 1 << identity]
        for card in pile:
            hand = (identity, held | 1 << card)
            grown[hand] = grown.get(hand, 0.0) + weight / len(pile)
    return grown


def types(hands: Hands, position: Position, shown_cards: int) -> Types:
    """Return the types of all possible hands in a turn; *shown_cards* were drawn by the detectives."""
    up = position.up
    more = 2 if position.left & 1 and board.face(0, second=bool(position.faces & 1)) == board.ALIBI else 0
    ids = tuple(card for card in _CARDS if up >> card & 1)
    sums = [glasses(held) for _, held in hands]
    base = min(sums)
    result = Types(Secrets(len(ids), max(sums) - base + 1 + more, base), ids)
    secrets = result.secrets
    total = sum(hands.values())
    clears = [1 + ids.index(card) if card in ids else 0 for card in _CARDS]
    for (identity, held), weight in hands.items():
        number = (clears[identity] - 1) * secrets.sums + _GLASSES[held] - base
        share = weight / total
        secrets.weights[number] += share
        pile = _OTHERS[held | shown_cards | 1 << identity] if more else ()  # no draw without the alibi token
        for card in pile:
            secrets.draws[3 * number + board.HOURGLASSES[card]] += share / len(pile)
            secrets.cards[secrets.size * clears[card] + number] += share / len(pile)
    if more:
        _share_out(secrets)
    return result


def _share_out(secrets: Secrets) -> None:
    """Normalize the card probabilities per type; impossible types draw nothing."""
    for number in range(secrets.size):
        weight = secrets.weights[number] or 1.0
        for drawn in range(3):
            secrets.draws[3 * number + drawn] /= weight
        for card in range(secrets.identities + 1):
            secrets.cards[secrets.size * card + number] /= weight
