"""Random and scripted games of Whitehall Mystery with each viewer's view and news."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from gaslamp.core.errors import Unreadable
from gaslamp.core.game import Event, News, Viewer, redact
from gaslamp.core.options import choose
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.meta import OPTIONS
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules import notation as n
from gaslamp.titles.whitehall.rules.position import Position
from gaslamp.titles.whitehall.rules.view import View, row_of

SLEEVES = {"roll_up_your_sleeves": "on"}
ALL_TILES = {**SLEEVES, "smoker": "on", "reconstructed_tiles": "on"}


@dataclass(frozen=True)
class Sight:
    """One viewer's view, news and legal actions."""

    view: View
    news: tuple[News, ...]
    actions: list[int]


class Walk:
    """A game in progress and its events."""

    def __init__(self, **options: str) -> None:
        self.game = Whitehall(options)
        self.position: Position = self.game.start()
        self.actions: list[int] = []
        self.happened: list[Event] = []

    def take(self, *notations: str) -> "Walk":
        """Apply actions by notation. Fails if one is not legal."""
        for notation in notations:
            self.step(n.ACTIONS.parse(notation))
        return self

    def step(self, action: int) -> None:
        assert action in self.position.legal(), n.ACTIONS.format(action)
        before = self.position.copy()
        self.position.advance(action)
        self.actions.append(action)
        self.happened += self.game.events(before, action, self.position)

    def turn(self, jack: str, *others: str) -> "Walk":
        """Play a turn: Jack moves, the figures stay, then do what is given, or nothing."""
        self.take(*jack.split(", "))
        while board.STAGES[self.position.doing] == "walking":
            here = self.position.crossing(self.position.figure)
            self.step(n.WALK_TO + here)
        self.take(*others)
        while board.STAGES[self.position.doing] in {"acting", "searching", "scenting"}:
            self.take("stop")
        return self

    def sight(self, viewer: Viewer, *, resigned: bool = False) -> Sight:
        seen = self.game.view(self.position, viewer, ended=resigned)
        closing = self.game.closing_events(self.position) if resigned else ()
        actions = self.position.legal() if seen.to_move == viewer and not resigned else []
        return Sight(seen, redact((*self.happened, *closing), viewer), actions)


def dealt(*, start: int | str = 33, **options: str) -> Walk:
    """Return the start of round 1 with the locations of WM-83 and the figures on three yellow crossings."""
    walk = Walk(**options).take("locate 33", "locate 46", "locate 159", "locate 147")
    return walk.take("place x082", "place x090", "place x095", f"start {start}")


# ---- games that come far enough to show everything


def some_options(rng: Random) -> dict[str, str]:
    """Return a random valid set of options; the aid keeps its default."""
    while True:
        drawn = {option.id: rng.choice(option.choices) for option in OPTIONS if option.id != "aid"}
        if rng.random() < 0.4:
            drawn["casebook"] = "off"
        try:
            return choose(OPTIONS, drawn)
        except Unreadable:
            continue


def game(rng: Random, options: Mapping[str, str] | None = None) -> Iterator[Walk]:
    """Yield a game after each step; Jack heads for his locations, the investigators search and rarely arrest."""
    walk = Walk(**(some_options(rng) if options is None else options))
    yield walk
    while legal := walk.position.legal():
        walk.step(_chosen(walk.position, legal, rng))
        yield walk


def sights(rng: Random, options: Mapping[str, str] | None = None) -> Iterator[Sight]:
    """Yield a game for all viewers, sometimes as if it had been resigned."""
    for walk in game(rng, options):
        yield from (walk.sight(viewer) for viewer in walk.game.viewers)
        if rng.random() < 0.01:
            yield from (walk.sight(viewer, resigned=True) for viewer in walk.game.viewers)


def _chosen(position: Position, legal: list[int], rng: Random) -> int:
    by_verb: dict[str, list[int]] = {}
    for action in legal:
        by_verb.setdefault(n.ACTIONS.format(action).split()[0], []).append(action)
    match board.STAGES[position.doing]:
        case "moving" if "move" in by_verb and rng.random() < 0.85:
            goals = [goal for k in range(4) if (goal := position.goals >> 8 * k & 255)]
            return min(by_verb["move"], key=lambda action: (_far(action - n.MOVE, goals), rng.random()))
        case "walking" if rng.random() < 0.6:
            trail = set(row_of(position)[1:]) - {
                circle for k, circle in enumerate(row_of(position)) if position.yellow >> k & 1
            }
            return max(by_verb["walk"], key=lambda action: (_in_range(action - n.WALK_TO, trail), rng.random()))
        case "acting" | "searching" if rng.random() < 0.8:
            row = row_of(position)
            found = [action for action in by_verb.get("search", []) if action - n.SEARCH in row]
            quiet = [*by_verb.get("search", []), *by_verb["stop"]]
            return rng.choice(found if found and rng.random() < 0.5 else quiet)
        case "acting" if rng.random() < 0.9:
            quiet = [
                action
                for action in legal
                if action not in {n.ARREST + position.circle, n.ARREST_ALL + 1}
                and not (action > n.CALL and action - n.CALL in [position.goals >> 8 * k & 255 for k in range(4)])
            ]
            return rng.choice(quiet)
        case _:
            return rng.choice(by_verb[rng.choice([*by_verb])])


def _in_range(crossing: int, trail: set[int]) -> int:
    return len(trail.intersection(board.current().town.in_range(n.crossing_name(crossing))))


def _far(here: int, goals: list[int]) -> int:
    return min(distances()[board.C * here + goal] for goal in goals)


@cache
def distances() -> list[int]:
    return board.current().distances()
