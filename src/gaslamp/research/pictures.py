"""A board as one viewer sees it, for whoever has no browser: as characters, and as a drawing."""

from __future__ import annotations

from gaslamp.core.game import News, Viewer
from gaslamp.core.messages import Message
from gaslamp.research import texts
from gaslamp.research.play import Play


def characters(play: Play, viewer: Viewer) -> str:
    """Draw the board in characters, with what else the viewer knows below it."""
    view = play.view(viewer)
    rows = play.game.face.text_board(view).rows
    board = ["".join(_short(span.text) for span in row).rstrip() for row in rows]
    return "\n".join((*board, texts.whole(view)))


def svg(play: Play, viewer: Viewer) -> str:
    """Draw the board as an SVG that needs nothing else."""
    return play.game.face.scene(play.view(viewer), _news(play, viewer))._repr_svg_()


def _news(play: Play, viewer: Viewer) -> list[News]:
    return [piece for step in play.told(viewer) for piece in step.news]


def _short(text: str | Message) -> str:
    """Give two letters for a name: no catalogue is at hand, so those of its id."""
    return f"{text.id.rpartition('.')[2].title():2.2}" if isinstance(text, Message) else text
