"""The strongest bot for Pocket: solves the turn, infers from Jack's choices, and mixes as Jack."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache
from typing import Final

from gaslamp import kernel
from gaslamp.bots.bot import Answer, Bot, Question, Situation, WeightedPositions, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.pocket.decision_point import decision_point, own_hand
from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.judgement.weights import learnt
from gaslamp.bots.pocket.public_belief import DetectivesBelief, PublicBelief, public
from gaslamp.bots.pocket.reasons import Move, MoveDecision, holding_out, planned, why
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
        decision = self._decision(question, cache)
        shares = self._chosen(decision, self._solution(question, cache))
        (chosen,) = question.rng.choices([*shares], [*shares.values()])
        alike = 0
        if (move := planned(question.plan, decision)) is not None:
            chosen = move
        elif situation.seat == "jack":
            alike = len({decision.now.notation(*other) for other, share in shares.items() if share})
        return Answer(decision.now.notation(*chosen), why(decision, chosen, alike))

    def shares(self, question: Question, cache: BeliefCache) -> Mapping[str, float]:
        probabilities = dict.fromkeys(question.situation.legal, 0.0)
        decision = self._decision(question, cache)
        for move, share in self._chosen(decision, self._solution(question, cache)).items():
            probabilities[decision.now.notation(*move)] += share
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

    def _decision(self, question: Question, cache: BeliefCache) -> MoveDecision:
        situation, now = question.situation, decision_point(question.situation)
        solution = self._solution(question, cache)
        moves = zip(solution.moves, self._winning(solution, situation), strict=True)
        winning = {(take, action): value for (take, action, _), value in moves if now.taken in {None, take}}
        hands = self._public_belief(situation, question.limit.nodes or NODES, cache).hands
        return MoveDecision(situation, now, hands, winning)

    def _solution(self, question: Question, cache: BeliefCache) -> TurnSolution:
        nodes = question.limit.nodes or NODES
        return self._public_belief(question.situation, nodes, cache).solution(nodes)

    def _winning(self, solution: TurnSolution, situation: Situation) -> list[float]:
        if situation.seat == "jack":
            return [1.0 - value for value in solution.values(solution.types.number(*own_hand(situation)))]
        return solution.worth()

    def _chosen(self, decision: MoveDecision, solution: TurnSolution) -> dict[Move, float]:
        """Return the probability of each move: Jack's mixed strategy, or the best moves."""
        situation, open_moves = decision.situation, holding_out(decision)
        if situation.seat == "jack":
            mixed = solution.mixed(solution.types.number(*own_hand(situation)))
            by_move = {(take, action): share for (take, action, _), share in zip(solution.moves, mixed, strict=True)}
            total = sum(by_move[move] for move in open_moves)
            if total > 0:
                return {move: by_move[move] / total for move in open_moves}
        best = max(decision.winning[move] for move in open_moves)
        alike = [move for move in open_moves if decision.winning[move] >= best - _EQUAL]
        return dict.fromkeys(alike, 1.0 / len(alike))

    def _public_belief(self, situation: Situation, nodes: int, cache: BeliefCache) -> PublicBelief:
        back = nodes if nodes >= NODES else nodes // _LOOKS_BACK
        chase = situation.options["both_goals_while_seen"] == "chase"
        kind = PublicBelief if situation.seat == "jack" else DetectivesBelief
        key = (situation.title, kind.__name__, chase, back)
        return cache.observed(key, [*public(situation.news)], lambda: kind(_judge(), back, chase=chase))


BOT: Final[Bot] = Superintendent()
