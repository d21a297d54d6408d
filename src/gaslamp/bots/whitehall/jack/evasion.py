"""Jack at the highest level: rollouts of the best moves against several models of the investigators."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Final, NamedTuple, cast

from gaslamp.bots.bot import Situation, Why
from gaslamp.bots.reasons import LOST, rival, share
from gaslamp.bots.whitehall import reasons
from gaslamp.bots.whitehall.belief.particles import Particles
from gaslamp.bots.whitehall.belief.posterior import PlayerType, Posterior
from gaslamp.bots.whitehall.chase import Chase
from gaslamp.bots.whitehall.figures.hunters import barred
from gaslamp.bots.whitehall.figures.manhunt import LAST_ROUND
from gaslamp.bots.whitehall.jack.escape import Escape, Move
from gaslamp.bots.whitehall.jack.hazard import Hazard
from gaslamp.bots.whitehall.jack.sheet import circle_of, kind_of, shown, tour
from gaslamp.bots.whitehall.streets import WALK, streets
from gaslamp.core.dice import Dice
from gaslamp.core.game import News
from gaslamp.core.messages import message
from gaslamp.titles.whitehall.belief.rows import KINDS
from gaslamp.titles.whitehall.rules.board import SPACES

_FEW: Final = 6  # moves to roll out
_WORSE: Final = 4.0  # maximum gap to the best move, in moves
_TURNS: Final = 6  # turns per rollout
_ROOM: Final = 160  # particles in a rollout
_STAKE: Final = 20.0  # value of escaping, in moves
_TILE: Final = 0.8  # cost of a tile that could be used once in every later round, in moves
_BOAT: Final = 0.4  # a Boat's share of it: few circles are quays
_GLANCE: Final = 0.4  # weight of the one-step value
_KEEP_CLUE: Final = 0.4  # bonus for keeping a false clue
_RISKED: Final = 300.0  # value of escaping from random figures
_SURELY: Final = 0.9  # probability from which only random figures count
_TILE_KEPT: Final = 0.3  # weight of a tile's cost then
# Of the model of the investigators.
_AIMLESS: Final = 0.1  # prior of random play
_LEAST: Final = 0.001  # bound on the odds
_ROWS: Final = 128  # particles sampled to judge a search
# Likelihood ratios, random to purposeful: an arrest, by the probability that Jack was there.
_ARRESTS: Final = ((0.0, 40.0), (0.02, 2.5), (0.1, 1.0), (1.0, 0.3))
_IN_VAIN: Final = 12.0  # search where Jack cannot have been
_SEARCH: Final = 0.5  # any other search
_NOTHING: Final = 0.4  # pass


class Model(NamedTuple):
    jacks: Particles
    chase: Chase


class Evasion(Escape):
    def __init__(
        self,
        situation: Situation,
        investigators: InvestigatorModel,
        others: Sequence[Posterior],  # more models of what the investigators believe
        rng: Random,
        nodes: int,
        hopes: array[float],
    ) -> None:
        super().__init__(situation, investigators, rng)
        self._posteriors = (investigators, *others)
        self._aimless = investigators.aimless
        self._nodes = nodes
        self._hopes = hopes
        self._through: dict[str, float] = {}  # share of rollouts in which Jack gets through, by action
        self._times = 0

    def starting(self) -> dict[str, float]:
        return {
            notation: self._mixed(value, self._hazard_to(other_goals).from_here(int(notation.split()[1])))
            for notation, value in super().starting().items()
            for other_goals in [[goal for goal in self.goals if f"start {goal}" != notation]]
        }

    def moving(self) -> dict[str, float]:
        moves = [(notation, move) for notation in self._legal for move in self.moves_of(notation)]
        if self._aimless >= _SURELY:
            return self._unseen(moves)
        seems = {tried: self._mixed(self.worth(tried[1]), self._escapes(tried[1])) for tried in moves}
        ranked = sorted(seems, key=lambda tried: -seems[tried])
        least = seems[ranked[0]] - _WORSE
        best_of_kind = {move.kind: (notation, move) for notation, move in reversed(ranked)}
        few = dict.fromkeys([*ranked[:_FEW], *best_of_kind.values()])  # a tile may be better than it seems
        tried = [candidate for candidate in few if seems[candidate] >= least]
        times = self._nodes // (_ROOM * _TURNS * len(tried))
        if times == 0 or len(tried) == 1:
            return super().moving()
        values = dict.fromkeys(self._legal, -1000.0)
        return {**values, **self._played_out(tried, times)}

    def cost(self, kind: str) -> float:
        """Return the cost of the tile for a kind of move: higher the scarcer it is in the rounds to come."""
        if kind == "plain":
            return 0.0
        later = LAST_ROUND - self._view.round
        return _TILE * (_BOAT if kind == "boat" else 1.0) * later / max(1, self._view.tiles[kind])

    def bluffing(self) -> dict[str, float]:
        """Choose the false clue with the best rollouts; keeping it has a bonus."""
        seems = super().bluffing()
        keep, hiding = "clue nothing", f"clue {self._view.circle}"
        laid = [notation for notation in seems if notation != keep]
        tried = [*sorted(laid, key=lambda notation: (notation != hiding, -seems[notation]))[:_FEW], keep]
        times = self._nodes // (_ROOM * _TURNS * len(tried))
        if times == 0 or self._aimless >= _SURELY:
            return seems
        models = [self._model(posterior) for posterior in self._posteriors]
        sums = dict.fromkeys(tried, 0.0)
        for number in range(times):
            model, seed = models[number % len(models)], self._rng.getrandbits(64)
            for notation in tried:
                outlook = barred(self._view)
                if notation != keep:
                    outlook.bar(circle_of(notation), 3)
                model.chase.begin(self.fugitive(), model.jacks, self.figures(), outlook)
                sums[notation] += model.chase.closed_in(self.figures(), _TURNS, Dice(seed))
        values = {
            notation: _STAKE * total / times + _KEEP_CLUE * (notation == keep) for notation, total in sums.items()
        }
        return {**dict.fromkeys(self._legal, -1000.0), **values}

    def _played_out(self, tried: Sequence[tuple[str, Move]], times: int) -> dict[str, float]:
        models = [self._model(posterior) for posterior in self._posteriors]
        sums = [0.0] * len(tried)
        for number in range(times):
            model, seed = models[number % len(models)], self._rng.getrandbits(64)
            for place, (_, move) in enumerate(tried):
                sums[place] += self._chased(model, move, Dice(seed))
        self._through, self._times = _by_action(tried, [total / times for total in sums]), times
        if max(self._through.values()) <= LOST:  # hold out
            return _by_action(tried, [-self._seen(move) for _, move in tried])
        values = []
        for (_, move), total in zip(tried, sums, strict=True):
            value = _STAKE * total / times - self.cost(move.kind) + _GLANCE * self.worth(move)
            values.append(self._mixed(value, self._escapes(move)))
        return _by_action(tried, values)

    def why(self, chosen: str) -> Why:
        """Add the result of the rollouts, and for a tile what Jack's best plain move comes to."""
        why, chances = super().why(chosen), self._through
        if chosen not in chances:
            return why
        told = [*why.reasons]
        plain = [chance for notation, chance in chances.items() if notation.startswith("move")]
        if kind_of(chosen) != "plain" and self._view.stage == "moving":
            if plain:
                told[1:] = [message("why.tile", share=share(max(plain)))]
            elif not any(notation.startswith("move") for notation in self._legal):
                told[1:] = [message("why.tile_only")]
        if max(chances.values()) <= LOST:
            told[0] = message("why.lost")
        told.append(reasons.rollouts("why.through", chances[chosen], self._times))
        return Why(tuple(told), rival=rival(chances, chosen))

    def _seen(self, move: Move) -> float:
        """Return the probability that Jack is expected at the end of a move, 0 if no figure can walk there."""
        end = move.circles[-1]
        reach = (streets().reach[crossing][end] for crossing in self._view.figures.values())
        return self.thought(move.kind)[end] if min(reach) <= WALK else 0.0

    def _unseen(self, moves: Sequence[tuple[str, Move]]) -> dict[str, float]:
        values = [_RISKED * self._escapes(move) - _TILE_KEPT * self.cost(move.kind) for _, move in moves]
        return {**dict.fromkeys(self._legal, -1000.0), **_by_action(moves, values)}

    def _escapes(self, move: Move) -> float:
        boxes = 1 if self._view.stage == "coaching" else len(move.circles)  # the first box is written
        end = move.circles[-1]
        return self._hazard.escapes(end, boxes, arrives=move.kind == "plain" and end in self.goals)

    def _mixed(self, value: float, escapes: float) -> float:
        """Mix a value with the escape chance, by the probability that the figures play at random."""
        return (1.0 - self._aimless) * value + self._aimless * _RISKED * escapes

    @cached_property
    def _hazard(self) -> Hazard:
        return self._hazard_to(self.goals)

    def _hazard_to(self, goals: Sequence[int]) -> Hazard:
        rest = {goal: tour(goal, [other for other in goals if other != goal]) for goal in goals}
        return Hazard(self._view.figures.values(), rest, SPACES - self._view.track)

    def _model(self, posterior: Posterior) -> Model:
        pull = posterior.pull(SPACES - self._view.track - 1)
        return Model(posterior.sample(_ROOM, self._dice), Chase(_ROOM, pull, self._hopes))

    def described(self) -> list[float]:
        model = self._model(self._posteriors[0])
        model.chase.begin(self.fugitive(), model.jacks, self.figures(), barred(self._view))
        return model.chase.described()

    def _chased(self, model: Model, move: Move, dice: Dice) -> float:
        view, chase = self._view, model.chase
        chase.begin(self.fugitive(move.kind), model.jacks, self.figures(), barred(view))
        circles = move.circles[1:] if view.stage == "coaching" else move.circles  # the first box is written
        chase.move(KINDS[shown(view, move.kind)], circles[0], circles[1] if len(circles) > 1 else 0, dice)
        return chase.played_out(_TURNS, dice)


def _by_action(moves: Sequence[tuple[str, Move]], values: Sequence[float]) -> dict[str, float]:
    best: dict[str, float] = {}
    for (notation, _), value in zip(moves, values, strict=True):
        best[notation] = max(value, best.get(notation, value))
    return best


class InvestigatorModel(Posterior):
    """Posterior about Jack, plus `aimless`: the probability that the investigators play at random."""

    def __init__(self, options: Mapping[str, str], player_types: tuple[PlayerType, ...]) -> None:
        super().__init__(options, player_types)
        self._odds = _AIMLESS / (1 - _AIMLESS)
        self._acted = ""  # last figure to act this turn

    @property
    def aimless(self) -> float:
        return self._odds / (1 + self._odds)

    def observe(self, news: News) -> None:
        match news.kind:
            case "arrested_in_vain":
                self._weigh(self._arrest(map(int, cast("tuple[str, ...]", news.details["circles"]))))
            case "searched" if news.details["figure"] != self._acted:
                self._acted = str(news.details["figure"])
                self._weigh(self._search(cast("int", news.details["circle"])))
            case "stopped" if news.details["figure"] != self._acted:
                self._weigh(_NOTHING)
            case "jack_moved" | "moved":
                self._acted = ""
            case _:
                pass
        super().observe(news)

    def _weigh(self, factor: float) -> None:
        self._odds = min(1 / _LEAST, max(_LEAST, self._odds * factor))

    def _arrest(self, circles: map[int]) -> float:
        now = self.now()
        chance = sum(now.get(circle, 0.0) for circle in circles)
        return next(factor for most, factor in _ARRESTS if chance <= most + 1e-9)

    def _search(self, circle: int) -> float:
        return _SEARCH if self.sample(_ROWS, Dice(circle)).having(circle) else _IN_VAIN
