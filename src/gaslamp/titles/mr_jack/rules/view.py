"""View of Mr. Jack for one seat or a spectator, built field by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from gaslamp.core.game import CHANCE, Seat, Viewer
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.events import characters
from gaslamp.titles.mr_jack.rules.hexes import KIND, NUMBER, POSTS, STREETS, neighbours, streets_next_to
from gaslamp.titles.mr_jack.rules.position import Position

_CACHE_SIZE: Final = 2_000  # positions
STAGES = ("identifying", "turning", "picking", "acting", "facing", "drawing", "finished")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a character is visible: a lamp, the lantern, or a neighbour."""

    kind: str  # lamp, lantern or neighbour
    source: str  # post or character


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know. Secrets are None for others until the end (MJ-71, MJ-73)."""

    viewer: Viewer
    edition: str
    stage: str  # one of STAGES
    to_move: Seat | None
    round: int
    order: tuple[Seat, ...]  # acting seat for each card of the round
    used: int  # cards of the round already played
    hexes: Mapping[str, str]  # by character, without one that left
    suspects: tuple[str, ...]  # not cleared
    visible: Mapping[str, tuple[Reason, ...]]  # visible characters
    facing: str  # of Watson's lantern
    lamps: Mapping[str, str]  # the tile on each lit post
    covered: tuple[str, ...]
    manholes: tuple[str, ...]  # open ones
    cordons: tuple[str, ...]
    turned: tuple[str, ...]  # the cards of this round
    face_up: tuple[str, ...]  # turned cards not yet picked
    later: tuple[str, ...]  # next even round, if already determined
    picked: str | None
    moved: bool
    acted: bool
    whistled: tuple[str, ...]
    points: int
    budget: int
    witness: str  # last answer: visible or invisible
    pile: int  # number of alibi cards not drawn
    jack_cards: int
    detective_cards: int
    winner: Seat | None
    reason: str | None
    identity: str | None
    jack_alibis: tuple[str, ...] | None
    detective_alibis: tuple[str, ...] | None


def view(position: Position, viewer: Viewer, *, ended: bool = False) -> View:
    over = position.ending != board.GOES_ON
    all_open = over or ended  # MJ-73
    odd = position.round & 1
    identified = position.jack != board.NONE
    manholes = board.EDITION_MANHOLES[position.edition]
    covered = board.COVER_SETS[position.covers]
    return View(
        viewer=viewer,
        edition=board.EDITIONS[position.edition],
        stage=STAGES[position.doing],
        to_move=_to_move(position),
        round=position.round,
        order=tuple(board.SEATS[seat] for seat in board.MOVER[4 * odd :][:4]),
        used=position.used,
        hexes=_standing(position.places),
        suspects=characters(position.up),
        visible=reasons(position),
        facing=board.FACINGS[position.facing],
        lamps=_lamps(position.lamps),
        covered=_manholes(covered),
        manholes=_manholes(manholes & ~covered),
        cordons=tuple(name for number, name in enumerate(board.EXITS) if position.cordons >> number & 1),
        turned=characters(position.turned),
        face_up=characters(position.face_up),
        later=characters(board.ALL & ~position.turned) if odd and position.doing > board.TURNING else (),
        picked=board.CHARACTERS[position.picked] if position.picked != board.NONE else None,
        moved=bool(position.moved),
        acted=bool(position.acted),
        whistled=characters(position.whistled),
        points=position.points,
        budget=position.budget,
        witness="visible" if position.visible else "invisible",
        pile=position.pile.bit_count(),
        jack_cards=position.jack_alibis.bit_count(),
        detective_cards=position.detective_alibis.bit_count(),
        winner=board.SEATS[board.WINNERS[position.ending]] if over else None,
        reason=board.ENDINGS[position.ending] if over else None,
        identity=board.CHARACTERS[position.jack] if identified and (all_open or viewer == "jack") else None,
        jack_alibis=characters(position.jack_alibis) if all_open or viewer == "jack" else None,
        detective_alibis=characters(position.detective_alibis) if all_open or viewer == "detective" else None,
    )


def reasons(position: Position) -> Mapping[str, tuple[Reason, ...]]:
    """Return the reasons by visible character (MJ-34)."""
    return _reasons(position.places, position.lamps, position.facing)


# Cached: several viewers share the same position.


@lru_cache(maxsize=_CACHE_SIZE)
def _reasons(places: int, lamps: int, facing: int) -> Mapping[str, tuple[Reason, ...]]:
    hexes = _standing(places)  # after an accusation two share a hex
    beam = board.BEAM[6 * NUMBER[hexes["watson"]] + facing] if "watson" in hexes else 0
    by_character = {}
    for name, hex in hexes.items():
        why = [_because("lamp", POSTS[post]) for post in _posts_beside(hex) if lamps >> 4 * post & 15]
        why += [_because("lantern", "watson")] if beam >> NUMBER[hex] & 1 else []
        next_to = streets_next_to(hex)
        why += [_because("neighbour", other) for other, place in hexes.items() if place in next_to]
        if why:
            by_character[name] = tuple(why)
    return by_character


@lru_cache(maxsize=_CACHE_SIZE)
def _standing(places: int) -> Mapping[str, str]:
    hexes = ((name, places >> 8 * number & 255) for number, name in enumerate(board.CHARACTERS))
    return {name: STREETS[hex] for name, hex in hexes if hex != board.GONE}


@lru_cache(maxsize=_CACHE_SIZE)
def _lamps(lamps: int) -> Mapping[str, str]:
    return {post: tile for number, post in enumerate(POSTS) if (tile := board.TILES[lamps >> 4 * number & 15])}


@cache
def _because(kind: str, source: str) -> Reason:
    return Reason(kind, source)


@cache
def _posts_beside(hex: str) -> tuple[int, ...]:
    return tuple(POSTS.index(post) for post in neighbours(hex) if KIND[post] == "L")


@cache
def _manholes(mask: int) -> tuple[str, ...]:
    return tuple(hex for number, hex in enumerate(board.MANHOLES) if mask >> number & 1)


def _to_move(position: Position) -> Seat | None:
    if position.seat == board.NOBODY:
        return None
    return CHANCE if position.seat == board.CHANCE else board.SEATS[position.seat]
