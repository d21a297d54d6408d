"""Story of the other side's turn in Whitehall, one beat per event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gaslamp.core.game import News
from gaslamp.titles.whitehall.rules.view import View
from gaslamp.titles.whitehall.ui import words
from gaslamp.titles.whitehall.ui.drawing.trails import OF_JACK
from gaslamp.titles.whitehall.ui.past import lights
from gaslamp.ui.story import Beat, Sound

_TOLD: Final[Mapping[str, Sound]] = {
    "started": "step", "reclaimed": "", "jack_moved": "step", "false_clue": "",
    "placed": "step", "walked": "step", "searched": "", "scented": "",
    "arrested_in_vain": "", "arrested": "arrest", "called_in_vain": "", "called": "clue", "round_over": "clue",
}  # fmt: skip


def story(view: View, news: Sequence[News]) -> Iterator[Beat]:
    """Yield the beats. Spectators get those of both sides."""
    for piece in news:
        if piece.kind in _TOLD and not _own(view, piece) and piece.details.get("how") != "stay":
            found = piece.details.get("answer") == "yes"
            yield Beat(words.tell(piece), lights(piece), "clue" if found else _TOLD[piece.kind])


def _own(view: View, piece: News) -> bool:
    if piece.kind == "round_over":
        return False
    if view.viewer == "jack":
        return piece.kind in OF_JACK
    return view.viewer in view.holders.values() and "figure" in piece.details
