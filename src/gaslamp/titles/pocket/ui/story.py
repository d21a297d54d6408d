"""Story of the other side's turn in Pocket, one beat per event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gaslamp.core.game import News
from gaslamp.titles.pocket.rules.view import View
from gaslamp.titles.pocket.ui import words
from gaslamp.titles.pocket.ui.panels import lights
from gaslamp.ui.story import Beat, Sound

_TOLD: Final[Mapping[str, Sound]] = {
    "walked": "step", "stayed": "", "rotated": "turn", "exchanged": "turn",
    "alibi_shown": "clue", "alibi_hidden": "", "alibi_kept": "",
}  # fmt: skip
_DRAWERS: Final = {"alibi_shown": "detectives", "alibi_hidden": "jack", "alibi_kept": "jack"}


def story(view: View, news: Sequence[News]) -> Iterator[Beat]:
    """Return the beats. Spectators get those of both sides."""
    for piece in news:
        if piece.kind in _TOLD and piece.details.get("seat", _DRAWERS.get(piece.kind)) != view.viewer:
            tiles = lights(piece)
            tokens = tuple(tile.replace("tile-", "tok-") for tile in tiles)  # they lie on the tiles, and go with them
            yield Beat(words.tell(piece), tuple(dict.fromkeys((*tiles, *tokens))), _TOLD[piece.kind])
