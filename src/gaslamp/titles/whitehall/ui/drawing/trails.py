from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from gaslamp.core.game import News
from gaslamp.titles.whitehall.rules.view import View
from gaslamp.titles.whitehall.ui import words
from gaslamp.titles.whitehall.ui.drawing.layout import MIDDLE, walk
from gaslamp.ui.drawing import marks
from gaslamp.ui.scene import Layer, Sprite, Trail

# Jack's actions, as seen by him and by the others.
OF_JACK: Final = frozenset(
    {"located", "location_hidden", "started", "reclaimed", "coach_begun", "moved", "jack_moved", "false_clue"}
)
_UNDER: Final[Layer] = "light"  # below the layer of circles and numbers


def trails(view: View, news: Sequence[News]) -> Iterator[Trail | Sprite]:
    """Yield trails since the viewer's own last action; for spectators those of the last hunt.

    Derived from the viewer's news, so nothing hidden can show.
    """
    if view.winner is not None:  # all routes are drawn instead
        return
    for number, piece in enumerate(news[_first(view, news) :]):
        yield from _trail(str(number), piece)


def last_spaces(view: View, news: Sequence[News]) -> range:
    """Return the track spaces Jack used last; empty once the viewer has acted, and for Jack."""
    for piece in reversed(news[_first(view, news) :] if view.viewer != "jack" else ()):
        if piece.kind == "jack_moved":
            last = cast("int", piece.details["track"])
            return range(last + 1 - cast("int", piece.details["spaces"]), last + 1)
    return range(0)


def _first(view: View, news: Sequence[News]) -> int:
    if view.viewer in view.holders.values():
        return marks.since(news, lambda piece: "figure" in piece.details)
    return marks.since(news, lambda piece: piece.kind in OF_JACK)


def _trail(id: str, piece: News) -> Iterator[Trail | Sprite]:
    details, label = piece.details, words.tell(piece)
    match piece.kind:
        case "walked" if details["how"] == "stay":
            yield marks.origin(id, MIDDLE[str(details["here"])], label, wide=True, layer=_UNDER)
        case "walked":
            here, there = str(details["here"]), str(details["there"])
            yield marks.trail(id, walk(here, there), label, width=3, layer=_UNDER)
            yield marks.origin(id, MIDDLE[here], label, layer=_UNDER)
        case "searched" | "false_clue" | "called_in_vain" if details["circle"]:
            yield marks.origin(id, MIDDLE[cast("int", details["circle"])], label, wide=True, layer=_UNDER)
        case "arrested_in_vain":
            for circle in cast("tuple[str, ...]", details["circles"]):
                yield marks.origin(f"{id}-{circle}", MIDDLE[int(circle)], label, wide=True, layer=_UNDER)
        case _:
            pass
