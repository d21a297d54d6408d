"""Exact belief of one seat of Mr. Jack: Jack's identity and the alibi cards of each side.

Everything else is public. Each draw was uniform over the pile, so all hands of one size have equal weight. Characters
cleared by a call or an alibi card are not Jack (MJ-72).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import cast

from gaslamp.core.game import CHANCE, News
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules import notation as n
from gaslamp.titles.mr_jack.rules.hexes import NUMBER, POSTS
from gaslamp.titles.mr_jack.rules.position import Position
from gaslamp.titles.mr_jack.rules.view import STAGES, View


@dataclass(frozen=True, slots=True)
class World:
    """One possible secret: Jack's identity, and each side's alibi cards in a possible drawing order."""

    identity: int
    jack: tuple[int, ...]
    detective: tuple[int, ...]

    @property
    def held(self) -> tuple[int, int]:
        return sum(1 << card for card in self.jack), sum(1 << card for card in self.detective)


class Belief:
    """Worlds consistent with a viewer's news, all of equal weight."""

    def __init__(self) -> None:
        self._identity: int | None = None  # known to the viewer
        self._identified = False
        self._suspects = set(range(len(board.CHARACTERS)))
        # Each side's draws: the card, or None if hidden from the viewer.
        self._draws: dict[str, list[int | None]] = {seat: [] for seat in board.SEATS}
        self._revealed: tuple[int, set[int], set[int]] | None = None

    def observe(self, news: News) -> None:
        details = news.details
        match news.kind:
            case "identity_hidden":
                self._identified = True
            case "identity":
                self._identified = True
                self._identity = _number(details["character"])
            case "alibi":
                self._draws[str(details["seat"])].append(_number(details["character"]))
            case "alibi_hidden":
                self._draws[str(details["seat"])].append(None)
            case "called":
                self._suspects -= _numbers(details["cleared"])
            case "revealed":
                hands = _numbers(details["jack_alibis"]), _numbers(details["detective_alibis"])
                self._revealed = (_number(details["character"]), *hands)
            case _:
                pass  # public board state

    def worlds(self) -> Mapping[World, int]:
        if not self._identified:
            return {World(board.NONE, (), ()): 1}
        return dict.fromkeys(self._every_world(), 1)

    def _every_world(self) -> Iterator[World]:
        for identity in sorted(self._suspects if self._identity is None else {self._identity}):
            drawn = {card for draws in self._draws.values() for card in draws if card is not None}
            if identity in drawn:
                continue
            hidden = [card for card in range(len(board.CHARACTERS)) if card != identity and card not in drawn]
            for jack in combinations(hidden, self._draws["jack"].count(None)):
                rest = [card for card in hidden if card not in jack]
                for detective in combinations(rest, self._draws["detective"].count(None)):
                    world = World(identity, self._filled("jack", jack), self._filled("detective", detective))
                    if self._agrees(world):
                        yield world

    def _filled(self, seat: str, hidden: tuple[int, ...]) -> tuple[int, ...]:
        unseen = list(hidden)
        return tuple(unseen.pop(0) if card is None else card for card in self._draws[seat])

    def _agrees(self, world: World) -> bool:
        revealed = self._revealed
        return revealed is None or (world.identity, set(world.jack), set(world.detective)) == revealed


def _number(name: object) -> int:
    return board.CHARACTERS.index(str(name))


def _numbers(names: object) -> set[int]:
    return {_number(name) for name in cast("tuple[str, ...]", names)}


def rewrite_history(position: Position, actions: Sequence[int], world: World) -> list[int]:
    """Return *actions* with the identity and cards of *world*. *position* is the start position."""
    rewritten: list[int] = []
    draws = {board.JACK: list(world.jack), board.DETECTIVE: list(world.detective)}
    position = position.copy()
    for action in actions:
        new = action
        if n.IDENTITY <= action < n.CARD:
            new = n.IDENTITY + world.identity
        elif action >= n.ALIBI:
            new = n.ALIBI + draws[position.mover()].pop(0)
        rewritten.append(new)
        position.advance(new)
    return rewritten


def position_from(view: View, world: World) -> Position:
    edition = board.EDITIONS.index(view.edition)
    identity = 1 << world.identity if world.identity != board.NONE else 0
    jack, detective = world.held
    hexes = [NUMBER[view.hexes[name]] if name in view.hexes else board.GONE for name in board.CHARACTERS]
    covers = sum(1 << board.MANHOLES.index(hex) for hex in view.covered)
    return Position(
        places=sum(hex << 8 * number for number, hex in enumerate(hexes)),
        occupied=sum({1 << hex for hex in hexes if hex != board.GONE}),
        lamps=sum(board.TILES.index(tile) << 4 * POSTS.index(post) for post, tile in view.lamps.items()),
        up=_mask(view.suspects),
        turned=_mask(view.turned),
        face_up=_mask(view.face_up),
        pile=board.ALL & ~(identity | jack | detective),
        jack_alibis=jack,
        detective_alibis=detective,
        whistled=_mask(view.whistled),
        cordons=sum(1 << board.EXITS.index(name) for name in view.cordons),
        covers=board.SET_NUMBER[edition, covers],
        facing=board.FACINGS.index(view.facing),
        round=view.round,
        used=view.used,
        picked=board.CHARACTERS.index(view.picked) if view.picked else board.NONE,
        moved=int(view.moved),
        acted=int(view.acted),
        points=view.points,
        budget=view.budget,
        visible=int(view.witness == "visible"),
        jack=world.identity,
        doing=STAGES.index(view.stage),
        seat=_seat(view),
        ending=board.ENDINGS.index(view.reason or ""),
        edition=edition,
    )


def _mask(names: Iterable[str]) -> int:
    return sum(1 << board.CHARACTERS.index(name) for name in names)


def _seat(view: View) -> int:
    if view.to_move is None:
        return board.NOBODY
    return board.CHANCE if view.to_move == CHANCE else board.SEATS.index(view.to_move)
