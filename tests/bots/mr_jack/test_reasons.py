"""Reasons of Mr. Jack: their numbers follow from the rules and the seat's knowledge, and a plan is kept."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from gaslamp.bots import levels
from gaslamp.bots.bot import Limit, Question
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.mr_jack.search_bot import changed
from gaslamp.core.messages import Message
from gaslamp.titles.mr_jack.belief import Belief, World, position_from
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.notation import ACTIONS, CORDON, COVER, EXIT, HEX
from gaslamp.titles.mr_jack.rules.position import Position
from tests.bots import advised
from tests.bots.advised import Decision, activations, fraction, own, split
from tests.conftest import Proof

FEW = Limit(nodes=20_000)


def worlds(question: Question) -> dict[World, int]:
    belief = Belief()
    for piece in question.situation.news:
        belief.observe(piece)
    return dict(belief.worlds())


def activated(decisions: list[Decision]) -> Position:
    """Return the position after the whole activation, without the call that may follow."""
    first = decisions[0].question.situation
    position = changed(position_from(first.view, next(iter(worlds(decisions[0].question)))), used=0)
    for decision in decisions:
        position.advance(ACTIONS.parse(decision.answer.notation))
    return position


def suspects_of(question: Question) -> int:
    """Return the suspects: by the Detective's cards and the calls, or by the calls alone."""
    if question.situation.seat == "detective":
        return sum({1 << world.identity for world in worlds(question)})
    return sum(1 << board.CHARACTERS.index(name) for name in question.situation.view.suspects)


def can_leave(after: Position, character: int) -> bool:
    """True if the rules let an unseen Jack out with this card, Lestrade after moving a cordon."""
    ready = changed(
        after, picked=character, jack=character, visible=0, seat=board.JACK, doing=board.ACTING, moved=0, acted=0,
        whistled=0, points=0, budget=0,
    )  # fmt: skip
    if ready.exits():
        return True
    for action in ready.legal():
        if CORDON <= action < COVER:
            moved = ready.copy()
            moved.advance(action)
            if any(EXIT <= way < EXIT + 4 for way in moved.legal()):
                return True
    return False


def reached_by(after: Position, jack: int) -> int:
    """Count the characters that could accuse *jack* with their own move."""
    count = 0
    for other in range(8):
        ready = changed(
            after, picked=other, seat=board.DETECTIVE, doing=board.ACTING, moved=0, acted=0, whistled=0, points=0,
            budget=0,
        )  # fmt: skip
        count += other != jack and HEX + after.place(jack) in ready.legal()
    return count


def check_board(decision: Decision, after: Position, said: set[str]) -> None:
    """Recompute what is said of the board after the activation."""
    question, reasons = decision.question, decision.answer.why.reasons
    view, suspects, seen = question.situation.view, suspects_of(question), after.seen()
    halves = {(suspects & seen).bit_count(), (suspects & ~seen).bit_count()}
    if (told := split(reasons)) is not None:
        assert told == (halves, view.used == 3)
    jack = board.CHARACTERS.index(view.identity) if view.identity else None
    if (own_call := own(reasons)) is not None:
        assert jack is not None
        is_seen = bool(seen >> jack & 1)
        left = (suspects & (seen if is_seen else ~seen)).bit_count()
        assert own_call == (is_seen, left, view.used == 3)
    before = position_from(view, next(iter(worlds(question)))).seen()
    near = {each for each in range(8) if suspects >> each & ~(seen >> each) & 1 and can_leave(after, each)}
    for reason in reasons:
        said.add(reason.id)
        match reason.id:
            case "why.exits":
                assert advised.names(reason.params["names"]) == {board.CHARACTERS[each] for each in near}
            case "why.exits_shut":
                assert not near
            case "why.exit_open":
                assert jack in near
            case "why.pursuers" | "why.pursuers_none":
                target = jack if jack is not None else suspects.bit_length() - 1
                assert reason.params.get("count", 0) == reached_by(after, target)
            case "why.lit" | "why.dark":
                change = seen & ~before if reason.id == "why.lit" else before & ~seen
                expected = {name for each, name in enumerate(board.CHARACTERS) if change & suspects & 1 << each}
                assert advised.names(reason.params["names"]) == expected
            case _:
                pass


def check_chances(decision: Decision, bot: Any, cache: BeliefCache, said: set[str]) -> None:
    """Recompute probabilities: cards by counting worlds, the others by the bot's own weights and values."""
    question, why = decision.question, decision.answer.why
    situation, possible = question.situation, worlds(question)
    total = sum(possible.values())
    for reason in why.reasons:
        said.add(reason.id)
        match reason.id:
            case "why.alibi":
                suspects, cleared = suspects_of(question), 0.0
                for world, weight in possible.items():
                    pile = position_from(situation.view, world).pile
                    cleared += weight * (pile & suspects).bit_count() / pile.bit_count()
                assert fraction(reason) == pytest.approx(cleared / total, abs=0.001)
            case "why.accuse":
                weights = bot.weights(situation, possible, cache)
                (accused,) = why.plan
                assert fraction(reason) == pytest.approx(weights[accused] / sum(weights), abs=0.001)
            case "why.accuse_sure":
                assert len({world.identity for world in possible}) == 1
            case "why.turn" if not question.plan:
                if situation.seat == "jack":
                    imagined = [(position_from(situation.view, world), 1.0) for world in [*possible][:1]]
                else:
                    weights = bot.weights(situation, possible, cache)
                    one = {world.identity: world for world in possible}
                    imagined = [(position_from(situation.view, world), weights[each]) for each, world in one.items()]
                values = bot.values(question, imagined, BeliefCache())
                assert fraction(reason) <= values[decision.answer.notation] + 0.002
                if why.rival is not None:
                    assert why.rival.chance == pytest.approx(values[why.rival.notation], abs=0.002)
                    assert why.rival.chance < fraction(reason)
            case "why.mixed":
                played = [share for share in bot.shares(question, BeliefCache()).values() if share > 0]
                assert reason.params["count"] == len(played) - 1
            case "why.lost":
                assert why.winning is not None
                assert why.winning <= 0.03
            case _:
                pass


def check_announced(decision: Decision) -> None:
    """A card that is played for an accusation is explained by it."""
    (accused,) = decision.answer.why.plan
    then = decision.told("why.then")
    assert then is not None
    whom = Message(f"mr_jack.whom.{board.CHARACTERS[accused]}")
    assert then.params["what"] == Message("mr_jack.do.accuse", {"whom": whom})


@pytest.mark.long
@pytest.mark.parametrize("name", ["inspector", "superintendent"])
def test_reasons_are_true_and_every_kind_of_action_has_one(name: str, proof: Proof) -> None:
    said: set[str] = set()
    kinds: dict[str, int] = {}
    bot, cache, count, game = levels.bot("mr_jack", name), BeliefCache(), 0, 0
    wanted = proof.amount(test=200, proof=2000)
    while count < wanted:
        game += 1
        for decisions in activations("mr_jack", name, Random(f"{proof.seed} {name} {game}"), FEW, cache):
            free = [decision for decision in decisions if len(decision.question.situation.legal) > 1]
            for decision in free:
                assert decision.answer.why.reasons, decision.kind
                kinds[decision.kind] = kinds.get(decision.kind, 0) + 1
                count += 1
                if decision.kind == "pick" and len(decision.answer.why.plan) == 1:
                    check_announced(decision)
                if name == "superintendent":
                    check_chances(decision, bot, cache, said)
            over = any(decision.kind == "exit" for decision in decisions)
            if over or any(len(decision.answer.why.plan) == 1 for decision in free):
                continue  # Jack has left, or is accused
            after = activated(decisions)
            for decision in free:
                if decision.answer.why.plan:
                    check_board(decision, after, said)
    proof.report(f"mr_jack: reasons of {name}", decisions=count, **kinds)
    assert {"pick", "move"} <= kinds.keys()
    assert {"why.turn"} <= said


def test_a_plan_is_followed_from_card_to_move(proof: Proof) -> None:
    """The steps after a card lead to the board that was planned with it, or to the accusation."""
    longer = 0
    for number in range(proof.amount(test=4, proof=40)):
        rng = Random(f"{proof.seed} plan {number}")
        for decisions in activations("mr_jack", "superintendent", rng, FEW, BeliefCache()):
            free = [decision for decision in decisions if decision.answer.why.plan]
            plans = {decision.answer.why.plan for decision in free}
            if free:
                assert len(plans) == 1, [decision.answer.notation for decision in decisions]
            for decision, following in pairwise(free):
                if decision.answer.why.then is not None:
                    assert following.answer.notation == decision.answer.why.then
                    longer += 1
            (plan, *_) = plans or {()}
            if len(plan) == 6 and free[-1] is decisions[-1]:
                after = activated(decisions)
                assert (after.places, after.occupied, after.lamps, after.cordons, after.covers, after.facing) == plan
    assert longer
