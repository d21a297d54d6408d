"""Why what a visitor points at cannot be chosen: answered from the update they were shown, and from nothing else.

It is told when they ask: what all places of a board would have to say is far more than a table needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any, Final

from msgspec import UNSET

from gaslamp.core.game import Game
from gaslamp.core.messages import Message
from gaslamp.game.updates import Update
from gaslamp.server.wire.frames.asked import Why
from gaslamp.server.wire.frames.server_frames import PlacesFrame, WhyFrame
from gaslamp.ui.panels import Tokens
from gaslamp.ui.presentation import presentation
from gaslamp.ui.scene import Target
from gaslamp.web.rulebook import rule_address

_TILE: Final = 100.0  # from the middle of a tile to its edge
_NEAR: Final = 30.0  # so far beside a place a point may lie, in units of the board


def why_frame(asked: Why, update: Update, game: Game[Any, Any], still: Message | None = None) -> WhyFrame | None:
    """The reason; None if the game is over, nothing is there, it can be chosen, or the path does not exist.

    *still* is the reason why this viewer cannot act at all (paused, not started, handed over), if there is one.
    """
    if update.outcome is not None:
        return None
    places = presentation(game).places(update.view)
    place = _lying_at(places, asked.at) if asked.at else next((it for it in places if it.id == asked.why), None)
    target = place.id if place else asked.why
    actions = _actions(update, game)
    prompt = presentation(game).prompt(update.view, actions)
    if not target or not prompt.leads(asked.path) or target in prompt.open(asked.path):
        return None
    shown = place or UNSET
    if still is not None:
        return WhyFrame(update.step, still, shown)
    if place is None and target not in _in_panels(update, game):
        return None
    why = presentation(game).why_not(update.view, actions, target, asked.path)
    if why is None:
        return None
    return WhyFrame(update.step, why.text, shown, why.rule, rule_address(game.title, why.rule))


def places_frame(path: Sequence[str], update: Update, game: Game[Any, Any]) -> PlacesFrame:
    return PlacesFrame(update.step, tuple(closed_places(path, update, game)))


def closed_places(path: Sequence[str], update: Update, game: Game[Any, Any]) -> Iterator[Target]:
    """The places that cannot be chosen; of several at one point the topmost, if none of them can be chosen."""
    open_now = presentation(game).prompt(update.view, _actions(update, game)).open(path)
    places = presentation(game).places(update.view)
    taken = {(place.x, place.y) for place in places if place.id in open_now}
    topmost = {(place.x, place.y): place for place in places}
    yield from (place for point, place in topmost.items() if point not in taken)


def _actions(update: Update, game: Game[Any, Any]) -> list[int]:
    return game.actions.parsed(update.legal)


def _in_panels(update: Update, game: Game[Any, Any]) -> set[str]:
    """The things of panels that can be pointed at."""
    panels = presentation(game).panels(update.view, update.news)
    return {token.target for panel in panels if isinstance(panel, Tokens) for token in panel.tokens.values()}


def _lying_at(places: Sequence[Target], point: tuple[float, float]) -> Target | None:
    """The place at a point, or the nearest beside it; of several at one point the topmost."""

    def beside(place: Target) -> tuple[float, float]:
        dx, dy = abs(point[0] - place.x), abs(point[1] - place.y)
        middle = hypot(dx, dy)
        return (max(0.0, dx - _TILE, dy - _TILE) if place.shape == "tile" else middle), middle

    best = min(reversed(places), key=beside, default=None)
    return best if best is not None and beside(best)[0] <= _NEAR else None
