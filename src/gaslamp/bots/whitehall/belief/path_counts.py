"""Weighted counts of the paths Jack may have taken, by hypothesis.

A hypothesis ("lane") is a player type and a goal. Its weight is the probability of all public news under it, so that
hypotheses can be compared as well as circles. The states are those of the title's exact belief. Runs as Python and
compiled (see path_counts.pxd).
"""

from __future__ import annotations

from array import array

from gaslamp.bots.whitehall.belief import particles
from gaslamp.bots.whitehall.belief.particles import Particles
from gaslamp.bots.whitehall.streets import FARTHEST, distances
from gaslamp.core import bits
from gaslamp.core.dice import Dice
from gaslamp.titles.whitehall.belief.layers import Layer, Leg
from gaslamp.titles.whitehall.belief.states import PLAIN
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import C, zeros

# A C array when compiled; filled by `use`.
FAR = zeros(C * C)


def use(tables: board.BoardTables) -> None:
    FAR[:] = distances(tables)


class PlayerTypes:
    """The hypotheses of a round: lane m * goals + g is player type m with goal g."""

    __slots__ = ("aims", "prior", "goals", "count", "lanes")

    aims: array[int]  # goal of each lane, a circle
    prior: array[float]  # by lane
    goals: bits.i32  # number of goals
    count: bits.i32  # number of player types
    lanes: bits.i32

    def __init__(self, goals: array[int], prior: array[float]) -> None:
        self.prior = prior
        self.lanes = len(prior)
        self.goals = len(goals)
        self.count = self.lanes // self.goals
        self.aims = array("B", goals) * self.count

    def goal_of(self, lane: bits.i32) -> bits.i32:
        return self.aims[lane]


class MoveModel:
    """Move weights for one turn, by player type: distance to the goal, and danger of a circle."""

    __slots__ = ("pull", "shy")

    pull: array[float]  # at FARTHEST * type + distance
    shy: array[float]  # at C * type + circle

    def __init__(self, pull: array[float], shy: array[float]) -> None:
        self.pull = pull
        self.shy = shy


class WeightedLayer:
    """The states after a turn with their weights, and the transitions into them."""

    __slots__ = ("size", "circles", "shares", "onward", "first", "came", "between")

    size: bits.i32
    circles: array[int]  # by state
    shares: array[float]  # weight by state and lane
    onward: array[float]  # weight divided by the sum of next choices
    first: array[int]  # transitions of a state: first[state] to first[state + 1] - 1
    came: array[int]  # source state of a transition
    between: array[int]  # first circle of a Coach, else 0

    def __init__(self, size: bits.i32, lanes: bits.i32) -> None:
        self.size = size
        self.circles = array("B", bytes(size))
        self.shares = array("d", bytes(8 * size * lanes))
        self.onward = array("d")
        self.first = array("i", bytes(4 * (size + 1)))
        self.came = array("i")
        self.between = array("B")

    def arrivals(self, total: bits.i32) -> None:
        self.came = array("i", bytes(4 * total))
        self.between = array("B", bytes(total))


def first_stage(start: bits.i32, player_types: PlayerTypes) -> WeightedLayer:
    stage: WeightedLayer = WeightedLayer(1, player_types.lanes)
    lane: bits.i32
    stage.circles[0] = start
    for lane in range(player_types.lanes):
        stage.shares[lane] = player_types.prior[lane]
    return stage


def next_stage(
    before: WeightedLayer, source: Layer, target: Layer, leg: Leg, player_types: PlayerTypes, move_model: MoveModel
) -> WeightedLayer:
    """Compute the weights after a turn. *source* and *target* are the exact belief's layers before and after it."""
    lanes: bits.i32 = player_types.lanes
    stage: WeightedLayer = WeightedLayer(target.size, lanes)
    values = array("d", bytes(8 * C * lanes))
    computed = array("B", bytes(C))
    lay_onward(before, leg, player_types, move_model, values, computed)
    link(stage, source, target, leg)
    place: bits.i32
    way: bits.i32
    lane: bits.i32
    for place in range(stage.size):
        end: bits.i32 = stage.circles[place]
        at: bits.i32 = lanes * place
        for way in range(stage.first[place], stage.first[place + 1]):
            origin: bits.i32 = lanes * stage.came[way]
            between: bits.i32 = stage.between[way]
            for lane in range(lanes):
                if between == 0 or player_types.aims[lane] != between:  # WM-18a
                    stage.shares[at + lane] += before.onward[origin + lane]
        for lane in range(lanes):
            stage.shares[at + lane] *= values[lanes * end + lane]
    return stage


def lay_onward(
    before: WeightedLayer,
    leg: Leg,
    player_types: PlayerTypes,
    move_model: MoveModel,
    values: array[float],
    computed: array[int],
) -> None:
    """Set `before.onward`: weights divided by the sum of the state's move weights, 0 at a goal (WM-50)."""
    lanes: bits.i32 = player_types.lanes
    sums = array("d", bytes(8 * C * lanes))
    summed = array("B", bytes(C))
    before.onward = array("d", bytes(8 * before.size * lanes))
    place: bits.i32
    lane: bits.i32
    k: bits.i32
    for place in range(before.size):
        circle: bits.i32 = before.circles[place]
        at: bits.i32 = lanes * circle
        if summed[circle] == 0:
            summed[circle] = 1
            for k in range(leg.first[circle], leg.first[circle + 1]):
                first: bits.i32 = leg.one[k]
                end: bits.i32 = leg.two[k] or first
                if computed[end] == 0:
                    computed[end] = 1
                    value(end, leg.kind, player_types, move_model, values)
                for lane in range(lanes):
                    sums[at + lane] += values[lanes * end + lane]
            for lane in range(lanes):
                if sums[at + lane] > 0.0 and player_types.aims[lane] != circle:
                    sums[at + lane] = 1.0 / sums[at + lane]
                else:
                    sums[at + lane] = 0.0
        for lane in range(lanes):
            before.onward[lanes * place + lane] = before.shares[lanes * place + lane] * sums[at + lane]


def value(
    end: bits.i32, kind: bits.i32, player_types: PlayerTypes, move_model: MoveModel, values: array[float]
) -> None:
    """Compute the move weight of a circle for each lane; no tile leads to a goal (WM-18)."""
    at: bits.i32 = player_types.lanes * end
    lane: bits.i32 = 0
    m: bits.i32
    for m in range(player_types.count):
        shy: float = move_model.shy[C * m + end]
        for _ in range(player_types.goals):
            goal: bits.i32 = player_types.aims[lane]
            if kind != PLAIN and goal == end:
                values[at + lane] = 0.0
            else:
                values[at + lane] = shy * move_model.pull[FARTHEST * m + FAR[C * end + goal]]
            lane += 1


def link(stage: WeightedLayer, source: Layer, target: Layer, leg: Leg) -> None:
    place: bits.i32
    index: bits.i32
    k: bits.i32
    total: bits.i32 = 0
    for index in range(target.size):
        stage.circles[index] = target.keys[index] & 255
    for place in range(source.size):
        for k in range(leg.first[source.keys[place] & 255], leg.first[(source.keys[place] & 255) + 1]):
            child: bits.u64 = leg.after(source.keys[place], k)
            if child:
                stage.first[target.find(child) + 1] += 1
                total += 1
    for index in range(target.size):
        stage.first[index + 1] += stage.first[index]
    stage.arrivals(total)
    filled = array("i", bytes(4 * (target.size + 1)))
    for place in range(source.size):
        for k in range(leg.first[source.keys[place] & 255], leg.first[(source.keys[place] & 255) + 1]):
            child = leg.after(source.keys[place], k)
            if child:
                index = target.find(child)
                way: bits.i32 = stage.first[index] + filled[index]
                stage.came[way] = place
                stage.between[way] = leg.one[k] if leg.two[k] else 0
                filled[index] += 1


def keep_arrived(stage: WeightedLayer, player_types: PlayerTypes, goals: array[int]) -> None:
    """Drop every lane that is not at its goal, and those whose goal is not set in *goals*, an array by circle."""
    place: bits.i32
    lane: bits.i32
    for place in range(stage.size):
        circle: bits.i32 = stage.circles[place]
        for lane in range(player_types.lanes):
            if player_types.aims[lane] != circle or goals[circle] == 0:
                stage.shares[player_types.lanes * place + lane] = 0.0


# ---- queries


def by_circle(stage: WeightedLayer, player_types: PlayerTypes, left: bits.flag, totals: array[float]) -> None:
    """Add the weights of all lanes by circle; without lanes at their goal if *left*, as Jack moves on (WM-50)."""
    place: bits.i32
    lane: bits.i32
    for place in range(stage.size):
        circle: bits.i32 = stage.circles[place]
        for lane in range(player_types.lanes):
            if not left or player_types.aims[lane] != circle:
                totals[circle] += stage.shares[player_types.lanes * place + lane]


def by_lane(stage: WeightedLayer, player_types: PlayerTypes, circle: bits.i32, totals: array[float]) -> None:
    """Add the weights by lane, at one circle or, with 0, at all."""
    place: bits.i32
    lane: bits.i32
    for place in range(stage.size):
        if circle in {0, stage.circles[place]}:
            for lane in range(player_types.lanes):
                totals[lane] += stage.shares[player_types.lanes * place + lane]


def sample(
    stages: list[WeightedLayer], player_types: PlayerTypes, size: bits.i32, left: bits.flag, dice: Dice
) -> Particles:
    """Sample paths with their lanes: systematic sampling of the last states, then backwards turn by turn."""
    drawn: Particles = Particles(size)
    last: WeightedLayer = stages[len(stages) - 1]
    lanes: bits.i32 = player_types.lanes
    total: float = 0.0
    place: bits.i32
    lane: bits.i32
    for place in range(last.size):
        for lane in range(lanes):
            if not left or player_types.aims[lane] != last.circles[place]:
                total += last.shares[lanes * place + lane]
    if total <= 0.0:
        return drawn
    step: float = total / size
    mark: float = step * particles.chance(dice)
    passed: float = 0.0
    for place in range(last.size):
        for lane in range(lanes):
            if left and player_types.aims[lane] == last.circles[place]:
                continue
            passed += last.shares[lanes * place + lane]
            while mark < passed and drawn.size < size:
                mark += step
                drawn.enter(player_types.aims[lane], lane // player_types.goals)
                trace(stages, place, lane, player_types.aims[lane], drawn, dice)
    return drawn


def trace(
    stages: list[WeightedLayer], place: bits.i32, lane: bits.i32, goal: bits.i32, drawn: Particles, dice: Dice
) -> None:
    """Sample a path to a state backwards and add it to the newest particle."""
    number: bits.i32
    way: bits.i32
    for number in range(len(stages) - 1, 0, -1):
        stage: WeightedLayer = stages[number]
        before: WeightedLayer = stages[number - 1]
        lanes: bits.i32 = len(before.onward) // before.size
        drawn.passed(stage.circles[place])
        total: float = 0.0
        for way in range(stage.first[place], stage.first[place + 1]):
            if stage.between[way] != goal:
                total += before.onward[lanes * stage.came[way] + lane]
        rest: float = total * particles.chance(dice)
        chosen: bits.i32 = stage.first[place]
        for way in range(stage.first[place], stage.first[place + 1]):
            if stage.between[way] != goal and before.onward[lanes * stage.came[way] + lane] > 0.0:
                chosen = way
                rest -= before.onward[lanes * stage.came[way] + lane]
                if rest <= 0.0:
                    break
        if stage.between[chosen]:
            drawn.passed(stage.between[chosen])
        place = stage.came[chosen]
    drawn.passed(stages[0].circles[0])


board.follow(use)
