"""Builds a full position from a view and one world of its belief, for search."""

from __future__ import annotations

from gaslamp.core import bits
from gaslamp.core.game import CHANCE
from gaslamp.titles.pocket.belief import World
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position
from gaslamp.titles.pocket.rules.view import STAGES, View


def imagine(view: View, world: World, start: Position) -> Position:
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
