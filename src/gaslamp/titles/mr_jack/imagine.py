"""Builds a full position from a view and one world of its belief, for search."""

from __future__ import annotations

from collections.abc import Iterable

from gaslamp.core.game import CHANCE
from gaslamp.titles.mr_jack.belief import World
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.hexes import NUMBER, POSTS
from gaslamp.titles.mr_jack.rules.position import Position
from gaslamp.titles.mr_jack.rules.view import STAGES, View


def imagine(view: View, world: World) -> Position:
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
