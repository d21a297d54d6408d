"""Why something cannot be chosen: answered from the update that the client has, and from nothing else.

Answers are sent on request: those for all places of a board would be far longer than the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any, Final, TypeAlias

from msgspec import UNSET

from gaslamp.core.messages import Message
from gaslamp.game.updates import Update
from gaslamp.server.wire.client_frames import Places, Why
from gaslamp.server.wire.server_frames import PlacesFrame, WhyFrame
from gaslamp.ui.panels import Tokens
from gaslamp.ui.presentation import Presentation
from gaslamp.ui.scene import Target
from gaslamp.web.rulebook import rule_address

_TILE: Final = 100.0  # half the width of a tile
_NEAR: Final = 30.0  # units between a place and a point that means it

Question: TypeAlias = Why | Places
Answer: TypeAlias = WhyFrame | PlacesFrame


def answer(question: Question, update: Update, ui: Presentation[Any], blocked: Message | None = None) -> Answer | None:
    """Return the answer; None if the question is about another step, or for other reasons of `why_frame`."""
    if isinstance(question, Places):
        places = tuple(closed_places(question.path, update, ui))
        return PlacesFrame(update.step, places) if question.places == update.step else None
    frame = why_frame(question, update, ui, blocked)
    return frame if question.step == update.step else None


def why_frame(why: Why, update: Update, ui: Presentation[Any], blocked: Message | None = None) -> WhyFrame | None:
    """Return the reason; None if the game is over, nothing is there, it can be chosen, or the path does not exist.

    *blocked* is the reason why this viewer cannot act at all (paused, not started, handed over).
    """
    if update.outcome is not None:
        return None
    places = ui.places(update.view)
    place = _nearest(places, why.at) if why.at else next((place for place in places if place.id == why.why), None)
    target = place.id if place else why.why
    actions = ui.game.actions.parsed(update.legal)
    prompt = ui.prompt(update.view, actions)
    if not target or not prompt.leads(why.path) or target in prompt.open(why.path):
        return None
    if blocked is not None:
        return WhyFrame(update.step, blocked, place or UNSET)
    if place is None and target not in _panel_targets(update, ui):
        return None
    reason = ui.why_not(update.view, actions, target, why.path)
    if reason is None:
        return None
    return WhyFrame(update.step, reason.text, place or UNSET, reason.rule, rule_address(ui.game.title, reason.rule))


def closed_places(path: Sequence[str], update: Update, ui: Presentation[Any]) -> Iterator[Target]:
    """Yield the places that cannot be chosen; of several at one point the topmost, if none of them can be chosen."""
    open_now = ui.prompt(update.view, ui.game.actions.parsed(update.legal)).open(path)
    places = ui.places(update.view)
    taken = {(place.x, place.y) for place in places if place.id in open_now}
    topmost = {(place.x, place.y): place for place in places}
    yield from (place for point, place in topmost.items() if point not in taken)


def _panel_targets(update: Update, ui: Presentation[Any]) -> set[str]:
    panels = ui.panels(update.view, update.news)
    return {token.target for panel in panels if isinstance(panel, Tokens) for token in panel.tokens.values()}


def _nearest(places: Sequence[Target], point: tuple[float, float]) -> Target | None:
    """Return the place at a point, or the nearest beside it; of several at one point the topmost."""

    def distance(place: Target) -> tuple[float, float]:
        dx, dy = abs(point[0] - place.x), abs(point[1] - place.y)
        to_middle = hypot(dx, dy)
        return (max(0.0, dx - _TILE, dy - _TILE) if place.shape == "tile" else to_middle), to_middle

    best = min(reversed(places), key=distance, default=None)
    return best if best is not None and distance(best)[0] <= _NEAR else None
