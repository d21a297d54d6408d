"""What the other side of Mr. Jack did, told on the board beat by beat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gaslamp.core.game import News
from gaslamp.titles.mr_jack.rules.view import View
from gaslamp.titles.mr_jack.ui import words
from gaslamp.titles.mr_jack.ui.past import lights
from gaslamp.ui.story import Beat, Sound

_TOLD: Final[Mapping[str, Sound]] = {
    "moved": "step", "whistled": "step", "exchanged": "step", "left": "step", "stayed": "", "whistled_in_vain": "",
    "faced": "turn", "lamp_moved": "turn", "cordon_moved": "turn", "cover_moved": "turn",
    "alibi_hidden": "", "accused": "arrest",
}  # fmt: skip


def story(view: View, news: Sequence[News]) -> Iterator[Beat]:
    """The beats; whoever only looks is told of both sides."""
    for piece in news:
        if piece.kind in _TOLD and piece.details["seat"] != view.viewer:
            with_gull = ("tok-gull",) if piece.kind == "exchanged" else ()
            yield Beat(words.tell(piece), (*lights(piece), *with_gull), _TOLD[piece.kind])
