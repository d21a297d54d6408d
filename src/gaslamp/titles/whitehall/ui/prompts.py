"""Prompts of Whitehall: the question, and the legal actions as choices on the map.

Frequent actions are directly on the map: plain moves, walks, searches. Rare ones (special tiles, abilities, arrests)
are behind a button first, so that no arrest happens by a slip.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from gaslamp.core.game import CHANCE
from gaslamp.core.messages import Message, message
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules import notation as n
from gaslamp.titles.whitehall.rules.view import View
from gaslamp.titles.whitehall.ui import words
from gaslamp.ui.prompt import Choice, Prompt

# In the order in which locations are chosen (WM-02).
QUARTERS: Final = ("north_west", "north_east", "south_west", "south_east")


def prompt(view: View, actions: Sequence[int]) -> Prompt:
    if view.winner is not None:
        return Prompt(message("whitehall.kicker.over"), message(f"whitehall.over.{view.reason}"), section="end")
    if not actions or view.to_move is None or view.to_move == CHANCE:
        waiting = words.seat(view.to_move or CHANCE)
        return Prompt(message("whitehall.kicker.wait"), message("whitehall.prompt.wait", seat=waiting), section="turn")
    match view.stage:
        case "locating" | "starting":
            return _set_up(view, actions)
        case "placing":
            return _place(view, actions)
        case "reclaiming":
            return _reclaim(view, actions)
        case "moving":
            return _move(view, actions)
        case "coaching":
            return _coach(view, actions)
        case "walking":
            return _walk(view, actions)
        case "bluffing":
            return _bluff(view, actions)
        case "scenting":
            return _scent(view, actions)
        case _:
            return _act(view, actions)


# ---- targets


def target_of_circle(circle: int | str) -> str:
    return f"circle-{circle}"


def target_of_crossing(crossing: str) -> str:
    return f"cross-{crossing}"


def target_of_tile(kind: str) -> str:
    return f"tile-{kind}"


def circle_label(circle: int) -> Message:
    return message(f"whitehall.place.{board.current().town.colour[circle]}", circle=circle)


def crossing_label(crossing: str) -> Message:
    """Name a crossing by its circles, because the board prints no names."""
    return message("whitehall.place.crossing", circles=words.numbers(board.current().town.in_range(crossing)))


def _by_verb(actions: Sequence[int]) -> dict[str, list[int]]:
    """Group actions by verb; `arrest all`, `smoker` and `clue nothing` are groups of their own."""
    groups: dict[str, list[int]] = {}
    for action in actions:
        verb, *arguments = n.ACTIONS.format(action).split()
        alone = not arguments or arguments[0] in {"all", "nothing"}
        groups.setdefault(" ".join((verb, *arguments)) if alone else verb, []).append(action)
    return groups


def _on_map(actions: Sequence[int]) -> tuple[Choice, ...]:
    played = board.current()
    return tuple([_point_at(played, action) for action in actions])


@lru_cache(maxsize=10_000)  # shared by all tables
def _point_at(_: board.BoardTables, action: int) -> Choice:
    where = n.ACTIONS.format(action).split()[-1]
    verb = words.verb(action)
    target = target_of_crossing(where) if where.startswith("x") else target_of_circle(where)
    return Choice(target, action=action, verb=verb)


@cache
def _button(name: str, action: int) -> Choice:
    return Choice(name, message(f"whitehall.button.{name}"), action, verb=words.verb(action))


def _figure(view: View) -> str:
    assert view.figure is not None, "a figure is at work"
    return view.figure


# ---- before the first move


def _set_up(view: View, actions: Sequence[int]) -> Prompt:
    if view.stage == "starting":
        return Prompt(
            kicker=message("whitehall.kicker.set_up", seat=words.seat("jack")),
            title=message("whitehall.prompt.start", count=len(actions)),
            hint=message("whitehall.hint.start"),
            choices=_on_map(actions),
            section="start",
        )
    quadrant = words.quadrant(QUARTERS[view.located])
    return Prompt(
        kicker=message("whitehall.kicker.set_up", seat=words.seat("jack")),
        title=message("whitehall.prompt.locate", quadrant=quadrant, count=len(actions)),
        hint=message("whitehall.hint.locate"),
        chips=tuple(words.quadrant(id) for id in QUARTERS),
        done=view.located,
        choices=_on_map(actions),
        section="locations",
    )


def _place(view: View, actions: Sequence[int]) -> Prompt:
    return Prompt(
        kicker=_kicker(view),
        title=message("whitehall.prompt.place", whom=words.whom(_figure(view)), count=len(actions)),
        hint=message("whitehall.hint.place"),
        chips=tuple(words.figure(name) for name in view.holders),
        done=_place_in_order(view),
        choices=_on_map(actions),
        section="figures",
    )


def _reclaim(view: View, actions: Sequence[int]) -> Prompt:
    buttons = []
    for action in actions:
        kind = n.ACTIONS.format(action).split()[1]
        buttons.append(Choice(f"reclaim-{kind}", words.label(action), action, verb=words.label(action)))
    return Prompt(
        kicker=_kicker_of_jack(view),
        title=message("whitehall.prompt.reclaim", count=len(actions)),
        hint=message("whitehall.hint.reclaim"),
        choices=tuple(buttons),
        section="newspaper-fabrications",
    )


# ---- Jack


def _kicker_of_jack(view: View) -> Message:
    return message("whitehall.kicker.jack", move=min(view.track + 1, board.SPACES), last=board.SPACES)


_PHASES: Final = (
    message("whitehall.chip.escape"), message("whitehall.chip.hunt"), message("whitehall.chip.clues")
)  # fmt: skip


def _move(view: View, actions: Sequence[int]) -> Prompt:
    ways = _by_verb(actions)
    on_foot = ways.pop("move", [])
    here = view.circle or 0
    return Prompt(
        kicker=_kicker_of_jack(view),
        title=message("whitehall.prompt.move", here=here, count=len(on_foot))
        if on_foot
        else message("whitehall.prompt.move_special", here=here, count=len(actions)),
        hint=message("whitehall.hint.move"),
        chips=_PHASES,
        choices=(
            *_on_map(on_foot),
            *(
                Choice(
                    target_of_tile(kind),
                    words.tile(kind),
                    prompt=message(f"whitehall.prompt.{kind}", count=len(circles)),
                    next=_on_map(circles),
                )
                for kind, circles in ways.items()
            ),
        ),
        section="move",
    )


def _coach(view: View, actions: Sequence[int]) -> Prompt:
    return Prompt(
        kicker=_kicker_of_jack(view),
        title=message("whitehall.prompt.then", here=view.circle or 0, count=len(actions)),
        hint=message("whitehall.hint.then"),
        chips=_PHASES,
        choices=_on_map(actions),
        section="coach",
    )


def _bluff(view: View, actions: Sequence[int]) -> Prompt:
    ways = _by_verb(actions)
    return Prompt(
        kicker=_kicker_of_jack(view),
        title=message("whitehall.prompt.bluff", count=len(ways["clue"])),
        hint=message("whitehall.hint.bluff"),
        chips=_PHASES,
        done=2,
        choices=(*_on_map(ways["clue"]), _button("clue-nothing", ways["clue nothing"][0])),
        section="false-clues",
    )


# ---- the investigators


def _kicker(view: View) -> Message:
    if len(set(view.holders.values())) > 1:
        return message("whitehall.kicker.turn", seat=words.seat(view.to_move or ""))
    return message("whitehall.kicker.figure", number=_place_in_order(view) + 1, total=len(view.holders))


def _place_in_order(view: View) -> int:
    return tuple(view.holders).index(_figure(view))


def _chips(view: View) -> tuple[Message, ...]:
    return tuple(words.figure(name) for name in view.holders)


def _walk(view: View, actions: Sequence[int]) -> Prompt:
    ways = _by_verb(actions)
    name = _figure(view)
    stay = next(a for a in ways["walk"] if n.ACTIONS.format(a).split()[1] == view.figures[name])
    abilities = []
    for verb in ("smoker", "tile"):
        if verb in ways:
            ability = "smoker" if verb == "smoker" else f"tile_{name}"
            abilities.append(
                Choice(
                    verb,
                    message(f"whitehall.button.{ability}"),
                    prompt=message(f"whitehall.prompt.{ability}", count=len(ways[verb])),
                    next=_on_map(ways[verb]),
                )
            )
    return Prompt(
        kicker=_kicker(view),
        title=message("whitehall.prompt.walk", whom=words.whom(name), count=len(ways["walk"])),
        hint=message("whitehall.hint.walk"),
        chips=(*_chips(view), message("whitehall.chip.clues")),
        done=_place_in_order(view),
        choices=(*_on_map([a for a in ways["walk"] if a != stay]), _button("stay", stay), *abilities),
        section="walk",
    )


def _act(view: View, actions: Sequence[int]) -> Prompt:
    """Offer searches directly, arrests and abilities behind buttons."""
    ways = _by_verb(actions)
    name = _figure(view)
    search, arrest = ways.get("search", []), ways.get("arrest", [])
    going_on = view.stage == "searching"
    choices = list(_on_map(search))
    if arrest:
        every = [_button("arrest-all", action) for action in ways.get("arrest all", [])]
        choices.append(
            Choice(
                "arrest",
                message("whitehall.button.arrest"),
                prompt=message("whitehall.prompt.arrest", whom=words.whom(name), count=len(arrest)),
                next=(*_on_map(arrest), *every),
            )
        )
    if "call" in ways:
        choices.append(
            Choice(
                "call",
                message("whitehall.button.call"),
                prompt=message("whitehall.prompt.call", count=len(ways["call"])),
                next=_on_map(ways["call"]),
            )
        )
    choices += [_button("stop", action) for action in ways["stop"]]
    return Prompt(
        kicker=_kicker(view),
        title=message(
            "whitehall.prompt.search_on" if going_on else "whitehall.prompt.act",
            whom=words.whom(name),
            count=len(search),
        ),
        hint=message("whitehall.hint.search_on" if going_on else "whitehall.hint.act"),
        chips=(message("whitehall.chip.hunt"), *_chips(view)),
        done=1 + _place_in_order(view),
        choices=tuple(choices),
        section="search" if going_on else "act",
    )


def _scent(view: View, actions: Sequence[int]) -> Prompt:
    ways = _by_verb(actions)
    return Prompt(
        kicker=_kicker(view),
        title=message("whitehall.prompt.scent"),
        hint=message("whitehall.hint.scent"),
        chips=(message("whitehall.chip.hunt"), *_chips(view)),
        done=1 + _place_in_order(view),
        choices=(_button("scent", ways["smoker"][0]), _button("stop", ways["stop"][0])),
        section="smoker",
    )
