"""Reasons why a target of Mr. Jack cannot be chosen, derived from the view."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from gaslamp.core.game import CHANCE
from gaslamp.core.messages import Param, message
from gaslamp.titles.mr_jack.rules import notation as n
from gaslamp.titles.mr_jack.rules.hexes import BOX, KIND, STREETS, distances, neighbours, streets_next_to
from gaslamp.titles.mr_jack.rules.view import View
from gaslamp.titles.mr_jack.ui import words
from gaslamp.ui.prompt import WhyNot

# Rule id of each ability.
_ABILITY: Final = {"smith": "MJ-43", "lestrade": "MJ-44", "goodley": "MJ-46", "gull": "MJ-49", "bert": "MJ-50"}
_OBSTACLES: Final = {"#": "building", "g": "garden", "L": "gaslight"}


def why_not(view: View, actions: Sequence[int], target: str, path: Sequence[str]) -> WhyNot | None:
    if view.winner is not None:
        return None
    if view.viewer != view.to_move:
        return _no("wait", "MJ-10" if view.round % 2 else "MJ-11", seat=words.seat(view.to_move or CHANCE))
    kind, _, name = target.partition("-")
    if view.stage == "picking":
        return _card(view, name) if kind == "card" else _no("card_first", "MJ-13")
    if view.stage == "facing":
        return _no("lantern_first", "MJ-41" if view.picked == "watson" else "MJ-42")
    used = view.picked or ""
    if kind == "card":
        return _no("finish", "MJ-13", whom=words.whom(used))
    moves, ability = any(action < n.FACE for action in actions), any(action >= n.LAMP for action in actions)
    if moves and ability and not path:
        return _no("order", _ABILITY[used], character=words.character(used))
    if moves and (not ability or path[0] == "move"):
        return _exit(view, name) if kind == "exit" else _move(view, _hex(view, kind, name))
    return _ability(view, used, kind, name, path)


def _card(view: View, name: str) -> WhyNot:
    character = words.character(name)
    if name in view.turned:
        return _no("played", "MJ-13a", character=character)
    if view.round % 2:
        return _no("later", "MJ-11", character=character, round=view.round + 1)
    return _no("shuffled", "MJ-12", character=character)


def _hex(view: View, kind: str, name: str) -> str:
    return view.hexes[name] if kind == "tok" else name


# ---- own move


def _move(view: View, hex: str) -> WhyNot | None:
    used = view.picked or ""
    character = words.character(used)
    if KIND[hex] in _OBSTACLES:
        if used == "stealthy":
            return _no("stealthy", "MJ-45a")
        return _no(_OBSTACLES[KIND[hex]], "MJ-20")
    start = view.hexes[used]
    if hex == start:
        return _no("must_move", "MJ-21b", character=character)
    reach: int = BOX["characters"][used]
    far = _points(used, start, view.manholes).get(hex)
    if far is None or far > reach:
        if _points(used, start, (*view.manholes, *view.covered)).get(hex, reach + 1) <= reach:
            return _no("covered", "MJ-23a", character=character)
        return _no("too_far", "MJ-45" if used == "stealthy" else "MJ-21", character=character, hex=hex, count=reach)
    return _no("taken", "MJ-22a") if hex in view.hexes.values() else None


def _points(used: str, start: str, holes: Collection[str]) -> dict[str, int]:
    """Return the cost of each hex in points, with sewers open at *holes* (MJ-23, MJ-45a)."""
    cost = {start: 0}
    queue = [start]
    for hex in queue:
        near = neighbours(hex) if used == "stealthy" else streets_next_to(hex)
        for next_hex in (*near, *(holes if hex in holes else ())):
            if next_hex not in cost:
                cost[next_hex] = cost[hex] + 1
                queue.append(next_hex)
    return cost


def _exit(view: View, name: str) -> WhyNot:
    """Return why the exit is closed. Jack's identity is used only in Jack's own view."""
    if view.viewer != "jack":
        return _no("exit_detective", "MJ-62b")
    if view.identity != view.picked:
        return _no("exit_other", "MJ-62b")
    if view.witness == "visible":
        return _no("exit_witness", "MJ-60")
    if name in view.cordons:
        return _no("exit_cordon", "MJ-60", exit=words.exit_name(name))
    return _no("exit_far", "MJ-60a", exit=words.exit_name(name))


# ---- ability


def _ability(view: View, used: str, kind: str, name: str, path: Sequence[str]) -> WhyNot:
    rule = _ABILITY[used]
    match used:
        case "smith":
            return _no("lamp_dark" if kind == "post" else "lamp", rule)
        case "lestrade":
            return _no("no_cordon" if kind == "exit" else "cordon", rule)
        case "bert":
            manhole = kind in {"hex", "mh", "tok"} and _hex(view, kind, name) in view.manholes
            return _no("not_covered" if manhole else "cover", rule)
        case "gull":
            return _no("exchange_self" if (kind, name) == ("tok", "gull") else "exchange", rule)
        case _:
            return _whistle(view, kind, name, path)


def _whistle(view: View, kind: str, name: str, path: Sequence[str]) -> WhyNot:
    chosen = next((target.removeprefix("tok-") for target in path if target.startswith("tok-")), None)
    if not view.budget:
        return _no("whistle_nobody", "MJ-48c")
    if kind == "tok":
        return _no_whistle_for(view, name)
    if chosen is None:
        return _no("whistle_whom", "MJ-46")
    if kind not in {"hex", "mh"}:
        return _no("whistle_street", "MJ-47b")
    to_goodley = distances(view.hexes["goodley"])
    if to_goodley[name] >= to_goodley[view.hexes[chosen]]:
        return _no("whistle_nearer", "MJ-47")
    left = view.budget - view.points
    if distances(view.hexes[chosen])[name] > left:
        return _no("whistle_far", "MJ-48a", count=left)
    return _no("whistle_points", "MJ-48")


def _no_whistle_for(view: View, name: str) -> WhyNot:
    if name == "goodley":
        return _no("whistle_self", "MJ-46")
    character = words.character(name)
    if name in view.whistled:
        return _no("whistled", "MJ-48b", character=character)
    start, to_goodley = view.hexes[name], distances(view.hexes["goodley"])
    free = (hex for hex in STREETS if hex not in view.hexes.values() and to_goodley[hex] < to_goodley[start])
    if all(distances(start)[hex] > view.budget - view.points for hex in free):
        return _no("whistle_stuck", "MJ-47", character=character)
    return _no("whistle_points", "MJ-48")


def _no(why: str, rule: str, **gaps: Param) -> WhyNot:
    return WhyNot(message(f"mr_jack.why_not.{why}", **gaps), rule)
