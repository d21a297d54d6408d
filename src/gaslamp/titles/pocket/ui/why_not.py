"""Reasons why a target of Pocket cannot be chosen, derived from the view."""

from __future__ import annotations

from gaslamp.core.game import CHANCE
from gaslamp.core.messages import Param, message
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.view import View
from gaslamp.titles.pocket.ui import words
from gaslamp.ui.prompt import WhyNot

_BACK = board.PLACES - 2  # from this distance on, counterclockwise is nearer


def why_not(view: View, target: str) -> WhyNot | None:
    if view.winner is not None:
        return None
    if view.viewer != view.to_move:
        return _no("wait", "MP-10" if view.turn % 2 else "MP-11", seat=words.seat(view.to_move or CHANCE))
    kind, _, id = target.partition("-")
    if kind == "token":
        return _token(view, board.TOKENS.index(id))
    match view.stage:
        case "taking":
            return _no("token_first", "MP-12")
        case "rotation" if kind == "tile":
            return _no("turned", "MP-16a", suspect=words.suspect(id))
        case "rotation":
            return _no("rotation", "MP-16")
        case "exchange":
            return _no("exchange", "MP-18")
        case "joker":
            return _no("joker", "MP-15")
        case detective:
            return _walk(view, detective, kind, id)


def _token(view: View, number: int) -> WhyNot:
    if view.stage != "taking":
        return _no("finish", "MP-22")
    if view.tokens[number].used:
        return _no("used", "MP-23")
    return _no("same_face", "MP-12", face=words.face(view.tokens[number].face))


def _walk(view: View, name: str, kind: str, id: str) -> WhyNot:
    detective = words.detective(name)
    if kind == "fig" and id == name:
        return _no("point_at_place", "MP-14", detective=detective)
    if kind != "place":
        return _no("walk_only", "MP-14", detective=detective)
    steps = (int(id) - view.detectives[name]) % board.PLACES
    if steps == 0:
        return _no("must_move", "MP-13", detective=detective)
    if steps >= _BACK:
        return _no("clockwise", "MP-14", detective=detective)
    return _no("too_far", "MP-14", detective=detective, count=steps)


def _no(why: str, rule: str, **gaps: Param) -> WhyNot:
    return WhyNot(message(f"pocket.why_not.{why}", **gaps), rule)
