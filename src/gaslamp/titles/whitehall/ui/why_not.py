"""Reasons why a target of Whitehall cannot be chosen, derived from the view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gaslamp.core.game import CHANCE
from gaslamp.core.messages import Param, message
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.town import BLUE, WHITE, Town, circles_of
from gaslamp.titles.whitehall.rules.view import View
from gaslamp.titles.whitehall.ui import words
from gaslamp.titles.whitehall.ui.prompts import QUARTERS
from gaslamp.ui.prompt import WhyNot

# Rule by stage for waiting viewers; WM-30 otherwise.
_WAITING: Final = {"placing": "WM-03", "acting": "WM-40", "searching": "WM-40", "scenting": "WM-40"}


def why_not(view: View, target: str, path: Sequence[str]) -> WhyNot | None:
    if view.winner is not None:
        return None
    if view.viewer != view.to_move:
        rule = "WM-10" if view.to_move == "jack" else _WAITING.get(view.stage, "WM-30")
        return _no("wait", rule, seat=words.seat(view.to_move or CHANCE))
    kind, _, id = target.partition("-")
    if kind == "tile":
        return _tile(view, id)
    place: int | str = int(id) if kind == "circle" else id
    match view.stage:
        case "locating" | "starting" | "placing" | "reclaiming":
            return _before_the_first_move(view, place)
        case "moving" | "coaching":
            return _jack(view, place, path)
        case "walking":
            return _walk(view, place, path)
        case "bluffing":
            return _bluff(view, place)
        case "scenting":
            return _no("scent", "WM-66b")
        case _:
            return _act(view, place, path)


def _town() -> Town:
    return board.current().town


def _before_the_first_move(view: View, place: int | str) -> WhyNot:
    match view.stage, place:
        case "locating", int():
            if _town().colour[place] != WHITE:
                return _no("not_white", "WM-02")
            return _no("quarter", "WM-02", quadrant=words.quadrant(QUARTERS[view.located]))
        case "locating", _:
            return _no("circle", "WM-02")
        case "placing", str() if place in _town().yellow:
            return _no("taken", "WM-03")
        case "placing", _:
            return _no("not_yellow", "WM-03")
        case "starting", _:
            return _no("start", "WM-04")
        case _:
            return _no("reclaim", "WM-61")


# ---- Jack


def _jack(view: View, place: int | str, path: Sequence[str]) -> WhyNot:
    start = view.circle or 0
    if isinstance(place, str):
        return _no("jack_crossing", "WM-10")
    if place == start:
        return _no("must_move", "WM-10a")
    if view.stage == "coaching":
        began = (view.row or (0, 0))[-2]
        return _no("coach_back", "WM-14b") if place == began else _coach(view, start, place)
    match path:
        case ["tile-coach", *_]:
            return _coach(view, start, place)
        case ["tile-alley", *_]:
            if place in _open_locations(view) and _share(start, place, "houses"):
                return _no("special_location", "WM-18")
            return _no("alley_far", "WM-15")
        case ["tile-boat", *_]:
            return _no("boat_far", "WM-16")
        case _:
            return _on_foot(view, start, place)


def _on_foot(view: View, start: int, end: int) -> WhyNot:
    ways = _town().ways[start].get(end)
    if ways is None:
        return _no("not_adjacent", "WM-10", circle=end)
    between = {crossing for way in ways for crossing in way}
    figures = tuple(words.figure(name) for name, crossing in view.figures.items() if crossing in between)
    return _no("blocked", "WM-11", circle=end, figures=figures)


def _coach(view: View, start: int, end: int) -> WhyNot:
    if end not in _town().ways[start]:
        return _no("not_adjacent", "WM-14", circle=end)
    if _town().colour[end] == BLUE:
        return _no("coach_blue", "WM-14a")
    if end in _open_locations(view):
        return _no("special_location", "WM-18" if view.stage == "coaching" else "WM-18a")
    return _no("coach_dead_end", "WM-23")


def _open_locations(view: View) -> set[int]:
    return {*(view.locations or ())} - {*view.red}


def _share(start: int, end: int, kind: str) -> bool:
    return any({start, end} <= {*circles_of(outline)} for outline in _town().faces[kind])


def _tile(view: View, kind: str) -> WhyNot:
    if view.viewer != "jack":
        return _no("jacks_tile", "WM-05")
    if view.stage != "moving":
        return _no("tile_later", "WM-23")
    if not view.tiles[kind]:
        return _no("tile_gone", "WM-05")
    if kind == "coach" and view.track > board.SPACES - 2:
        return _no("coach_spaces", "WM-14d")
    return _no(f"no_{kind}", {"coach": "WM-14a", "alley": "WM-15", "boat": "WM-16"}[kind])


def _bluff(view: View, place: int | str) -> WhyNot:
    if isinstance(place, str):
        return _no("clue_circle", "WM-62a")
    return _no("clue_there" if place in view.false else "clue_location", "WM-62b")


# ---- the investigators


def _walk(view: View, place: int | str, path: Sequence[str]) -> WhyNot:
    if isinstance(place, int):
        return _no("figure_circle", "WM-30")
    if place == view.figures[view.figure or ""]:
        return _no("stay_button", "WM-30")
    standing = next((name for name, crossing in view.figures.items() if crossing == place), None)
    if standing is not None:
        return _no("figure_there", "WM-31", figure=words.figure(standing))
    match path:
        case ["smoker", *_]:
            return _no("smoker", "WM-66a")
        case ["tile", *_]:
            return _no("figure_tile", "WM-67")
        case _:
            return _no("figure_far", "WM-30")


def _act(view: View, place: int | str, path: Sequence[str]) -> WhyNot:
    if isinstance(place, str):
        return _no("act_circle", "WM-40")
    if path and path[0] == "call":
        return _no("call_white", "WM-68c")
    if place not in _town().in_range(view.figures[view.figure or ""]):
        return _no("range", "WM-40", circle=place)
    if place in view.false:
        return _no("false_clue", "WM-62c")
    if place in view.yellow:
        return _no("found_already", "WM-41c")
    return _no("called_already", "WM-41")


def _no(why: str, rule: str, **gaps: Param) -> WhyNot:
    return WhyNot(message(f"whitehall.why_not.{why}", **gaps), rule)
