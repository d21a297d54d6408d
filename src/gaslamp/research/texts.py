"""What a seat knows as text: the moment as its view tells it, and the whole way as its news told it.

The public half is what a spectator knows. The private half is what a seat knows beyond that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from gaslamp.core.game import SPECTATOR, Seat
from gaslamp.research.play import Play


def observation(play: Play, seat: Seat, *, public: bool, private: bool) -> str:
    """Say what a seat sees of this moment."""
    shown = _lines(play.view(SPECTATOR))
    own = _lines(play.view(seat)) if private else {}
    lines = [f"{name}: {value}" for name, value in shown.items() if name != "viewer"] if public else []
    lines += [f"{seat} {name}: {value}" for name, value in own.items() if name != "viewer" and value != shown[name]]
    return "\n".join(lines)


def whole(view: Any) -> str:
    """Say all that a view shows."""
    return "\n".join(f"{name}: {value}" for name, value in _lines(view).items())


def information_state(play: Play, seat: Seat, *, public: bool, private: bool) -> str:
    """Say all that a seat was told since the game began, its own actions among it."""
    if public and private:
        return "\n".join((seat, *map(str, play.told(seat))))
    if public:
        return "\n".join(map(str, play.told(SPECTATOR)))
    return "\n".join((seat, *_own(play, seat))) if private else ""


def _own(play: Play, seat: Seat) -> Iterator[str]:
    """What a seat was told otherwise than the spectator."""
    public = {step.number: step for step in play.told(SPECTATOR)}
    return (str(step) for step in play.told(seat) if step != public.get(step.number))


def _lines(view: Any) -> dict[str, str]:
    return {field.name: _plain(getattr(view, field.name)) for field in fields(view)}


def _plain(value: Any) -> str:
    """Write a value of a view: short, in a fixed order, the same in every process."""
    if is_dataclass(value):
        return "(" + " ".join(f"{field.name}={_plain(getattr(value, field.name))}" for field in fields(value)) + ")"
    if isinstance(value, dict):
        return " ".join(f"{key}={_plain(item)}" for key, item in value.items())
    if isinstance(value, (tuple, list)):
        return " ".join(map(_plain, value))
    return "" if value is None else str(value)
