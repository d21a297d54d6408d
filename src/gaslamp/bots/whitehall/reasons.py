"""Messages that explain the answers of the Whitehall Mystery levels.

"As the computer sees it" is the bot's own estimate; the deduction aid counts paths instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from gaslamp.bots.reasons import share
from gaslamp.bots.whitehall.streets import WALK, streets
from gaslamp.core.messages import Message, message
from gaslamp.titles.whitehall.rules.board import SPACES
from gaslamp.titles.whitehall.rules.view import View

Chances = Mapping[int, float]  # probability by circle


_NO_CHANCE: Final = 0.005  # arrests below this are not worth telling


# ---- the investigators


def placing(crossings: Iterable[str]) -> Message:
    """State the share of Jack's possible starts that one walk brings into range."""
    starts = streets().may_be_locations(())
    watched = frozenset[int]().union(*(streets().watched[crossing] for crossing in crossings))
    return message("why.starts", share=share(len(starts & watched) / len(starts)))


def likeliest(now: Chances) -> Message:
    circle, chance = max(now.items(), key=lambda entry: (entry[1], entry[0]))
    return message("why.likeliest", circle=circle, share=share(chance))


def about(now: Chances, told: tuple[Message, ...]) -> tuple[Message, ...]:
    """Return *told* after the likeliest circle, unless they are about an arrest there."""
    first = likeliest(now)
    same = any(other.id == "why.arrest" and other.params["circle"] == first.params["circle"] for other in told)
    return told if same else (first, *told)


def in_range(crossings: Iterable[str], now: Chances) -> Message:
    """State the chance that Jack is in range of a figure once all have walked."""
    circles = {circle for crossing in crossings for circle in streets().range[crossing]}
    return message("why.in_range", share=share(sum(now.get(circle, 0.0) for circle in circles)))


def acting(chosen: str, legal: Sequence[str], now: Chances) -> tuple[Message, ...]:
    """Explain an arrest, a call's alternative or a stop; searches are explained by their level."""
    arrests = [
        int(word) for word in (other.split()[1] for other in legal if other.startswith("arrest")) if word != "all"
    ]
    match chosen.split():
        case ["arrest", "all"]:
            chance = sum(now.get(circle, 0.0) for circle in arrests)
            return message("why.arrest_all", share=share(chance)), _remaining(now, arrests)
        case ["arrest", circle]:
            chance = now.get(int(circle), 0.0)
            return message("why.arrest", circle=int(circle), share=share(chance)), _remaining(now, [int(circle)])
        case _:
            most = max((now.get(circle, 0.0) for circle in arrests), default=0.0)
            if most < _NO_CHANCE:
                return (message("why.stop_searching"),)
            return (message("why.stop", share=share(most)),)


def _remaining(now: Chances, arrested: Iterable[int]) -> Message:
    return message("why.if_not_there", circles=len(now.keys() - {*arrested}))


# ---- Jack


def locating(circle: int, others: Sequence[int]) -> Message:
    if not others:
        return message("why.tour")
    moves = min(streets().far[other][circle] for other in others)
    return message("why.nearest_location", moves=moves)


def starting(circle: int, view: View) -> Message:
    """State the steps of the nearest figure until the start is in range."""
    steps = min(streets().reach[crossing][circle] for crossing in view.figures.values())
    return message("why.figure_steps", steps=steps)


def way(circle: int, goals: Iterable[int], left: int) -> Message:
    """State the plain moves to the nearest location, and the spaces left on the track."""
    moves = min(streets().far[circle][goal] for goal in goals)
    if moves == 0:
        return message("why.arrives")
    return message("why.way_late" if moves > left else "why.way", moves=moves, left=left)


def expected(circle: int, chance: float, view: View) -> Message:
    """State how surely Jack is expected on a circle, or that no figure can have it in range this turn."""
    if all(streets().reach[crossing][circle] > WALK for crossing in view.figures.values()):
        return message("why.out_of_reach")
    return message("why.thought", share=share(chance))


def spaces_left(view: View, boxes: int) -> int:
    return SPACES - view.track - boxes


# ---- rollouts


def rollouts(id: str, chance: float, times: int) -> Message:
    return message(id, runs=times, share=share(chance))
