"""Planes of Mr. Jack Pocket. Cells are numbered by row from the north-west, places clockwise from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gaslamp.core.game import CHANCE, News
from gaslamp.research.encodings.encoding import Encoding, Plane, Planes, fill_up, mark
from gaslamp.titles.pocket.rules.board import (
    CELLS,
    DETECTIVE_NAMES,
    FACES,
    LAST_TURN,
    PLACES,
    SEATS,
    SIDES,
    SUSPECTS,
    TOKENS,
)
from gaslamp.titles.pocket.rules.view import STAGES, View

_MOVERS: Final = (*SEATS, CHANCE, None)
_WALLS: Final = (*SIDES, None)
_ANSWERS: Final = ("", "seen", "not_seen")
_ALL: Final = len(SUSPECTS)


class PocketEncoding(Encoding):
    public = (
        Plane("stage", (len(STAGES),), "what the game waits for"),
        Plane("to_move", (len(_MOVERS),), "Jack, the detectives, chance, or none at the end"),
        Plane("turn", (LAST_TURN,), "the turn"),
        Plane("tiles", (CELLS, _ALL), "whose tile lies on a cell"),
        Plane("walls", (CELLS, len(_WALLS)), "where a cell's tile has its wall: north, east, south, west, nowhere"),
        Plane("cleared", (CELLS,), "the tile on a cell is turned over"),
        Plane("seen", (CELLS,), "the tile on a cell is in sight"),
        Plane("marked", (CELLS,), "the tile on a cell was rotated this turn"),
        Plane("detectives", (len(DETECTIVE_NAMES), PLACES), "where Holmes, Watson and Toby stand"),
        Plane("tokens", (len(TOKENS), len(FACES)), "the face each action token shows"),
        Plane("used", (len(TOKENS),), "an action token is used this turn"),
        Plane("shown_cards", (_ALL,), "an alibi card that lies open"),
        Plane("jack_cards", (_ALL,), "how many alibi cards Jack holds, as leading ones"),
        Plane("jack_tokens", (LAST_TURN,), "how many turn tokens Jack has won, as leading ones"),
        Plane("chase", (1,), "it is a chase"),
        Plane("shown_identity", (_ALL,), "the identity of Jack, once public"),
        Plane("shown_hand", (_ALL,), "the cards Jack holds, once public"),
    )
    private = (
        Plane("identity", (_ALL,), "the identity of Jack, as this seat knows"),
        Plane("hand", (_ALL,), "the cards Jack holds, as this seat knows"),
    )
    sign_bits = 2

    def fill_public(self, view: View, planes: Planes) -> None:
        mark(planes["stage"], STAGES, [view.stage])
        mark(planes["to_move"], _MOVERS, [view.to_move])
        planes["turn"][view.turn - 1] = 1
        for cell, tile in enumerate(view.tiles):
            planes["tiles"][cell, SUSPECTS.index(tile.suspect)] = 1
            planes["walls"][cell, _WALLS.index(tile.wall)] = 1
            planes["cleared"][cell] = tile.cleared
            planes["seen"][cell] = tile.seen
            planes["marked"][cell] = tile.marked
        for number, place in enumerate(view.detectives.values()):
            planes["detectives"][number, place] = 1
        for number, token in enumerate(view.tokens):
            planes["tokens"][number, FACES.index(token.face)] = 1
            planes["used"][number] = token.used
        mark(planes["shown_cards"], SUSPECTS, view.shown_cards)
        fill_up(planes["jack_cards"], view.jack_cards)
        fill_up(planes["jack_tokens"], view.jack_tokens)
        planes["chase"][0] = view.chase
        mark(planes["shown_identity"], SUSPECTS, [view.identity] if view.identity else [])
        mark(planes["shown_hand"], SUSPECTS, view.held_cards or ())

    def fill_private(self, view: View, planes: Planes) -> None:
        mark(planes["identity"], SUSPECTS, [view.identity] if view.identity else [])
        mark(planes["hand"], SUSPECTS, view.held_cards or ())

    def sign(self, news: Sequence[News]) -> int:
        return max(_ANSWERS.index(str(piece.details["answer"])) if piece.kind == "called" else 0 for piece in news)


ENCODING: Final = PocketEncoding()
