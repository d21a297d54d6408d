"""The public side of a question: the position as all can see it, at the moment when a token was to be taken."""

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
    """A moment at which a token is to be taken, as everybody sees it. If it has been taken: by which action."""

    position: Position
    shown: int  # alibi cards that the detectives drew
    cards: int  # how many Jack has
    taken: int | None

    def notation(self, take: int, action: int) -> str:
        """What is to be answered now by who wants this move: its taking first, then what is done with it."""
        return ACTIONS.format(take if self.taken is None else action)


def decision_point(situation: Situation) -> DecisionPoint:
    """The moment of a question, before the token that may have been taken already."""
    view = situation.view
    position = titles.game(situation.title, situation.options).position_from(view, _NOBODY)
    shown = sum(1 << board.SUSPECTS.index(name) for name in view.shown_cards)
    if position.doing == board.TAKING:
        return DecisionPoint(position, shown, view.jack_cards, None)
    face = position.doing - board.ACTING
    return DecisionPoint(changed(position, left=position.left | 1 << _taken(position, face), doing=board.TAKING), shown,
                  view.jack_cards, TAKE + face)  # fmt: skip


def _taken(position: Position, face: int) -> int:
    """The token that was taken by its face; of two rotations the first one goes first."""
    shown = [token for token in range(4) if board.face(token, second=bool(position.faces >> token & 1)) == face]
    return [token for token in shown if not position.left >> token & 1][-1]


def changed(position: Position, **fields: int) -> Position:
    """The same position but for some fields."""
    kept = dict(zip(_FIELDS, position.key(), strict=True))
    return Position(**(kept | fields))


_FIELDS: Final = (
    "tiles", "roads", "detectives", "up", "pile", "held", "marked", "faces", "left",
    "doing", "seat", "turn", "tokens", "jack", "chase", "ending", "chase_when_seen",
)  # fmt: skip


def next_turn(position: Position, cleared: int, tokens: int, *, chase: bool = False) -> Position:
    """The beginning of the turn after a call that has cleared suspects; if it is an odd one, before the throw."""
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
    """Every hand that Jack may have by the number of his cards alone, each as likely as the others."""
    position = now.position
    left = [card for card in range(len(board.SUSPECTS)) if not now.shown >> card & 1]
    hands = {
        (identity, sum(1 << card for card in drawn)): 1.0
        for identity in left
        if position.up >> identity & 1
        for drawn in combinations([card for card in left if card != identity], now.cards)
    }
    if position.chase or (not position.left & 1 and board.face(0, second=bool(position.faces & 1)) == board.ALIBI):
        return hands  # a card drawn in this turn may have brought him to six
    return {hand: 1.0 for hand in hands if position.tokens + glasses(hand[1]) < board.NEEDED}


def of_worlds(worlds: Mapping[World, int]) -> Hands:
    """The hands of the worlds of a belief."""
    found: dict[tuple[int, int], float] = {}
    for world, weight in worlds.items():
        hand = (world.identity, world.held)
        found[hand] = found.get(hand, 0.0) + weight
    return found


def own_hand(situation: Situation) -> tuple[int, int]:
    """Give Jack's identity and cards, which he is shown."""
    view = situation.view
    return board.SUSPECTS.index(view.identity), mask(view.held_cards)


def mask(names: Sequence[str]) -> int:
    """Suspects as bits."""
    return sum(1 << board.SUSPECTS.index(name) for name in names)
