"""Planes of Whitehall Mystery. Circles and crossings have the numbers printed on the board, minus one.

Paths of earlier rounds are in no plane; the information state contains them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from gaslamp.core.game import CHANCE, News
from gaslamp.research.encodings.encoding import Encoding, Plane, Planes, Tensor, fill_up, mark
from gaslamp.titles.whitehall.rules.board import (
    ABILITIES,
    BOXES,
    CIRCLES,
    CROSSINGS,
    FIGURES,
    KINDS,
    SEATS,
    SPACES,
    STAGES,
    TILES,
)
from gaslamp.titles.whitehall.rules.view import HIDDEN, View

_MOVERS: Final = (*SEATS, CHANCE, None)
_SPECIAL: Final = KINDS[1:]
_LAID: Final = (*_SPECIAL, HIDDEN)
_ROUNDS: Final = 3
_LOCATIONS: Final = 4
_COUNTERS: Final = 3  # maximum of false clues
_MOVES: Final = ("", "plain", "coach", "alley", "boat", "hidden")
_ANSWERS: Final = {"no": 6, "yes": 7}
_CIRCLE_BITS: Final = 8


class WhitehallEncoding(Encoding):
    public = (
        Plane("stage", (len(STAGES),), "what the game waits for"),
        Plane("to_move", (len(_MOVERS),), "Jack, the investigators one by one, chance, or none at the end"),
        Plane("figure", (len(FIGURES),), "the figure that is placed, walks or acts"),
        Plane("round", (_ROUNDS,), "the rounds begun, as leading ones"),
        Plane("track", (SPACES,), "the spaces used in this round, as leading ones"),
        Plane("holders", (len(FIGURES), len(SEATS)), "the seat that moves a figure"),
        Plane("figures", (len(FIGURES), CROSSINGS), "the crossing of a figure"),
        Plane("start_crossings", (CROSSINGS,), "a crossing where a figure may be placed"),
        Plane("red", (CIRCLES,), "a location that Jack has reached"),
        Plane("yellow", (CIRCLES,), "a clue found in this round"),
        Plane("false", (CIRCLES,), "a false clue"),
        Plane("called", (CIRCLES,), "a circle that the figure at work has asked for"),
        Plane("counters", (_COUNTERS,), "how many false clues Jack may lay, as leading ones"),
        Plane("tiles", (len(_SPECIAL), TILES), "how many of each special tile are left, as leading ones"),
        Plane("laid", (SPACES, len(_LAID)), "the special tile on a space of the track, or one face down"),
        Plane("abilities", (len(ABILITIES),), "an ability that is not used yet"),
        Plane("smoked", (1,), "the Smoker has walked on"),
        Plane("located", (_LOCATIONS,), "how many locations are chosen, as leading ones"),
    )
    private = (
        Plane("circle", (CIRCLES,), "where Jack is"),
        Plane("row", (BOXES, CIRCLES), "the circle in a box of this round's row"),
        Plane("locations", (CIRCLES,), "a location"),
        Plane("reached", (1,), "Jack stands on a location without a red marker"),
        Plane("true_tiles", (len(_SPECIAL), TILES), "how many of each special tile this seat knows to be left"),
        Plane("true_laid", (SPACES, len(_LAID)), "the special tile on a space, as this seat knows it"),
    )
    sign_bits = 3 + _CIRCLE_BITS + SPACES + 1

    def fill_public(self, view: View, planes: Planes) -> None:
        mark(planes["stage"], STAGES, [view.stage])
        mark(planes["to_move"], _MOVERS, [view.to_move])
        mark(planes["figure"], FIGURES, [view.figure] if view.figure else [])
        fill_up(planes["round"], view.round)
        fill_up(planes["track"], view.track)
        for figure, seat in view.holders.items():
            planes["holders"][FIGURES.index(figure), SEATS.index(seat)] = 1
        for figure, crossing in view.figures.items():
            planes["figures"][FIGURES.index(figure), _crossing(crossing)] = 1
        for crossing in view.start_crossings:
            planes["start_crossings"][_crossing(crossing)] = 1
        for name in ("red", "yellow", "false", "called"):
            _circles(planes[name], getattr(view, name))
        fill_up(planes["counters"], view.counters)
        _tiles(view, planes["tiles"], planes["laid"])
        mark(planes["abilities"], ABILITIES, view.abilities)
        planes["smoked"][0] = view.smoked
        fill_up(planes["located"], view.located)

    def fill_private(self, view: View, planes: Planes) -> None:
        _circles(planes["circle"], [view.circle] if view.circle else [])
        for box, circle in enumerate(view.row or ()):
            planes["row"][box, circle - 1] = 1
        _circles(planes["locations"], view.locations or ())
        planes["reached"][0] = bool(view.reached)
        _tiles(view, planes["true_tiles"], planes["true_laid"])

    def sign(self, news: Sequence[News]) -> int:
        """Encode Jack's move or a search result, the final circle of a round, and the tiles revealed then."""
        number = 0
        for piece in news:
            details: Any = piece.details
            match piece.kind:
                case "jack_moved":
                    number |= _MOVES.index(details["kind"])
                case "searched":
                    number |= _ANSWERS[details["answer"]]
                case "round_over":
                    number |= details["circle"] << 3 | _turned_up(details["shown"]) << 3 + _CIRCLE_BITS
                case _:
                    pass  # in the action or in a later view
        return number


def _crossing(name: str) -> int:
    return int(name.removeprefix("x")) - 1


def _circles(plane: Tensor, circles: Iterable[int]) -> None:
    for circle in circles:
        plane[circle - 1] = 1


def _tiles(view: View, left: Tensor, laid: Tensor) -> None:
    for number, kind in enumerate(_SPECIAL):
        fill_up(left[number], view.tiles[kind])
    for first, last, kind in view.laid:
        laid[first - 1 : last, _LAID.index(kind)] = 1


def _turned_up(kinds: Iterable[str]) -> int:
    """Encode the revealed tiles as binary digits after a leading one: 0 for an Alley, 1 for a Boat."""
    number = 1
    for kind in kinds:
        number = number << 1 | (kind == "boat")
    return number


ENCODING: Final = WhitehallEncoding()
