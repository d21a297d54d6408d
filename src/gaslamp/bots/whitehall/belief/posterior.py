"""Posterior over Jack's circle, path and goal, from the public news.

The paths are those of the title's exact belief. Their probabilities depend on Jack's player type: every type is
tracked with every possible goal, and their weights are updated turn by turn and carried over to the next round.

>>> from gaslamp import titles
>>> posterior = Posterior(titles.game("whitehall").options, (PlayerType("direct", 1.0, stray=0.2),))
>>> posterior.now()  # before Jack has started
{}
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeVar, cast

from gaslamp.bots.bot import Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.whitehall.belief.particles import Particles
from gaslamp.bots.whitehall.belief.path_counts import (
    MoveModel,
    PlayerTypes,
    WeightedLayer,
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
from gaslamp.titles.whitehall.belief.chronicle import Chronicle, JackTurn
from gaslamp.titles.whitehall.belief.open_locations import EarlierRound, OpenLocations
from gaslamp.titles.whitehall.belief.rows import RowSet
from gaslamp.titles.whitehall.rules.board import CASEBOOK, SPACES, C

_LATE: Final = 0.05  # relative weight of circles too far from the goal
_LEAST: Final = 0.03  # minimum weight of a player type
_NEVER: Final = 0.02  # minimum factor per round for a goal
_LOOKED_BACK: Final = 256  # particles sampled after a round
_BOLDEST: Final = 0.002  # minimum weight of a circle for shy types
_NEARBY: Final = (0.7, 0.7, 0.85)  # by steps of the nearest figure


@dataclass(frozen=True)
class PlayerType:
    """Parameters of a model of how Jack moves."""

    name: str
    prior: float
    stray: float  # weight factor per move farther from the goal
    shy: int = 0  # how often the safety of a circle is squared


S = TypeVar("S", bound="Posterior")


class Posterior:
    """Tracks the public news. Of Jack's own news only the public part is used."""

    def __init__(self, options: Mapping[str, str], player_types: tuple[PlayerType, ...]) -> None:
        self._face_down = options["murderer_at_large"] == "on"
        self._casebook = CASEBOOK.index(options["casebook"])
        self._kinds = player_types
        self.news = Chronicle()
        self._located = 0
        self.weights = [player_type.prior for player_type in player_types]  # of player types, updated each round
        self._doubt: dict[int, float] = {}  # weight of circles as goals
        self._called: set[int] = set()  # in vain this turn
        self._rows: RowSet | None = None
        self._stages: list[WeightedLayer] = []
        self._move_models: list[MoveModel] = []
        self._valid = 0  # number of turns with current stages
        self.player_types: PlayerTypes | None = None

    # ---- news

    def observe(self, news: News) -> None:
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
            self._apply(public, self._rows)

    def _public(self, news: News) -> News | None:
        """Return the public part of Jack's news; None if there is none."""
        match news.kind:
            case "located":
                self._located += 1
                return News("location_hidden", {"count": self._located})
            case "coach_begun":
                return None
            case "moved":
                circles = cast("tuple[str, ...]", news.details["circles"])
                kind = str(news.details["kind"])
                public_kind = "hidden" if self._face_down and kind in {"alley", "boat"} else kind  # WM-60a
                return News("jack_moved", {"track": news.details["track"], "spaces": len(circles), "kind": public_kind})
            case _:
                return news

    def _apply(self, news: News, rows: RowSet) -> None:
        details, turns = news.details, len(rows.legs)
        match news.kind:
            case "jack_moved":
                self._move(rows)
            case "searched":
                update = rows.yes if details["answer"] == "yes" else rows.no
                update(cast("int", details["circle"]), turns)
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
        self._rows = RowSet(night.start, self.news.tiles)
        self._doubt.update(dict.fromkeys(self.news.no_location, 0.0))
        self._move_models, self._called = [], set()
        self._start_hypotheses()

    def _start_hypotheses(self) -> None:
        """Start all hypotheses: each player type with each circle that may be a location."""
        goals = [goal for goal in sorted(streets().may_be_locations(self.news.red)) if self._doubt.get(goal, 1.0) > 0]
        prior = [weight * self._doubt.get(goal, 1.0) for weight in self.weights for goal in goals]
        self.player_types = PlayerTypes(array("B", goals), array("d", prior)) if goals else None
        self._stages = [first_stage(self.news.nights[-1].start, self.player_types)] if self.player_types else []
        self._valid = 0

    def _forget(self, goal: int) -> None:
        self._doubt[goal] = 0.0
        self._start_hypotheses()

    def _move(self, rows: RowSet) -> None:
        """Add a move of Jack. His move model depends on the posterior before it."""
        for circle in sorted(self._called):
            self._forget(circle)
        self._called = set()
        self._make(rows)
        turn = self.news.nights[-1].turns[-1]
        rows.turn(turn)
        pull = self.pull(_spaces_left(turn))
        even = array("d", [1.0]) * (C * len(self._kinds))
        move_model = MoveModel(pull, even)
        if self.player_types and any(player_type.shy for player_type in self._kinds):
            rows.make()
            number = len(rows.legs) - 1
            layers, leg = rows.layers, rows.legs[-1]
            blind = next_stage(
                self._stages[number], layers[number], layers[number + 1], leg, self.player_types, move_model
            )
            move_model = MoveModel(pull, self._shy(blind, turn.figures))
        self._move_models.append(move_model)

    def pull(self, left: int) -> array[float]:
        """Return the move weights by player type and distance to the goal, with *left* spaces left."""
        pull = array("d")
        for player_type in self._kinds:
            power = 1.0
            for moves in range(FARTHEST):
                pull.append(power if moves <= left else _LATE * power)
                power *= player_type.stray
        return pull

    def _shy(self, blind: WeightedLayer, figures: frozenset[str]) -> array[float]:
        """Return the move weights by player type and circle: low where Jack is expected and a figure is near."""
        expected = array("d", bytes(8 * C))
        assert self.player_types is not None
        by_circle(blind, self.player_types, left=False, totals=expected)
        total = sum(expected) or 1.0
        reach = [streets().reach[crossing] for crossing in sorted(figures)]
        steps = {circle: min(near[circle] for near in reach) for circle in streets().town.circles}
        factors = array("d")
        for player_type in self._kinds:
            values = [1.0] * C
            for circle, close in steps.items():
                if player_type.shy and close <= WALK:
                    safe = max(0.0, 1.0 - 3.0 * expected[circle] / total)
                    for _ in range(player_type.shy):
                        safe *= safe
                    values[circle] = max(_BOLDEST, safe * _NEARBY[close])
            factors.extend(values)
        return factors

    # ---- queries

    def _make(self, rows: RowSet) -> None:
        if self.player_types is None:
            return
        rows.make()
        del self._stages[self._valid + 1 :]
        for number in range(self._valid, len(rows.legs)):
            layers, leg, move_model = rows.layers, rows.legs[number], self._move_models[number]
            stage = next_stage(self._stages[-1], layers[number], layers[number + 1], leg, self.player_types, move_model)
            if _spaces_left(self.news.nights[-1].turns[number]) == 0:
                keep_arrived(stage, self.player_types, self._reachable_goals())
            self._stages.append(stage)
        self._valid = len(rows.legs)

    def _reachable_goals(self) -> array[int]:
        """Flag the circles, by number, that the exact belief still allows as a location."""
        *before, _ = self.news.nights
        later = self.news.red[1:]
        earlier = [EarlierRound(night, later[number:], self.news.tiles) for number, night in enumerate(before)]
        forbidden = self.news.no_location - self._called  # he may have reached one just before it was called (WM-68c)
        locations = OpenLocations(self._casebook, self.news.red, forbidden, earlier)
        flags = array("B", bytes(C))
        for circle in locations.circles:
            flags[circle] = any(True for _ in locations.with_circle(circle))
        return flags

    def now(self) -> dict[int, float]:
        """Return the probability of each possible circle; uniform if no player type explains the news."""
        if self._rows is None:
            return {}
        self._make(self._rows)
        totals = array("d", bytes(8 * C))
        if self.player_types is not None:
            by_circle(self._stages[-1], self.player_types, not self.news.answering, totals)
        total = sum(totals)
        if total > 0:
            return {circle: weight / total for circle, weight in enumerate(totals) if weight > 0}
        even = {circle for _, circle, _, _ in self._rows.ends()}  # no player type explains the news
        return dict.fromkeys(sorted(even), 1 / len(even)) if even else {}

    def goals(self) -> dict[int, float]:
        probabilities: dict[int, float] = {}
        if self.player_types is not None:
            shares = self._lanes(0)
            total = sum(shares) or 1.0
            for lane, share in enumerate(shares):
                goal = self.player_types.goal_of(lane)
                probabilities[goal] = probabilities.get(goal, 0.0) + share / total
        return probabilities

    def _lanes(self, circle: int) -> array[float]:
        if self.player_types is None or self._rows is None:
            return array("d")
        self._make(self._rows)
        totals = array("d", bytes(8 * self.player_types.lanes))
        by_lane(self._stages[-1], self.player_types, circle, totals)
        return totals

    def sample(self, size: int, dice: Dice) -> Particles:
        """Sample particles; empty if no player type explains the news."""
        return self._sample(size, dice, left=not self.news.answering)

    def _sample(self, size: int, dice: Dice, *, left: bool) -> Particles:
        if self._rows is None or self.player_types is None:
            return Particles(1)
        self._make(self._rows)
        return sample(self._stages, self.player_types, size, left, dice)

    # ---- between rounds

    def _look_back(self, reached: int) -> None:
        """At the end of a round, update the weights of player types and goals."""
        if self.player_types is None:
            return
        shares = self._lanes(reached)
        place = [lane for lane in range(self.player_types.lanes) if self.player_types.goal_of(lane) == reached]
        masses = [shares[lane] for lane in place]
        total = sum(masses)
        if total > 0 and len(masses) == len(self.weights):
            learnt = [max(_LEAST, mass / total) for mass in masses]
            self.weights = [weight / sum(learnt) for weight in learnt]
        rows = self._sample(_LOOKED_BACK, Dice(len(self.news.nights)), left=False)
        rows.only(reached)
        if rows.size > 20:
            for goal in sorted(streets().may_be_locations(self.news.red)):
                if goal != reached:
                    passed = rows.having(goal) / rows.size
                    self._doubt[goal] = self._doubt.get(goal, 1.0) * max(_NEVER, 1.0 - passed)


def _spaces_left(turn: JackTurn) -> int:
    """Return the free spaces of the track after *turn*. With none left Jack must have arrived (WM-21)."""
    return SPACES - turn.first - (turn.kind == "coach")


def learnt(kind: type[S], player_types: tuple[PlayerType, ...], situation: Situation, cache: BeliefCache) -> S:
    """Return the posterior for a situation, from the cache if possible. *kind* is its class."""
    same = (situation.title, kind, player_types, situation.seat, *sorted(situation.options.items()))
    return cache.observed(same, situation.news, lambda: kind(situation.options, player_types))
