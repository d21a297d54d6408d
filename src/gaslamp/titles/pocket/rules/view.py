"""View of Pocket for one seat or a spectator, built field by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from gaslamp.core import bits
from gaslamp.core.game import CHANCE, Seat, Viewer
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.events import suspects
from gaslamp.titles.pocket.rules.position import Position

_CACHE_SIZE: Final = 2_000  # positions; viewers share them

STAGES = ("dealing", "identifying", "throwing", "taking", *board.FACES, "finished")


@dataclass(frozen=True, slots=True)
class Tile:
    """A street tile: suspect, wall side (None for a crossroads) and public state."""

    suspect: str
    wall: str | None
    cleared: bool
    seen: bool
    marked: bool  # rotated this turn


@dataclass(frozen=True, slots=True)
class ActionToken:
    face: str
    other: str
    used: bool


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know. Jack's secrets are None for others until they are shown (MP-52)."""

    viewer: Viewer
    stage: str  # what the game waits for, one of STAGES
    to_move: Seat | None
    turn: int
    order: tuple[Seat, ...]  # seats of this turn, token by token
    tiles: tuple[Tile, ...]  # by cell; fewer while they are dealt
    detectives: Mapping[str, int]
    tokens: tuple[ActionToken, ...]  # none while they wait to be thrown
    shown_cards: tuple[str, ...]
    jack_cards: int
    jack_tokens: int
    detective_tokens: int
    chase: bool
    winner: Seat | None
    reason: str | None
    identity: str | None
    held_cards: tuple[str, ...] | None
    hourglasses: int | None


def view(position: Position, viewer: Viewer, *, ended: bool = False) -> View:
    over = position.ending != board.GOES_ON
    open_cards = viewer == "jack" or bool(position.chase) or over or ended  # MP-51, MP-52
    identified = position.jack != board.UNKNOWN
    hidden = position.pile | position.held | (bits.bit(position.jack) if identified else 0)
    calls = position.turn if over else position.turn - 1
    return View(
        viewer=viewer,
        stage=STAGES[position.doing],
        to_move=_to_move(position),
        turn=position.turn,
        order=tuple(board.SEATS[seat] for seat in board.MOVER[4 * (position.turn & 1) :][:4]),
        tiles=_tiles(position),
        detectives={
            name: bits.nibble(position.detectives, number) for number, name in enumerate(board.DETECTIVE_NAMES)
        },
        tokens=_tokens(position),
        shown_cards=suspects(board.ALL_SUSPECTS & ~hidden),
        jack_cards=position.held.bit_count(),  # MP-45
        jack_tokens=position.tokens,
        detective_tokens=calls - position.tokens,
        chase=bool(position.chase),
        winner=board.SEATS[board.WINNERS[position.ending]] if over else None,
        reason=board.ENDINGS[position.ending] if over else None,
        identity=board.SUSPECTS[position.jack] if open_cards and identified else None,
        held_cards=suspects(position.held) if open_cards else None,
        hourglasses=position.hourglasses() if open_cards else None,
    )


def _to_move(position: Position) -> Seat | None:
    if position.seat == board.NOBODY:
        return None
    return CHANCE if position.seat == board.CHANCE else board.SEATS[position.seat]


def _tiles(position: Position) -> tuple[Tile, ...]:
    dealt = board.CELLS if position.doing != board.DEALING else position.up.bit_count()
    seen = position.seen() if dealt == board.CELLS else 0
    return _tiles_of(dealt, position.tiles, position.roads, position.up, seen, position.marked)


@lru_cache(maxsize=_CACHE_SIZE)
def _tiles_of(dealt: int, tiles: int, roads: int, up: int, seen: int, marked: int) -> tuple[Tile, ...]:
    laid = (bits.nibble(tiles, cell) for cell in range(dealt))
    return tuple(
        _tile(suspect, bits.nibble(roads, suspect), not up >> suspect & 1, seen >> suspect & 1, marked >> suspect & 1)
        for suspect in laid
    )


@cache
def _tile(suspect: int, roads: int, cleared: int, seen: int, marked: int) -> Tile:
    walls = board.ALL_ROADS & ~roads
    wall = board.SIDES[bits.lowest(walls)] if walls else None
    return Tile(board.SUSPECTS[suspect], wall, cleared=bool(cleared), seen=bool(seen), marked=bool(marked))


def _tokens(position: Position) -> tuple[ActionToken, ...]:
    return _tokens_of(position.faces, position.left) if position.doing >= board.TAKING else ()


@cache
def _tokens_of(faces: int, left: int) -> tuple[ActionToken, ...]:
    return tuple(
        ActionToken(face=pair[faces >> number & 1], other=pair[1 - (faces >> number & 1)], used=not left >> number & 1)
        for number, pair in enumerate(board.TOKEN_FACES)
    )
