"""A board as one viewer sees it, for whoever has no browser: as characters, as a drawing, and as pixels."""

from __future__ import annotations

from io import BytesIO
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gaslamp.core.game import News, Viewer
from gaslamp.core.messages import Message
from gaslamp.research import texts
from gaslamp.research.play import Play
from gaslamp.ui.presentation import presentation

WIDTH: Final = 600  # of a picture in pixels


def characters(play: Play, viewer: Viewer) -> str:
    """Draw the board in characters, with what else the viewer knows below it."""
    view = play.view(viewer)
    rows = presentation(play.game).text_board(view).rows
    board = ["".join(_short(span.text) for span in row).rstrip() for row in rows]
    return "\n".join((*board, texts.whole(view)))


def svg(play: Play, viewer: Viewer) -> str:
    """Draw the board as an SVG that needs nothing else."""
    return presentation(play.game).scene(play.view(viewer), _news(play, viewer))._repr_svg_()


def pixels(play: Play, viewer: Viewer) -> NDArray[np.uint8]:
    """Draw the board as rows of red, green and blue."""
    from PIL import Image  # noqa: PLC0415 - only who asks for pixels needs these two
    from resvg_py import svg_to_bytes  # noqa: PLC0415

    png = svg_to_bytes(svg_string=svg(play, viewer), width=WIDTH)
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))


def _news(play: Play, viewer: Viewer) -> list[News]:
    return [piece for step in play.told(viewer) for piece in step.news]


def _short(text: str | Message) -> str:
    """Two letters for a name: no catalogue is at hand, so those of its id."""
    return f"{text.id.rpartition('.')[2].title():2.2}" if isinstance(text, Message) else text
