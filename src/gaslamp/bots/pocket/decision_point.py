"""The public part of a question: the position at the point where a token is taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from gaslamp import titles
from gaslamp.bots.bot import Situation
from gaslamp.bots.pocket.search.secrets import Hands, glasses
from gaslamp.core import bits
from gaslamp.titles.pocket.belief import World
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.notation import ACTIONS, TAKE
from gaslamp.titles.pocket.rules.position import Position

_NOBODY: Final = World(board.UNKNOWN, ())


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """The public position before a token is taken; *taken* is the action that has taken it, None if not yet."""

    position: Position
    shown: int  # alibi cards drawn by the detectives
    cards: int  # number of Jack's cards
    taken: int | None

    def notation(self, take: int, action: int) -> str:
        """Return the notation for this move: the taking first, then the action."""
        return ACTIONS.format(take if self.taken is None else action)


def decision_point(situation: Situation) -> DecisionPoint:
    """Return the decision point of a situation, before a token that may be taken already."""
    view = situation.view
    position = titles.game(situation.title, situation.options).position_from(view, _NOBODY)
    shown_cards = sum(1 << board.SUSPECTS.index(name) for name in view.shown_cards)
    if position.doing == board.TAKING:
        return DecisionPoint(position, shown_cards, view.jack_cards, None)
    face = position.doing - board.ACTING
    before = changed(position, left=position.left | 1 << _taken(position, face), doing=board.TAKING)
    return DecisionPoint(before, shown_cards, view.jack_cards, TAKE + face)


def _taken(position: Position, face: int) -> int:
    """Return the used token that shows *face*; of two rotations the one taken last."""
    tokens = [token for token in range(4) if board.face(token, second=bool(position.faces >> token & 1)) == face]
    return [token for token in tokens if not position.left >> token & 1][-1]


def changed(position: Position, **fields: int) -> Position:
    fields_now = dict(zip(_FIELDS, position.key(), strict=True))
    return Position(**(fields_now | fields))


_FIELDS: Final = (
    "tiles", "roads", "detectives", "up", "pile", "held", "marked", "faces", "left",
    "doing", "seat", "turn", "tokens", "jack", "chase", "ending", "chase_when_seen",
)  # fmt: skip


def next_turn(position: Position, cleared: int, tokens: int, *, chase: bool = False) -> Position:
    """Return the start of the turn after a call that has cleared suspects; an odd one before the throw."""
    roads = position.roads
    if cleared >> board.CROSSROADS & 1:
        roads = bits.with_nibble(roads, board.CROSSROADS, board.ALL_ROADS)
    called = changed(
        position, up=position.up & ~cleared, roads=roads, tokens=tokens, turn=position.turn + 1, marked=0,
        chase=int(chase), doing=board.TAKING, left=15, faces=position.faces ^ 15, seat=board.MOVER[0],
    )  # fmt: skip
    if called.turn & 1:
        return changed(called, doing=board.THROWING, left=0, faces=0, seat=board.CHANCE)
    return called


def all_hands(now: DecisionPoint) -> Hands:
    """Return all hands possible by the number of Jack's cards, equally likely."""
    position = now.position
    left = [card for card in range(len(board.SUSPECTS)) if not now.shown >> card & 1]
    hands = {
        (identity, sum(1 << card for card in drawn)): 1.0
        for identity in left
        if position.up >> identity & 1
        for drawn in combinations([card for card in left if card != identity], now.cards)
    }
    if position.chase or (not position.left & 1 and board.face(0, second=bool(position.faces & 1)) == board.ALIBI):
        return hands  # a card of this turn may reach six
    return {hand: 1.0 for hand in hands if position.tokens + glasses(hand[1]) < board.NEEDED}


def of_worlds(worlds: Mapping[World, int]) -> Hands:
    hands: dict[tuple[int, int], float] = {}
    for world, weight in worlds.items():
        hand = (world.identity, world.held)
        hands[hand] = hands.get(hand, 0.0) + weight
    return hands


def own_hand(situation: Situation) -> tuple[int, int]:
    """Return Jack's identity and cards from Jack's view."""
    view = situation.view
    return board.SUSPECTS.index(view.identity), mask(view.held_cards)


def mask(names: Sequence[str]) -> int:
    return sum(1 << board.SUSPECTS.index(name) for name in names)
