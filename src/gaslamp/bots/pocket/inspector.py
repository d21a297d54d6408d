"""The inspector of Pocket solves the turn with some noise and infers nothing from choices.

The sergeant is an inspector that sees one reply to its token, and usually overlooks the next.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from gaslamp import kernel, titles
from gaslamp.bots.bot import Answer, Bot, Question, Situation, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.pocket.decision_point import DecisionPoint, all_hands, decision_point, of_worlds, own_hand
from gaslamp.bots.pocket.judgement.judgement import Judgement, by_hand
from gaslamp.bots.pocket.reasons import Move, MoveDecision, holding_out, planned, why
from gaslamp.bots.pocket.search.secrets import Hands, types
from gaslamp.bots.pocket.search.turn import Turn
from gaslamp.core.messages import message

_ERRS: Final = 0.04  # maximum noise per move, in win probability
# How many tokens ahead the sergeant looks, with probabilities.
_HORIZONS: Final = {"jack": {2: 0.85, 3: 0.15}, "detectives": {1: 0.35, 2: 0.65}}
_NODES: Final = 10**7 if kernel.COMPILED else 20_000  # default limit: values at the turn's ends


class Inspector:
    """Searches all of the turn. All suspects that are up are equally likely."""

    def __init__(self, judge: Callable[[], Judgement] = by_hand, errs: float = _ERRS) -> None:
        self._judge = judge  # evaluates the turn's ends
        self._errs = errs

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation = question.situation
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        now = decision_point(situation)
        hands = self._hands(situation, now, cache)
        held = types(hands, now.position, now.shown)
        nodes = (question.limit.nodes or _NODES) // held.secrets.size
        turn = Turn(now.position, held.secrets, self._judge(), nodes, self.tokens(question))
        turn.solve()
        if situation.seat == "jack":
            own = held.number(*own_hand(situation))
            worth = {move: 1.0 - turn.after(move[2])[own] for move in turn.cells.moves()}
        else:
            weights = held.secrets.weights
            worth = {
                move: sum(weight * value for weight, value in zip(weights, turn.after(move[2]), strict=True))
                for move in turn.cells.moves()
            }
        winning = {(take, action): value for (take, action, _), value in worth.items() if now.taken in {None, take}}
        decision = MoveDecision(situation, now, hands, winning)
        move = planned(question.plan, decision) or self._chosen(decision, question.rng)
        return Answer(now.notation(*move), why(decision, move))

    def tokens(self, question: Question) -> int:
        """Return how many tokens ahead the search looks."""
        return 4

    def _hands(self, situation: Situation, now: DecisionPoint, cache: BeliefCache) -> Hands:
        """Return the detectives' belief, or Jack's model of it, which counts only the cards."""
        if situation.seat == "jack":
            return all_hands(now)
        game = titles.game(situation.title, situation.options)
        same = (situation.title, *game.options.items(), situation.seat)
        return of_worlds(cache.observed(same, situation.news, lambda: game.belief(situation.seat)).worlds())

    def _chosen(self, decision: MoveDecision, rng: Random) -> Move:
        return max(holding_out(decision), key=lambda move: decision.winning[move] + self._errs * rng.random())


class Sergeant(Inspector):
    """An inspector that sees few replies to its token, and evaluates the board as if the call came then."""

    def tokens(self, question: Question) -> int:
        horizons = _HORIZONS[question.situation.seat]
        (tokens,) = Random(f"tokens {question.seed}").choices([*horizons], [*horizons.values()])
        return tokens


BOT: Final[Bot] = Inspector()
SERGEANT: Final[Bot] = Sergeant()
