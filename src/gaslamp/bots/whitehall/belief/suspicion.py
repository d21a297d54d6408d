"""What everybody can make of Jack from the public news alone: where he is, where he was, and what he is after.

The rows are those of the title's exact belief. How likely each is depends on the Jack one imagines: several manners of
going to each possible goal are followed side by side, and what happens tells them apart, from round to round.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeVar, cast

from gaslamp.bots.bot import Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.whitehall.belief.crowd import Crowd
from gaslamp.bots.whitehall.belief.lanes import (
    Bearing,
    Manners,
    Stage,
    by_circle,
    by_lane,
    first_stage,
    keep_arrived,
    next_stage,
    sample,
)
from gaslamp.bots.whitehall.streets import FARTHEST, WALK, streets
from gaslamp.core.dice import Dice
from gaslamp.core.game import News
from gaslamp.titles.whitehall.belief.chronicle import Chronicle, Turn
from gaslamp.titles.whitehall.belief.open_locations import EarlierRound, OpenLocations
from gaslamp.titles.whitehall.belief.rows import Rows
from gaslamp.titles.whitehall.rules.board import CASEBOOK, SPACES, C

_LATE: Final = 0.05  # how often Jack goes where he could not arrive in time any more, beside where he could
_LEAST: Final = 0.03  # no manner is ever thought less likely
_NEVER: Final = 0.02  # nor is a goal, for what is only likely to speak against it
_LOOKED_BACK: Final = 256  # rows, when a round is over
_BOLDEST: Final = 0.002  # a shy Jack still goes where he is surely thought to be
_NEARBY: Final = (0.7, 0.7, 0.85)  # and goes so often beside where a figure can soon be


@dataclass(frozen=True)
class Manner:
    """One way of being Jack."""

    name: str
    prior: float
    stray: float  # how often he goes one move farther from his goal, beside one that is as near
    shy: int = 0  # so many times a chance of being looked for counts


S = TypeVar("S", bound="Suspicion")


class Suspicion:
    """Follows the public news."""

    def __init__(self, options: Mapping[str, str], manners: tuple[Manner, ...]) -> None:
        self._face_down = options["murderer_at_large"] == "on"
        self._casebook = CASEBOOK.index(options["casebook"])
        self._kinds = manners
        self.news = Chronicle()
        self._located = 0
        self.weights = [manner.prior for manner in manners]  # learnt from round to round
        self._doubt: dict[int, float] = {}  # of circles as goals, from earlier rounds
        self._called: set[int] = set()  # in vain in this turn
        self._rows: Rows | None = None
        self._stages: list[Stage] = []
        self._bearings: list[Bearing] = []
        self._valid = 0  # so many turns have their stages
        self.manners: Manners | None = None

    # ---- what is told

    def observe(self, news: News) -> None:
        """Learn from one piece of news, as much as everybody is told of it."""
        public = self._public(news)
        if public is None:
            return
        if public.kind == "round_over" and self._rows is not None:
            self._look_back(cast("int", public.details["circle"]))
        rounds = len(self.news.nights)
        self.news.observe(public)
        if len(self.news.nights) > rounds:
            self._begin()
        elif self._rows is not None:
            self._take_in(public, self._rows)

    def _public(self, news: News) -> News | None:
        """What all are told of what Jack is told."""
        match news.kind:
            case "located":
                self._located += 1
                return News("location_hidden", {"count": self._located})
            case "coach_begun":
                return None
            case "moved":
                circles = cast("tuple[str, ...]", news.details["circles"])
                kind = str(news.details["kind"])
                shown = "hidden" if self._face_down and kind in {"alley", "boat"} else kind  # WM-60a
                return News("jack_moved", {"track": news.details["track"], "spaces": len(circles), "kind": shown})
            case _:
                return news

    def _take_in(self, news: News, rows: Rows) -> None:
        details, turns = news.details, len(rows.legs)
        match news.kind:
            case "jack_moved":
                self._move(rows)
            case "searched":
                told = rows.yes if details["answer"] == "yes" else rows.no
                told(cast("int", details["circle"]), turns)
            case "arrested_in_vain":
                rows.not_at(map(int, cast("tuple[str, ...]", details["circles"])), turns)
            case "false_clue" if details["circle"]:
                self._forget(cast("int", details["circle"]))
            case "called_in_vain":
                self._called.add(cast("int", details["circle"]))
            case _:
                return
        self._valid = min(self._valid, rows.made)

    def _begin(self) -> None:
        night = self.news.nights[-1]
        self._rows = Rows(night.start, self.news.tiles)
        self._doubt.update(dict.fromkeys(self.news.no_location, 0.0))
        self._bearings, self._called = [], set()
        self._imagine()

    def _imagine(self) -> None:
        """Take up each manner of going to each circle that may be a location."""
        goals = [goal for goal in sorted(streets().may_be_locations(self.news.red)) if self._doubt.get(goal, 1.0) > 0]
        prior = [weight * self._doubt.get(goal, 1.0) for weight in self.weights for goal in goals]
        self.manners = Manners(array("B", goals), array("d", prior)) if goals else None
        self._stages = [first_stage(self.news.nights[-1].start, self.manners)] if self.manners else []
        self._valid = 0

    def _forget(self, goal: int) -> None:
        """Learn that a circle is no location (WM-62b, WM-68c)."""
        self._doubt[goal] = 0.0
        self._imagine()

    def _move(self, rows: Rows) -> None:
        """Let Jack have moved: how he would choose depends on what was thought of him then."""
        for circle in sorted(self._called):
            self._forget(circle)
        self._called = set()
        self._make(rows)
        turn = self.news.nights[-1].turns[-1]
        rows.turn(turn)
        pull = self.pull(_spaces_left(turn))
        even = array("d", [1.0]) * (C * len(self._kinds))
        bearing = Bearing(pull, even)
        if self.manners and any(manner.shy for manner in self._kinds):
            rows.make()
            number = len(rows.legs) - 1
            layers, leg = rows.layers, rows.legs[-1]
            blind = next_stage(self._stages[number], layers[number], layers[number + 1], leg, self.manners, bearing)
            bearing = Bearing(pull, self._shy(blind, turn.figures))
        self._bearings.append(bearing)

    def pull(self, left: int) -> array[float]:
        """What a goal's distance makes of a move, manner by manner, with so many boxes left."""
        pull = array("d")
        for manner in self._kinds:
            power = 1.0
            for moves in range(FARTHEST):
                pull.append(power if moves <= left else _LATE * power)
                power *= manner.stray
        return pull

    def _shy(self, blind: Stage, figures: frozenset[str]) -> array[float]:
        """What being looked for makes of a move."""
        thought = array("d", bytes(8 * C))
        assert self.manners is not None
        by_circle(blind, self.manners, left=False, found=thought)
        total = sum(thought) or 1.0
        reach = [streets().reach[crossing] for crossing in sorted(figures)]
        steps = {circle: min(near[circle] for near in reach) for circle in streets().town.circles}
        found = array("d")
        for manner in self._kinds:
            values = [1.0] * C
            for circle, close in steps.items():
                if manner.shy and close <= WALK:
                    safe = max(0.0, 1.0 - 3.0 * thought[circle] / total)
                    for _ in range(manner.shy):
                        safe *= safe
                    values[circle] = max(_BOLDEST, safe * _NEARBY[close])
            found.extend(values)
        return found

    # ---- what follows

    def _make(self, rows: Rows) -> None:
        if self.manners is None:
            return
        rows.make()
        del self._stages[self._valid + 1 :]
        for number in range(self._valid, len(rows.legs)):
            layers, leg, bearing = rows.layers, rows.legs[number], self._bearings[number]
            stage = next_stage(self._stages[-1], layers[number], layers[number + 1], leg, self.manners, bearing)
            if _spaces_left(self.news.nights[-1].turns[number]) == 0:
                keep_arrived(stage, self.manners, self._reachable_goals())
            self._stages.append(stage)
        self._valid = len(rows.legs)

    def _reachable_goals(self) -> array[int]:
        """Flag the circles, by number, that the exact belief still allows as a location."""
        *before, _ = self.news.nights
        later = self.news.red[1:]
        earlier = [EarlierRound(night, later[number:], self.news.tiles) for number, night in enumerate(before)]
        forbidden = self.news.no_location - self._called  # he may have reached one just before it was called (WM-68c)
        locations = OpenLocations(self._casebook, self.news.red, forbidden, earlier)
        found = array("B", bytes(C))
        for circle in locations.circles:
            found[circle] = any(True for _ in locations.with_circle(circle))
        return found

    def now(self) -> dict[int, float]:
        """The chance of each circle where Jack may be."""
        if self._rows is None:
            return {}
        self._make(self._rows)
        found = array("d", bytes(8 * C))
        if self.manners is not None:
            by_circle(self._stages[-1], self.manners, not self.news.answering, found)
        total = sum(found)
        if total > 0:
            return {circle: weight / total for circle, weight in enumerate(found) if weight > 0}
        even = {circle for _, circle, _, _ in self._rows.ends()}  # no manner explains this Jack
        return dict.fromkeys(sorted(even), 1 / len(even)) if even else {}

    def goals(self) -> dict[int, float]:
        """The chance of each circle that Jack is making for it."""
        found: dict[int, float] = {}
        if self.manners is not None:
            shares = self._lanes(0)
            total = sum(shares) or 1.0
            for lane, share in enumerate(shares):
                goal = self.manners.goal_of(lane)
                found[goal] = found.get(goal, 0.0) + share / total
        return found

    def _lanes(self, circle: int) -> array[float]:
        if self.manners is None or self._rows is None:
            return array("d")
        self._make(self._rows)
        found = array("d", bytes(8 * self.manners.lanes))
        by_lane(self._stages[-1], self.manners, circle, found)
        return found

    def crowd(self, size: int, dice: Dice) -> Crowd:
        """Draw so many Jacks; none if nobody imagined one who would have done this."""
        return self._crowd(size, dice, left=not self.news.answering)

    def _crowd(self, size: int, dice: Dice, *, left: bool) -> Crowd:
        if self._rows is None or self.manners is None:
            return Crowd(1)
        self._make(self._rows)
        return sample(self._stages, self.manners, size, left, dice)

    # ---- from round to round

    def _look_back(self, reached: int) -> None:
        """Learn from where a round ended what manner of Jack this is, and where he hardly wants to go."""
        if self.manners is None:
            return
        shares = self._lanes(reached)
        place = [lane for lane in range(self.manners.lanes) if self.manners.goal_of(lane) == reached]
        masses = [shares[lane] for lane in place]
        total = sum(masses)
        if total > 0 and len(masses) == len(self.weights):
            learnt = [max(_LEAST, mass / total) for mass in masses]
            self.weights = [weight / sum(learnt) for weight in learnt]
        rows = self._crowd(_LOOKED_BACK, Dice(len(self.news.nights)), left=False)
        rows.only(reached)
        if rows.size > 20:
            for goal in sorted(streets().may_be_locations(self.news.red)):
                if goal != reached:
                    passed = rows.having(goal) / rows.size
                    self._doubt[goal] = self._doubt.get(goal, 1.0) * max(_NEVER, 1.0 - passed)


def _spaces_left(turn: Turn) -> int:
    """The spaces of the track that are free after *turn*. With none left Jack must have arrived (WM-21)."""
    return SPACES - turn.first - (turn.kind == "coach")


def learnt(kind: type[S], manners: tuple[Manner, ...], situation: Situation, cache: BeliefCache) -> S:
    """What follows from all that a seat has been told; kept between two questions."""
    same = (situation.title, kind, manners, situation.seat, *sorted(situation.options.items()))
    return cache.observed(same, situation.news, lambda: kind(situation.options, manners))
