"""Exact belief of one seat of Pocket: Jack's identity and the cards in his hand.

Everything else is public. If the game continues after a call, Jack had fewer than six hourglasses then (MP-40a);
cards drawn later may bring him to six. In a chase and at the end everything is shown (MP-52).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from gaslamp.core import bits
from gaslamp.core.game import CHANCE, News
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules import notation as n
from gaslamp.titles.pocket.rules.position import Position
from gaslamp.titles.pocket.rules.view import STAGES, View


@dataclass(frozen=True, slots=True)
class World:
    """One possible secret: Jack's identity, and his alibi cards in a possible drawing order."""

    identity: int
    draws: tuple[int, ...]

    @property
    def held(self) -> int:
        return sum(1 << card for card in self.draws)


def _glasses(held: int) -> int:
    return sum(glasses for card, glasses in enumerate(board.HOURGLASSES) if held >> card & 1)


class Belief:
    """Worlds consistent with a viewer's news. The weight of a hand is its number of drawing orders."""

    def __init__(self) -> None:
        # identity -> hand -> (weight, one order of its cards)
        self._hands: dict[int, dict[int, tuple[int, tuple[int, ...]]]] = {board.UNKNOWN: {0: (1, ())}}
        self._shown = 0
        self._tokens = 0

    def worlds(self) -> Mapping[World, int]:
        return {
            World(identity, order): weight
            for identity, hands in self._hands.items()
            for weight, order in hands.values()
        }

    def observe(self, news: News) -> None:
        details = news.details
        match news.kind:
            case "identity_hidden":
                self._hands = {identity: {0: (1, ())} for identity in range(len(board.SUSPECTS))}
            case "identity":
                self._hands = {board.SUSPECTS.index(str(details["suspect"])): {0: (1, ())}}
            case "alibi_hidden":
                self._draw(range(len(board.SUSPECTS)))
            case "alibi_kept":
                self._draw([board.SUSPECTS.index(str(details["suspect"]))])
            case "alibi_shown":
                self._show(1 << board.SUSPECTS.index(str(details["suspect"])))
            case "called":
                self._call(news)
            case "revealed":
                jack = board.SUSPECTS.index(str(details["suspect"]))
                cards = sum(1 << board.SUSPECTS.index(name) for name in cast("tuple[str, ...]", details["cards"]))
                _, order = self._hands[jack][cards]
                self._hands = {jack: {cards: (1, order)}}
            case _:
                pass  # the board, public to all

    def _draw(self, cards: Sequence[int]) -> None:
        for identity, hands in self._hands.items():
            grown: dict[int, tuple[int, tuple[int, ...]]] = {}
            for held, (weight, order) in hands.items():
                gone = held | self._shown | 1 << identity
                for card in cards:
                    if not gone >> card & 1:
                        more, first_order = grown.get(held | 1 << card, (0, (*order, card)))
                        grown[held | 1 << card] = (more + weight, first_order)
            self._hands[identity] = grown

    def _show(self, card: int) -> None:
        """Exclude a card as Jack's identity and from his hand."""
        self._shown |= card
        self._keep(lambda identity, held: not (held | 1 << identity) & card)

    def _call(self, news: News) -> None:
        """Apply the answer of a call, and that the game continued without a chase."""
        cleared = {board.SUSPECTS.index(name) for name in cast("tuple[str, ...]", news.details["cleared"])}
        self._tokens += news.details["winner"] == "jack"
        self._keep(lambda identity, held: identity not in cleared)
        if news.details["then"] == "next_turn":
            self._keep(lambda identity, held: self._tokens + _glasses(held) < board.NEEDED)

    def _keep(self, possible: Callable[[int, int], bool]) -> None:
        consistent = {
            identity: {held: value for held, value in hands.items() if possible(identity, held)}
            for identity, hands in self._hands.items()
        }
        self._hands = {identity: hands for identity, hands in consistent.items() if hands}


def rewrite_history(position: Position, actions: Sequence[int], world: World) -> list[int]:
    """Return *actions* with the identity and cards of *world*. *position* is the start position."""
    rewritten: list[int] = []
    draws = list(world.draws)
    position = position.copy()
    for action in actions:
        new = action
        if n.IDENTITY <= action < n.THROW:
            new = n.IDENTITY + world.identity
        elif n.CARD <= action < n.TAKE and position.drawer() == board.JACK:
            new = n.CARD + draws.pop(0)
        rewritten.append(new)
        position.advance(new)
    return rewritten


def position_from(view: View, world: World, start: Position) -> Position:
    tiles = roads = up = marked = 0
    for cell, tile in enumerate(view.tiles):
        suspect = board.SUSPECTS.index(tile.suspect)
        wall = bits.bit(board.SIDES.index(tile.wall)) if tile.wall else 0
        tiles = bits.with_nibble(tiles, cell, suspect)
        roads = bits.with_nibble(roads, suspect, board.ALL_ROADS ^ wall)
        up |= 0 if tile.cleared else bits.bit(suspect)
        marked |= bits.bit(suspect) if tile.marked else 0
    identity_known = world.identity != board.UNKNOWN
    gone = _mask(view.shown_cards) | world.held | (bits.bit(world.identity) if identity_known else 0)
    return Position(
        tiles=tiles,
        roads=roads,
        detectives=sum(place << 4 * number for number, place in enumerate(view.detectives.values())),
        up=up,
        pile=board.ALL_SUSPECTS & ~gone,
        held=world.held,
        marked=marked,
        faces=sum(
            bits.bit(number) for number, token in enumerate(view.tokens) if token.face == board.TOKEN_FACES[number][1]
        ),
        left=sum(bits.bit(number) for number, token in enumerate(view.tokens) if not token.used),
        doing=STAGES.index(view.stage),
        seat=_seat(view),
        turn=view.turn,
        tokens=view.jack_tokens,
        jack=world.identity,
        chase=int(view.chase),
        ending=board.ENDINGS.index(view.reason or ""),
        chase_when_seen=start.chase_when_seen,
    )


def _mask(names: tuple[str, ...]) -> int:
    return sum(bits.bit(board.SUSPECTS.index(name)) for name in names)


def _seat(view: View) -> int:
    if view.to_move is None:
        return board.NOBODY
    return board.CHANCE if view.to_move == CHANCE else board.SEATS.index(view.to_move)
