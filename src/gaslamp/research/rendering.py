"""Text and images of an episode as one viewer sees it.

The public part of a text is what a spectator knows. The private part is what a seat knows beyond that.

>>> from gaslamp import titles
>>> episode = Episode(titles.game("mr_jack"))
>>> observation(episode, "jack", public=True, private=True).splitlines()[0]
'edition: revised'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gaslamp.core.game import SPECTATOR, Seat, Viewer
from gaslamp.core.messages import Message
from gaslamp.research.episode import Episode
from gaslamp.ui import raster
from gaslamp.ui.presentation import presentation

WIDTH: Final = 600  # pixels of an image


def observation(episode: Episode, seat: Seat, *, public: bool, private: bool) -> str:
    """Return the fields of the seat's current view, one per line."""
    spectator = _lines(episode.view(SPECTATOR))
    own = _lines(episode.view(seat)) if private else {}
    lines = [f"{name}: {value}" for name, value in spectator.items() if name != "viewer"] if public else []
    lines += [f"{seat} {name}: {value}" for name, value in own.items() if name != "viewer" and value != spectator[name]]
    return "\n".join(lines)


def information_state(episode: Episode, seat: Seat, *, public: bool, private: bool) -> str:
    """Return the seat's news since the start, one step per line."""
    if public and private:
        return "\n".join((seat, *map(str, episode.steps(seat))))
    if public:
        return "\n".join(map(str, episode.steps(SPECTATOR)))
    return "\n".join((seat, *_private_steps(episode, seat))) if private else ""


def characters(episode: Episode, viewer: Viewer) -> str:
    """Return the board as text, followed by the fields of the view."""
    view = episode.view(viewer)
    rows = presentation(episode.game).text_board(view).rows
    board = ["".join(_short(span.text) for span in row).rstrip() for row in rows]
    return "\n".join((*board, *(f"{name}: {value}" for name, value in _lines(view).items())))


def svg(episode: Episode, viewer: Viewer) -> str:
    return presentation(episode.game).scene(episode.view(viewer), list(episode.news(viewer)))._repr_svg_()


def pixels(episode: Episode, viewer: Viewer) -> NDArray[np.uint8]:
    """Return the board as an RGB array, `WIDTH` pixels wide."""
    return np.asarray(raster.image(svg(episode, viewer), WIDTH))


def _private_steps(episode: Episode, seat: Seat) -> Iterator[str]:
    public = {step.number: step for step in episode.steps(SPECTATOR)}
    return (str(step) for step in episode.steps(seat) if step != public.get(step.number))


def _lines(view: Any) -> dict[str, str]:
    return {field.name: _plain(getattr(view, field.name)) for field in fields(view)}


def _plain(value: Any) -> str:
    if is_dataclass(value):
        return "(" + " ".join(f"{field.name}={_plain(getattr(value, field.name))}" for field in fields(value)) + ")"
    if isinstance(value, dict):
        return " ".join(f"{key}={_plain(item)}" for key, item in value.items())
    if isinstance(value, (tuple, list)):
        return " ".join(map(_plain, value))
    return "" if value is None else str(value)


def _short(text: str | Message) -> str:
    """Return two letters for a name; without a catalogue, those of its message id."""
    return f"{text.id.rpartition('.')[2].title():2.2}" if isinstance(text, Message) else text
