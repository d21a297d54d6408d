from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gaslamp.core.game import News
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.view import View
from gaslamp.titles.mr_jack.ui import words
from gaslamp.titles.mr_jack.ui.drawing.layout import exit_middle, middle
from gaslamp.titles.mr_jack.ui.past import places_of
from gaslamp.ui.drawing import marks
from gaslamp.ui.scene import Point, Sprite, Trail

_CARRIED: Final = {"lamp_moved", "cover_moved"}


def trails(view: View, news: Sequence[News]) -> Iterator[Trail | Sprite]:
    """Return trails for events since the viewer's own last action; for spectators and finished games the last card.

    Derived from the viewer's news only, so nothing hidden can be drawn.
    """
    first = _first(view, news)
    before = places_of(view.edition, news).before
    for number, piece in enumerate(news[first:]):
        yield from _trail(str(number), piece, before[first + number], set(view.hexes.values()))


def _first(view: View, news: Sequence[News]) -> int:
    if view.viewer in board.SEATS and view.winner is None:
        return marks.since(news, lambda piece: piece.details.get("seat") == view.viewer)
    return marks.since(news, lambda piece: piece.kind == "picked")


def _trail(id: str, piece: News, places: Mapping[str, str], taken: set[str]) -> Iterator[Trail | Sprite]:
    details = piece.details
    match piece.kind:
        case "moved" | "whistled" | "accused":
            start = places[str(details["character"])]
            yield from _way(id, piece, middle(start), middle(str(details["there"])), wide=start in taken)
        case "left":
            start = places[str(details["character"])]
            yield from _way(id, piece, middle(start), exit_middle(str(details["exit"])), wide=start in taken)
        case "exchanged":
            partner, gull = middle(places[str(details["character"])]), middle(places["gull"])
            yield from _way(id, piece, partner, gull, wide=True)
            yield marks.origin(f"{id}-too", gull, words.tell(piece), wide=True)
        case "stayed":
            yield marks.origin(id, middle(places[str(details["character"])]), words.tell(piece), wide=True)
        case "faced":
            yield marks.origin(id, middle(places["watson"]), words.tell(piece), wide=True)
        case kind if kind in _CARRIED:
            yield from _way(id, piece, middle(str(details["here"])), middle(str(details["there"])), wide=True)
        case "cordon_moved":
            yield from _way(id, piece, exit_middle(str(details["here"])), exit_middle(str(details["there"])), wide=True)
        case _:
            pass


def _way(id: str, piece: News, start: Point, end: Point, *, wide: bool) -> Iterator[Trail | Sprite]:
    label = words.tell(piece)
    yield marks.trail(id, (start, end), label)
    yield marks.origin(id, start, label, wide=wide)
