"""Reference bot for Mr. Jack: information set Monte Carlo tree search. Run it with `python -m bench.ismcts`.

Single-observer ISMCTS: each iteration samples a secret consistent with the news, descends one tree of the seat's own
view by UCB, adds a node and plays out at random. It has no knowledge of the game besides the rules. A limit of N
nodes means N iterations.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from time import process_time
from typing import Final

from gaslamp.arena import plan as plans
from gaslamp.arena.match import Match
from gaslamp.arena.plan import Fixture, Tournament
from gaslamp.bots import BeliefCache, Limit, Question, Situation, levels
from gaslamp.bots.bot import Answer
from gaslamp.core.dice import Dice
from gaslamp.core.game import Side
from gaslamp.titles.mr_jack.belief import Belief, position_from
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.notation import ACTIONS
from gaslamp.titles.mr_jack.rules.playout import playout
from gaslamp.titles.mr_jack.rules.position import Position

_EAGER: Final = 0.7
_ITERATIONS: Final = 2000  # default


@dataclass(slots=True)
class Node:
    """An edge of the tree: how often it was available, how often visited, and the wins of the acting side."""

    could: int = 0
    taken: int = 0
    won: float = 0.0
    after: dict[int, Node] = field(default_factory=dict)


class TreeSearch:
    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation = question.situation
        if len(situation.legal) == 1:
            return Answer(situation.legal[0])
        belief = cache.observed((situation.title, situation.seat), situation.news, Belief)
        worlds = [position_from(situation.view, world) for world in belief.worlds()]
        rng, root = question.rng, Node()
        dice = Dice(rng.getrandbits(64))
        for _ in range(question.limit.nodes or _ITERATIONS):
            _iterate(root, rng.choice(worlds).copy(), rng, dice)
        chosen = max(root.after, key=lambda action: root.after[action].taken)
        return Answer(ACTIONS.format(chosen))


def _iterate(root: Node, position: Position, rng: Random, dice: Dice) -> None:
    """Select, expand, play out and backpropagate."""
    node, path = root, []
    while not position.ending:
        legal = position.legal()
        seat = position.seat
        if seat == board.CHANCE:
            action = rng.choice(legal)
            node = node.after.setdefault(action, Node())
            position.advance(action)
            continue
        untried = [action for action in legal if action not in node.after]
        action = rng.choice(untried) if untried else max(legal, key=lambda action: _promise(node.after[action]))
        for other in legal:
            if other in node.after:
                node.after[other].could += 1
        node = node.after.setdefault(action, Node(1))
        path.append((node, seat))
        position.advance(action)
        if untried:
            break
    playout(position, dice)
    winner = board.WINNERS[position.ending]
    for node, seat in path:
        node.taken += 1
        node.won += winner == seat


def _promise(node: Node) -> float:
    return node.won / node.taken + _EAGER * sqrt(log(node.could) / node.taken)


class Contest(Match):
    """A match in which this bot plays one side, with its own limit."""

    def __init__(self, plan: Tournament, fixture: Fixture, side: Side, limit: Limit) -> None:
        super().__init__(plan, fixture)
        self._side, self._limit, self._bot = side, limit, TreeSearch()
        self.spent: dict[Side, list[float]] = {side: [] for side in self.game.sides}

    def _answer(self, side: Side, asked: Situation) -> str:
        level = self._players[side]
        bot, limit = (
            (self._bot, self._limit)
            if side == self._side
            else (levels.bot(self._plan.title, level), self._plan.node_limit)
        )
        began = process_time()
        question = Question(asked, limit, self._seeds[side].getrandbits(64))
        chosen = bot.answer(question, self._cache[side]).notation
        if len(asked.legal) > 1:
            self.spent[side].append(process_time() - began)
        return chosen


def main() -> None:
    """Play a level against it on each side the level supports. Prints wins and CPU time."""
    parser = argparse.ArgumentParser(prog="python -m bench.ismcts", description=__doc__)
    parser.add_argument("--level", default="superintendent")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--limit", default="60000n", help="limit of the level")
    parser.add_argument("--its-limit", default="6000n", help="iterations of the tree search")
    parser.add_argument("--seed", type=int, default=1888)
    parser.add_argument("--edition", default="revised")
    told = parser.parse_args()
    plan = plans.make(
        "mr_jack", ["passer_by", told.level], told.games, limit=told.limit, seed=told.seed,
        options={"edition": told.edition},
    )  # fmt: skip
    for side, players in (("jack", ("passer_by", told.level)), ("detective", (told.level, "passer_by"))):
        won, spent = 0, {"jack": [0.0], "detective": [0.0]}
        # The tree search takes the place of random.
        fixtures = [fixture for fixture in plan.fixtures() if fixture.levels == players]
        if not fixtures:
            continue  # level not available for this side
        for fixture in fixtures:
            contest = Contest(plan, fixture, side, plans.read_limit(told.its_limit))
            won += contest.play().winner != side
            for who, times in contest.spent.items():
                spent[who] += times
        means = {who: f"{1000 * sum(times) / len(times):.0f} ms" for who, times in spent.items()}
        print(f"tree search as {side}: {told.level} wins {won} of {told.games}; a decision took {means}", flush=True)


if __name__ == "__main__":
    main()
