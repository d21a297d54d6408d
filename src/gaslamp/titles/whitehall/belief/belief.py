"""Exact belief about where Jack is, from the news of one viewer.

Every row consistent with the news counts once: counts are numbers of rows, not probabilities. Whole worlds are too
many to list, so `worlds` returns a uniform sample and `possible` tests a given world. Jack knows the true world, and
so does every viewer once the sheet is revealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Final, cast

from gaslamp.core.game import News
from gaslamp.titles.whitehall.belief.chronicle import Chronicle, JackTurn
from gaslamp.titles.whitehall.belief.open_locations import Choice, EarlierRound, OpenLocations
from gaslamp.titles.whitehall.belief.rounds import ANSWERING, Phase, Round, Run
from gaslamp.titles.whitehall.belief.rows import Row, Weights
from gaslamp.titles.whitehall.belief.worlds import World
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.choices import location_sets
from gaslamp.titles.whitehall.rules.town import QUADRANTS

MOST: Final = 64  # worlds in a sample
TRIES: Final = 4 * MOST


@dataclass(frozen=True)
class AnswerEffect:
    """An answer to the investigators in this round, with the numbers of rows and circles before and after it."""

    kind: str  # search, arrest, call or false_clue
    circles: tuple[int, ...]
    found: bool
    before: int  # rows
    after: int
    circles_before: int
    circles_after: int


@dataclass(frozen=True)
class Conclusion:
    """The part of a belief that the deduction aid shows, as plain data."""

    round: int  # 0 before Jack starts
    track: int  # spaces used in this round
    total: int  # rows
    shares: tuple[tuple[int, int], ...]  # circle and its rows, largest first
    answers: tuple[AnswerEffect, ...]


@dataclass(frozen=True)
class _Step:
    kind: str  # move, search, arrest, call or false_clue
    circles: tuple[int, ...] = ()
    found: bool = False
    turn: JackTurn | None = None


class Belief:
    """Belief of one viewer. News is applied lazily, when a result is requested."""

    def __init__(self, options: Mapping[str, str], rng: Random | None = None) -> None:
        self._options = options
        self._level = board.CASEBOOK.index(options["casebook"])
        self._rng = rng or Random(1888)
        self._news = Chronicle()
        self._steps: list[_Step] = []  # of this round
        self._round: Round | None = None
        self._applied = 0  # steps applied to the round
        self._answers: list[AnswerEffect] = []
        self._answered = 0  # steps covered by the answers
        self._reclaimed = False
        self._excluded_before: frozenset[int] = frozenset()  # no locations at the start of this round
        self._earlier: list[EarlierRound] = []

    def observe(self, news: News) -> None:
        nights = len(self._news.nights)
        self._news.observe(news)
        if len(self._news.nights) > nights:
            self._begin_round()
        elif self._news.nights and (step := self._step(news)) is not None:
            self._steps.append(step)
        self._reclaimed |= news.kind == "reclaimed"

    def _begin_round(self) -> None:
        self._steps, self._answers = [], []
        self._applied = self._answered = 0
        self._round, self._reclaimed = None, False
        self._excluded_before = frozenset(self._news.no_location)
        self._earlier = []

    def _step(self, news: News) -> _Step | None:
        details = news.details
        match news.kind:
            case "jack_moved" | "moved":
                return _Step("move", turn=replace(self._news.nights[-1].turns[-1]))
            case "searched":
                return _Step("search", (cast("int", details["circle"]),), found=details["answer"] == "yes")
            case "arrested_in_vain":
                return _Step("arrest", tuple(map(int, cast("tuple[str, ...]", details["circles"]))))
            case "called_in_vain":
                return _Step("call", (cast("int", details["circle"]),))
            case "false_clue" if details["circle"]:
                return _Step("false_clue", (cast("int", details["circle"]),))
            case _:
                return None

    # ---- this round

    def circles(self) -> dict[int, int]:
        """Return the number of this round's rows by the circle where they end."""
        if (secret := self._news.known()) is not None:
            return {secret[1][-1][-1]: 1} if secret[1] else {}
        return _circles(self._runs())

    def total(self) -> int:
        return sum(self.circles().values())

    @property
    def answers(self) -> tuple[AnswerEffect, ...]:
        """Return the answers of this round in order, with the rows each one excluded."""
        if self._news.nights and self._answered < len(self._steps):
            if self._round is None or self._applied != self._answered:
                self._round, self._applied = self._new_round(), 0
                self._answers = []
            before: dict[int, int] | None = None
            for step in self._steps[self._applied :]:
                if step.kind != "move" and before is None:
                    before = _circles(self._round.runs(ANSWERING))
                _apply(self._round, step)
                if step.kind == "move" or before is None:
                    before = None
                    continue
                after = _circles(self._round.runs(ANSWERING))
                counts = sum(before.values()), sum(after.values()), len(before), len(after)
                self._answers.append(AnswerEffect(step.kind, step.circles, step.found, *counts))
                before = after
            self._applied = self._answered = len(self._steps)
        return tuple(self._answers)

    def sample(self, rng: Random, n: int, weights: Weights | None = None) -> list[Row]:
        """Draw *n* rows of this round, uniformly or in proportion to the product of their moves' weights."""
        if (secret := self._news.known()) is not None:
            return [secret[1][-1]] * n if secret[1] else []
        runs = self._runs()
        if not runs:
            return []
        if weights is None:
            sizes = [sum(run.counts.values()) for run in runs]
            chosen = sorted(_below(sizes, rng) for _ in range(n))
            drawn = [_draw(runs[number], rng) for number in chosen]
        else:
            shares = [_weight(run, weights) for run in runs]
            chosen = sorted(rng.choices(range(len(runs)), shares, k=n)) if sum(shares) else []
            drawn = [_draw_weighed(runs[number], weights, rng) for number in chosen]
        rng.shuffle(drawn)
        return drawn

    def lanes(self, models: Sequence[Weights]) -> list[dict[int, float]]:
        """Return, for each model of Jack, the weight of this round's rows by final circle, in one pass.

        Rows are those that the answers leave, also after the end, when Jack's own row is revealed.
        """
        weights: list[dict[int, float]] = [{} for _ in models]
        for run in self._runs():
            rows, accepted = run.laid_out
            for lane, shares in zip(weights, rows.lanes(accepted, models), strict=True):
                for circle, share in shares.items():
                    lane[circle] = lane.get(circle, 0.0) + share
        return weights

    def conclusion(self) -> Conclusion:
        shares = sorted(self.circles().items(), key=lambda share: (-share[1], share[0]))
        nights = self._news.nights
        track = sum(2 if turn.kind == "coach" else 1 for turn in nights[-1].turns) if nights else 0
        return Conclusion(len(nights), track, sum(count for _, count in shares), tuple(shares), self.answers)

    # ---- joint with the locations

    def joint(self) -> dict[Choice, int] | None:
        """Return the number of rows by choice of remaining locations; None before round 2 or if all is known."""
        if self._news.known() is not None or len(self._news.nights) < 2:
            return None
        now, phase = self._current(), self._phase()
        counts = {}
        for choice in now.locations.all():
            count = sum(now.run_with(choice, phase).counts.values())
            if count:
                counts[choice] = count
        return counts

    def locations(self) -> dict[int, int] | None:
        """Return the number of rows by remaining location; None in the same cases as `joint`."""
        joint = self.joint()
        if joint is None:
            return None
        counts: dict[int, int] = {}
        for choice, count in joint.items():
            for circle in choice:
                counts[circle] = counts.get(circle, 0) + count
        return counts

    # ---- whole worlds

    def worlds(self) -> Mapping[World, int]:
        """Return the known world, or a sample of at most MOST consistent ones."""
        if (secret := self._news.known()) is not None:
            return {World(*secret): 1}
        sample: dict[World, int] = {}
        for world in self._some_worlds():
            sample[world] = 1
            if len(sample) == MOST:
                break
        return sample

    def _some_worlds(self) -> Iterator[World]:
        if not self._news.nights:
            yield from (World(locations, (), ()) for locations in self._openings())
            return
        now, phase = self._current(), self._phase()
        for row in self.sample(self._rng, TRIES):
            choice = now.draw_choice(row, phase, self._rng)
            assert choice is not None, "a row was counted that fits no locations"
            rows = [night.draw(choice, self._rng) for night in self._earlier]
            kinds = [night.rows.kinds(earlier) for night, earlier in zip(self._earlier, rows, strict=True)]
            yield World(now.locations.whole(choice), (*rows, row), (*kinds, now.rows.kinds(row)))

    def _openings(self) -> Iterator[tuple[int, ...]]:
        """Draw the locations chosen so far, before Jack has started."""
        town = board.current().town
        lists = [town.white(quadrant) for quadrant in QUADRANTS[: self._news.located]]
        for _ in range(TRIES):
            locations = tuple(self._rng.choice(circles) for circles in lists)
            if self._may_be_drawn(locations):
                yield locations
        if self._level > board.NORMAL:
            yield from filter(self._may_be_drawn, product(*lists))

    def _may_be_drawn(self, locations: tuple[int, ...]) -> bool:
        *before, last = locations
        word = sum(circle << 8 * k for k, circle in enumerate(before))
        return location_sets.weight(self._level, word, last) > 0

    def possible(self, world: World) -> bool:
        """Return True if *world* is consistent with all news."""
        if (secret := self._news.known()) is not None:
            return world == World(*secret)
        town = board.current().town
        quadrants = [town.quadrant[circle] for circle in world.locations]
        if quadrants != [*QUADRANTS[: self._news.located]] or len(world.rows) != len(self._news.nights):
            return False
        if not self._news.nights:
            return self._may_be_drawn(world.locations)
        now, phase = self._current(), self._phase()
        choice = tuple(circle for circle in world.locations if circle not in self._news.red)
        *earlier, row = world.rows
        if not set(self._news.red) <= {*world.locations} or not now.has(row, choice, phase):
            return False
        before = zip(self._earlier, earlier, world.kinds, strict=False)
        return world.kinds[-1] == now.rows.kinds(row) and all(
            night.avoiding(choice).state_of(old) is not None and kinds == night.rows.kinds(old)
            for night, old, kinds in before
        )

    # ---- helpers

    def _phase(self) -> Phase:
        """Return the current phase. Jack moves only after deciding what to reclaim (WM-61)."""
        news = self._news
        if news.answering or self._reclaiming():
            return ANSWERING
        crossings = board.current().number
        return Phase(
            answering=False, figures=sum(crossings[name] << 8 * k for k, name in enumerate(news.figures.values()))
        )

    def _reclaiming(self) -> bool:
        news = self._news
        begins = len(news.nights) > 1 and not news.nights[-1].turns and not self._reclaimed
        used = news.tiles["alley"] + news.tiles["boat"] < 2 * board.TILES
        return begins and used and self._options["newspaper_fabrications"] == "on"

    def _runs(self) -> list[Run]:
        return self._current().runs(self._phase()) if self._news.nights else []

    def _current(self) -> Round:
        if self._round is None:
            self._round, self._applied = self._new_round(), 0
        for step in self._steps[self._applied :]:
            _apply(self._round, step)
        self._applied = len(self._steps)
        return self._round

    def _new_round(self) -> Round:
        news = self._news
        *before, now = news.nights
        if len(self._earlier) < len(before):
            later = news.red[1:]  # each round reaches one more
            self._earlier = [EarlierRound(night, later[number:], news.tiles) for number, night in enumerate(before)]
        return Round(now.start, news.tiles, OpenLocations(self._level, news.red, self._excluded_before, self._earlier))


def _apply(now: Round, step: _Step) -> None:
    match step.kind:
        case "move":
            assert step.turn is not None
            now.move(step.turn)
        case "search":
            now.search(step.circles[0], found=step.found)
        case "arrest":
            now.arrest_in_vain(step.circles)
        case _:
            now.forbid(step.circles[0])


def _circles(runs: Iterable[Run]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for run in runs:
        for circle, count in run.counts.items():
            counts[circle] = counts.get(circle, 0) + count
    return counts


def _draw(run: Run, rng: Random) -> Row:
    rows, accepted = run.laid_out
    return rows.draw(accepted, rng)


def _draw_weighed(run: Run, weights: Weights, rng: Random) -> Row:
    rows, accepted = run.laid_out
    return rows.draw_weighed(accepted, weights, rng)


def _weight(run: Run, weights: Weights) -> float:
    rows, accepted = run.laid_out
    return rows.weight(accepted, weights)


def _below(sizes: Sequence[int], rng: Random) -> int:
    rest = rng.randrange(sum(sizes))
    for number, size in enumerate(sizes):
        rest -= size
        if rest < 0:
            return number
    raise AssertionError


def conclude(options: Mapping[str, str], news: Iterable[News]) -> Conclusion:
    """Return the conclusion from a viewer's news alone, for a worker process without the game."""
    belief = Belief(options)
    for piece in news:
        belief.observe(piece)
    return belief.conclusion()
