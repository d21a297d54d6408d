"""The rows that Jack may have written, weighed lane by lane: a lane is where he wants to go, and his manner of going.

A lane's weight is the chance of everything told so far for a Jack of that kind, so lanes can be compared as well as
circles. The states are those of the title's own belief. Runs as it stands, and compiled (see lanes.pxd).
"""

from __future__ import annotations

from array import array

from gaslamp.bots.whitehall.belief import crowd
from gaslamp.bots.whitehall.belief.crowd import Crowd
from gaslamp.bots.whitehall.streets import FARTHEST, distances
from gaslamp.core import bits
from gaslamp.core.dice import Dice
from gaslamp.titles.whitehall.belief.layers import Layer, Leg
from gaslamp.titles.whitehall.belief.states import PLAIN
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import C, zeros

# Compiled, this is a C array. `use` fills it.
FAR = zeros(C * C)


def use(tables: board.Board) -> None:
    """Take over the distances of a board."""
    FAR[:] = distances(tables)


class Manners:
    """What Jack may be after in a round, and how he may go about it: lane m * goals + g is manner m towards goal g."""

    __slots__ = ("aims", "prior", "goals", "count", "lanes")

    aims: array[int]  # the goal of each lane, a circle
    prior: array[float]  # of each lane
    goals: bits.i32  # so many
    count: bits.i32  # manners
    lanes: bits.i32

    def __init__(self, goals: array[int], prior: array[float]) -> None:
        self.prior = prior
        self.lanes = len(prior)
        self.goals = len(goals)
        self.count = self.lanes // self.goals
        self.aims = array("B", goals) * self.count

    def goal_of(self, lane: bits.i32) -> bits.i32:
        """The goal of a lane."""
        return self.aims[lane]


class Bearing:
    """How Jack would choose in one turn: the pull of a goal by its distance, and how he shrinks from circles."""

    __slots__ = ("pull", "shy")

    pull: array[float]  # at FARTHEST * manner + distance
    shy: array[float]  # at C * manner + circle

    def __init__(self, pull: array[float], shy: array[float]) -> None:
        self.pull = pull
        self.shy = shy


class Stage:
    """The states after a turn with their weights, and how they came about."""

    __slots__ = ("size", "circles", "shares", "onward", "first", "came", "between")

    size: bits.i32
    circles: array[int]  # of each state
    shares: array[float]  # of each state, lane by lane: the chance of coming to it, and of all answers
    onward: array[float]  # the same over the sum of what could be chosen in the next turn
    first: array[int]  # what led to a state has the places from first[state] to first[state + 1] - 1
    came: array[int]  # from which state
    between: array[int]  # over which circle, for a Coach; else 0

    def __init__(self, size: bits.i32, lanes: bits.i32) -> None:
        self.size = size
        self.circles = array("B", bytes(size))
        self.shares = array("d", bytes(8 * size * lanes))
        self.onward = array("d")
        self.first = array("i", bytes(4 * (size + 1)))
        self.came = array("i")
        self.between = array("B")

    def arrivals(self, total: bits.i32) -> None:
        """Have room for so many ways to the states."""
        self.came = array("i", bytes(4 * total))
        self.between = array("B", bytes(total))


def first_stage(start: bits.i32, manners: Manners) -> Stage:
    """The beginning of a round."""
    stage: Stage = Stage(1, manners.lanes)
    lane: bits.i32
    stage.circles[0] = start
    for lane in range(manners.lanes):
        stage.shares[lane] = manners.prior[lane]
    return stage


def next_stage(before: Stage, source: Layer, target: Layer, leg: Leg, manners: Manners, bearing: Bearing) -> Stage:
    """Weigh a turn. The layers are those of the title's belief before and after it."""
    lanes: bits.i32 = manners.lanes
    stage: Stage = Stage(target.size, lanes)
    values = array("d", bytes(8 * C * lanes))
    known = array("B", bytes(C))
    lay_onward(before, leg, manners, bearing, values, known)
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
                if between == 0 or manners.aims[lane] != between:  # WM-18a
                    stage.shares[at + lane] += before.onward[origin + lane]
        for lane in range(lanes):
            stage.shares[at + lane] *= values[lanes * end + lane]
    return stage


def lay_onward(
    before: Stage, leg: Leg, manners: Manners, bearing: Bearing, values: array[float], known: array[int]
) -> None:
    """Share out each state among what could be chosen there; where a goal is reached nothing can (WM-50)."""
    lanes: bits.i32 = manners.lanes
    sums = array("d", bytes(8 * C * lanes))
    summed = array("B", bytes(C))
    before.onward = array("d", bytes(8 * before.size * lanes))
    place: bits.i32
    lane: bits.i32
    k: bits.i32
    for place in range(before.size):
        here: bits.i32 = before.circles[place]
        at: bits.i32 = lanes * here
        if summed[here] == 0:
            summed[here] = 1
            for k in range(leg.first[here], leg.first[here + 1]):
                one: bits.i32 = leg.one[k]
                end: bits.i32 = leg.two[k] or one
                if known[end] == 0:
                    known[end] = 1
                    value(end, leg.kind, manners, bearing, values)
                for lane in range(lanes):
                    sums[at + lane] += values[lanes * end + lane]
            for lane in range(lanes):
                if sums[at + lane] > 0.0 and manners.aims[lane] != here:
                    sums[at + lane] = 1.0 / sums[at + lane]
                else:
                    sums[at + lane] = 0.0
        for lane in range(lanes):
            before.onward[lanes * place + lane] = before.shares[lanes * place + lane] * sums[at + lane]


def value(end: bits.i32, kind: bits.i32, manners: Manners, bearing: Bearing, values: array[float]) -> None:
    """What each lane makes of a circle; no tile leads to a goal (WM-18)."""
    at: bits.i32 = manners.lanes * end
    lane: bits.i32 = 0
    m: bits.i32
    for m in range(manners.count):
        shy: float = bearing.shy[C * m + end]
        for _ in range(manners.goals):
            goal: bits.i32 = manners.aims[lane]
            if kind != PLAIN and goal == end:
                values[at + lane] = 0.0
            else:
                values[at + lane] = shy * bearing.pull[FARTHEST * m + FAR[C * end + goal]]
            lane += 1


def link(stage: Stage, source: Layer, target: Layer, leg: Leg) -> None:
    """Find all ways into the states of a layer."""
    place: bits.i32
    there: bits.i32
    k: bits.i32
    total: bits.i32 = 0
    for there in range(target.size):
        stage.circles[there] = target.keys[there] & 255
    for place in range(source.size):
        for k in range(leg.first[source.keys[place] & 255], leg.first[(source.keys[place] & 255) + 1]):
            child: bits.u64 = leg.after(source.keys[place], k)
            if child:
                stage.first[target.find(child) + 1] += 1
                total += 1
    for there in range(target.size):
        stage.first[there + 1] += stage.first[there]
    stage.arrivals(total)
    filled = array("i", bytes(4 * (target.size + 1)))
    for place in range(source.size):
        for k in range(leg.first[source.keys[place] & 255], leg.first[(source.keys[place] & 255) + 1]):
            child = leg.after(source.keys[place], k)
            if child:
                there = target.find(child)
                way: bits.i32 = stage.first[there] + filled[there]
                stage.came[way] = place
                stage.between[way] = leg.one[k] if leg.two[k] else 0
                filled[there] += 1


def keep_arrived(stage: Stage, manners: Manners, goals: array[int]) -> None:
    """Drop every lane that is not at its goal, and those whose goal is not set in *goals*, an array by circle."""
    place: bits.i32
    lane: bits.i32
    for place in range(stage.size):
        here: bits.i32 = stage.circles[place]
        for lane in range(manners.lanes):
            if manners.aims[lane] != here or goals[here] == 0:
                stage.shares[manners.lanes * place + lane] = 0.0


# ---- what follows


def by_circle(stage: Stage, manners: Manners, left: bits.flag, found: array[float]) -> None:
    """Add up the weight of all lanes by circle; if Jack is to move again he is at no goal (WM-50)."""
    place: bits.i32
    lane: bits.i32
    for place in range(stage.size):
        here: bits.i32 = stage.circles[place]
        for lane in range(manners.lanes):
            if not left or manners.aims[lane] != here:
                found[here] += stage.shares[manners.lanes * place + lane]


def by_lane(stage: Stage, manners: Manners, circle: bits.i32, found: array[float]) -> None:
    """Add up the weight of each lane, over all circles or on one."""
    place: bits.i32
    lane: bits.i32
    for place in range(stage.size):
        if circle in {0, stage.circles[place]}:
            for lane in range(manners.lanes):
                found[lane] += stage.shares[manners.lanes * place + lane]


def sample(stages: list[Stage], manners: Manners, size: bits.i32, left: bits.flag, dice: Dice) -> Crowd:
    """Draw rows with their lanes, each by its weight: evenly spread over the last states, then back turn by turn."""
    drawn: Crowd = Crowd(size)
    last: Stage = stages[len(stages) - 1]
    lanes: bits.i32 = manners.lanes
    total: float = 0.0
    place: bits.i32
    lane: bits.i32
    for place in range(last.size):
        for lane in range(lanes):
            if not left or manners.aims[lane] != last.circles[place]:
                total += last.shares[lanes * place + lane]
    if total <= 0.0:
        return drawn
    step: float = total / size
    mark: float = step * crowd.chance(dice)
    passed: float = 0.0
    for place in range(last.size):
        for lane in range(lanes):
            if left and manners.aims[lane] == last.circles[place]:
                continue
            passed += last.shares[lanes * place + lane]
            while mark < passed and drawn.size < size:
                mark += step
                drawn.enter(manners.aims[lane], lane // manners.goals)
                trace(stages, place, lane, manners.aims[lane], drawn, dice)
    return drawn


def trace(stages: list[Stage], place: bits.i32, lane: bits.i32, goal: bits.i32, drawn: Crowd, dice: Dice) -> None:
    """Draw how somebody came to a state; what he passed is noted for the last one of the crowd."""
    number: bits.i32
    way: bits.i32
    for number in range(len(stages) - 1, 0, -1):
        stage: Stage = stages[number]
        before: Stage = stages[number - 1]
        lanes: bits.i32 = len(before.onward) // before.size
        drawn.passed(stage.circles[place])
        total: float = 0.0
        for way in range(stage.first[place], stage.first[place + 1]):
            if stage.between[way] != goal:
                total += before.onward[lanes * stage.came[way] + lane]
        rest: float = total * crowd.chance(dice)
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
