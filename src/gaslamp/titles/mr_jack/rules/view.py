"""What one seat or a spectator may know of a position of Mr. Jack: built field by field, never cut from it."""

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

_KEPT: Final = 2_000
STAGES = ("identifying", "turning", "picking", "acting", "facing", "drawing", "finished")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a character is visible: a lamp beside it, the lantern, or somebody next to it."""

    kind: str  # lamp, lantern or neighbour
    what: str  # the post, or the character


@dataclass(frozen=True, slots=True)
class View:
    """All that a viewer may know. What is secret is None for the others until the end (MJ-71, MJ-73)."""

    viewer: Viewer
    edition: str
    stage: str  # what the game waits for, one of STAGES
    to_move: Seat | None
    round: int
    order: tuple[Seat, ...]  # who acts in this round, card by card
    used: int  # so many cards of the round have been played out
    hexes: Mapping[str, str]  # where each character stands; who has left is not among them
    suspects: tuple[str, ...]  # not cleared
    visible: Mapping[str, tuple[Reason, ...]]  # who is visible now, and why
    facing: str  # of Watson's lantern
    lamps: Mapping[str, str]  # the tile on each lit post
    covered: tuple[str, ...]
    manholes: tuple[str, ...]  # open ones
    cordons: tuple[str, ...]
    turned: tuple[str, ...]  # the cards of this round
    face_up: tuple[str, ...]  # those still to be picked
    later: tuple[str, ...]  # the cards of the coming even round, when they are known
    picked: str | None
    moved: bool
    acted: bool
    whistled: tuple[str, ...]
    points: int
    budget: int
    witness: str  # visible or invisible: the last call's answer
    pile: int  # alibi cards not drawn
    jack_cards: int
    detective_cards: int
    winner: Seat | None
    reason: str | None
    identity: str | None
    jack_alibis: tuple[str, ...] | None
    detective_alibis: tuple[str, ...] | None


def view(position: Position, viewer: Viewer, *, ended: bool = False) -> View:
    """Build the view of one seat or a spectator; once the game has ended all is open."""
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
    """Say of each visible character why it is visible (MJ-34)."""
    return _reasons(position.places, position.lamps, position.facing)


# What is seen of a position is seen by several, so it is worked out once.


@lru_cache(maxsize=_KEPT)
def _reasons(places: int, lamps: int, facing: int) -> Mapping[str, tuple[Reason, ...]]:
    here = _standing(places)  # after an accusation two share a hex
    beam = board.BEAM[6 * NUMBER[here["watson"]] + facing] if "watson" in here else 0
    found = {}
    for name, hex in here.items():
        why = [_because("lamp", POSTS[post]) for post in _posts_beside(hex) if lamps >> 4 * post & 15]
        why += [_because("lantern", "watson")] if beam >> NUMBER[hex] & 1 else []
        next_to = streets_next_to(hex)
        why += [_because("neighbour", other) for other, there in here.items() if there in next_to]
        if why:
            found[name] = tuple(why)
    return found


@lru_cache(maxsize=_KEPT)
def _standing(places: int) -> Mapping[str, str]:
    hexes = ((name, places >> 8 * number & 255) for number, name in enumerate(board.CHARACTERS))
    return {name: STREETS[hex] for name, hex in hexes if hex != board.GONE}


@lru_cache(maxsize=_KEPT)
def _lamps(lamps: int) -> Mapping[str, str]:
    return {post: tile for number, post in enumerate(POSTS) if (tile := board.TILES[lamps >> 4 * number & 15])}


@cache
def _because(kind: str, what: str) -> Reason:
    return Reason(kind, what)


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
