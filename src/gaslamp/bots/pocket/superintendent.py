"""The strongest bot for Pocket: solves the turn, infers from Jack's choices, and mixes as Jack."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache
from typing import Final

from gaslamp import kernel
from gaslamp.bots.bot import Answer, Bot, Question, Situation, WeightedPositions, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.pocket.decision_point import DecisionPoint, decision_point, own_hand, why
from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.judgement.weights import learnt
from gaslamp.bots.pocket.public_belief import PublicBelief, public
from gaslamp.bots.pocket.turn_solution import TurnSolution
from gaslamp.core.game import Seat
from gaslamp.core.messages import message
from gaslamp.titles.pocket.rules.position import Position

# default limit: values of a type computed per answer
NODES: Final = 15_000_000 if kernel.COMPILED else 40_000
_EQUAL: Final = 1e-9  # values closer than this are ties
_LOOKS_BACK: Final = 8  # divisor of the nodes for belief updates


@cache
def _judge() -> Judgement:
    return Judgement(learnt())


class Superintendent:
    """Both sides compute the public solution; Jack then plays the strategy of its own secret."""

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation = question.situation
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        solution = self._solution(question, cache)
        now = decision_point(situation)
        winning = self._winning(solution, situation)
        shares = self._chosen(solution, situation, now, winning)
        (chosen,) = question.rng.choices([*shares], [*shares.values()])
        take, action, _ = solution.moves[chosen]
        likely = min(1.0, max(0.0, winning[chosen]))
        mixed = (message("why.mixed"),) if solution.jack else ()
        return Answer(now.notation(take, action), why(situation, now, action, likely, *mixed))

    def shares(self, question: Question, cache: BeliefCache) -> Mapping[str, float]:
        situation = question.situation
        solution = self._solution(question, cache)
        now = decision_point(situation)
        probabilities = dict.fromkeys(situation.legal, 0.0)
        for at, share in self._chosen(solution, situation, now, self._winning(solution, situation)).items():
            take, action, _ = solution.moves[at]
            probabilities[now.notation(take, action)] += share
        return probabilities

    def secret(self, position: Position, seat: Seat) -> Hashable:
        """Return Jack's identity and cards; the detectives have no secret."""
        return (position.jack, position.held) if seat == "jack" else None

    def values(self, question: Question, imagined: WeightedPositions, cache: BeliefCache) -> Mapping[str, float]:
        """Return win probabilities. The detectives' belief is *imagined* alone: nothing is inferred from choices."""
        situation = question.situation
        now = decision_point(situation)
        if situation.seat == "jack":
            solution = self._solution(question, cache)
        else:
            hands: dict[tuple[int, int], float] = {}
            for position, weight in imagined:
                hand = (position.jack, position.held)
                hands[hand] = hands.get(hand, 0.0) + weight
            solution = TurnSolution(now.position, hands, now.shown, _judge(), question.limit.nodes or NODES)
        values: dict[str, float] = {}
        for (take, action, _), value in zip(solution.moves, self._winning(solution, situation), strict=True):
            if now.taken in {None, take}:
                notation = now.notation(take, action)
                values[notation] = max(value, values.get(notation, 0.0))
        return values

    def _solution(self, question: Question, cache: BeliefCache) -> TurnSolution:
        nodes = question.limit.nodes or NODES
        return self._public_belief(question.situation, nodes, cache).solution(nodes)

    def _winning(self, solution: TurnSolution, situation: Situation) -> list[float]:
        if situation.seat == "jack":
            return [1.0 - value for value in solution.values(solution.types.number(*own_hand(situation)))]
        return solution.worth()

    def _chosen(
        self, solution: TurnSolution, situation: Situation, now: DecisionPoint, winning: list[float]
    ) -> dict[int, float]:
        """Return the probability of each move: Jack's mixed strategy, or the best moves."""
        open_moves = [at for at, move in enumerate(solution.moves) if now.taken in {None, move[0]}]
        if situation.seat == "jack":
            mixed = solution.mixed(solution.types.number(*own_hand(situation)))
            total = sum(mixed[at] for at in open_moves)
            if total > 0:
                return {at: mixed[at] / total for at in open_moves}
        best = max(winning[at] for at in open_moves)
        alike = [at for at in open_moves if winning[at] >= best - _EQUAL]
        return dict.fromkeys(alike, 1.0 / len(alike))

    def _public_belief(self, situation: Situation, nodes: int, cache: BeliefCache) -> PublicBelief:
        back = nodes if nodes >= NODES else nodes // _LOOKS_BACK
        chase = situation.options["both_goals_while_seen"] == "chase"
        kind = (situation.title, "public_belief", chase, back)
        return cache.observed(kind, [*public(situation.news)], lambda: PublicBelief(_judge(), back, chase=chase))


BOT: Final[Bot] = Superintendent()
