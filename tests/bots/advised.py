"""Games in which a level is asked like an adviser: each answer of an activation gets the plan of the one before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.bots.bot import Answer, Limit, Question
from gaslamp.bots.cache import BeliefCache
from gaslamp.core.messages import Message, Param, Share
from gaslamp.game.table import Table
from gaslamp.service.games import bot_runner


@dataclass
class Decision:
    question: Question
    answer: Answer

    def told(self, id: str) -> Message | None:
        return next((reason for reason in self.answer.why.reasons if reason.id == id), None)

    @property
    def kind(self) -> str:
        """The first word of the notation, "move" for hexes."""
        word = self.answer.notation.split()[0]
        return word if word.islower() else "move"


def activations(title: str, name: str, rng: Random, limit: Limit, cache: BeliefCache) -> Iterator[list[Decision]]:
    """Play one game, some turns at random, and yield the decisions of each turn that follows the advice."""
    table = Table(titles.game(title), rng=rng)
    while table.to_move is not None:
        seat, turn = table.to_move, table.state.course.public.number
        followed = rng.random() < 0.7
        decisions: list[Decision] = []
        while table.to_move == seat and table.state.course.public.number == turn:
            update = table.update(seat)
            plan = decisions[-1].answer.why.plan if decisions else ()
            situation = bot_runner.situation(table.game, seat, update)
            question = Question(situation, limit, rng.getrandbits(64), plan)
            notation = rng.choice(update.legal)
            if followed:
                answer = levels.answer(name, question, cache)
                decisions.append(Decision(question, answer))
                notation = answer.notation
            table.play(seat, notation, update.step)
        if decisions:
            yield decisions


def fraction(message: Message, key: str = "share") -> float:
    value = message.params[key]
    assert isinstance(value, Share)
    return value.part / value.whole


def names(param: Param) -> set[str]:
    """Return the last part of the ids of messages."""
    assert isinstance(param, tuple)
    return {message.id.rpartition(".")[2] for message in param}


def remaining(message: Message, key: str) -> int:
    inner = message.params[key]
    assert isinstance(inner, Message)
    count = inner.params["count"]
    assert isinstance(count, int)
    return count


def split(reasons: tuple[Message, ...]) -> tuple[set[int], bool] | None:
    """Return what a call leaves, as told to the other side of Jack, and whether it is the next call; None if untold."""
    for reason in reasons:
        called = reason.params.get("when") == Message("why.at_call")
        match reason.id:
            case "why.call_even":
                return {remaining(reason, "remain")}, called
            case "why.call_split":
                return {remaining(reason, "seen"), remaining(reason, "unseen")}, called
            case "why.call_nothing":
                return {0, remaining(reason, "remain")}, called
            case _:
                pass
    return None


def own(reasons: tuple[Message, ...]) -> tuple[bool, int, bool] | None:
    """Return whether a call sees Jack, how many suspects it leaves, and whether it is the next one; None if untold."""
    for reason in reasons:
        if reason.id.startswith("why.jack_"):
            left = 1 if reason.id.endswith("_alone") else remaining(reason, "remain")
            return "unseen" not in reason.id, left, reason.params["when"] == Message("why.at_call")
    return None
