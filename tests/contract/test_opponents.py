"""The contract of bots, for every title, level, side and set of options.

Equal knowledge, limit and seed give equal answers, whatever is hidden from the seat or cached. Answers are legal and
have reasons in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, TypeAlias
from zlib import crc32

import pytest

from gaslamp import kernel, titles
from gaslamp.bots import levels
from gaslamp.bots.bot import Answer, Limit, Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.core.game import CHANCE, Game, Side
from gaslamp.game.table import Table
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.service.games import bot_runner
from tests.conftest import Proof
from tests.contract.games import random_game, random_options, seeds
from tests.contract.secrecy import Scripted, worlds

NODES = Limit(nodes=2000)
Asking: TypeAlias = Callable[[Table], Situation]
Answering: TypeAlias = Callable[[Question], Answer]

FEW = 5 if kernel.PURE else 24  # worlds to try at most
ASKED = 20 if kernel.PURE else 60  # questions in two concurrent games

every_level = pytest.mark.parametrize(
    ("title", "name"), [(title, name) for title in titles.titles() for name in levels.of_title(title)]
)


def some_game(title: str, number: int, rng: Random) -> Game[Any, Any]:
    """Return a title with default or other options."""
    return titles.game(title, random_options(titles.meta(title).options, rng) if number % 2 else None)


def table_after(game: Game[Any, Any], actions: list[int]) -> Table:
    """Return a table after these actions, draws included."""
    position, draws, played = game.start(), [], []
    for action in actions:
        seat = game.to_move(position)
        assert seat is not None
        if seat == CHANCE:
            draws.append(position.legal().index(action))
        else:
            played.append((seat, action))
        position.advance(action)
    table = Table(game, rng=Scripted(draws))
    for seat, action in played:
        table.play(seat, game.actions.format(action), table.update(seat).step)
    return table


def asked(table: Table) -> Situation:
    """Return the question of the seat to move."""
    assert table.to_move is not None
    return bot_runner.situation(table.game, table.to_move, table.update(table.to_move))


def moments(proof: Proof, title: str, name: str, *, test: int, whole: int) -> Iterator[tuple[int, list[int], Table]]:
    """Yield points of random games at which a side of the level is to move, alternating sides."""
    for number, rng in seeds(proof.seed, f"opponents {title} {name}", max(6, proof.amount(test=test, proof=whole))):
        game = some_game(title, number // 2, rng)
        playable = [side for side in game.sides if levels.of_title(title)[name].plays(side, game.options)]
        actions = random_game(game, rng)
        cuts = [*cuts_before(game, actions, playable[number % len(playable)])]
        if cuts:
            actions = actions[: rng.choice(cuts)]
            yield number, actions, table_after(game, actions)


def cuts_before(game: Game[Any, Any], actions: list[int], side: Side) -> Iterator[int]:
    """Return the numbers of actions after which a side was to move."""
    position = game.start()
    for number, action in enumerate(actions):
        seat = game.to_move(position)
        if seat not in {None, CHANCE} and game.side(str(seat)) == side:
            yield number
        position.advance(action)


class Leak(AssertionError):
    """A bot's answer depends on hidden information."""


def compared(number: int, actions: list[int], table: Table, ask: Asking, answer: Answering) -> int:
    """Ask in the worlds the seat considers possible. Returns their number."""
    game, seat = table.game, table.to_move
    assert seat is not None
    given = answer(Question(ask(table), NODES, seed=number))
    assert given.notation in table.update(seat).legal
    others = 0
    for world in worlds(game, actions, seat, Random(number), FEW):
        retold = game.rewrite_history(actions, seat, world)
        if answer(Question(ask(table_after(game, retold)), NODES, seed=number)) != given:
            raise Leak(f"game {number}, {world}")
        others += retold != actions
    return others


@pytest.mark.long
@every_level
def test_an_answer_is_the_same_in_all_worlds(title: str, name: str, proof: Proof) -> None:
    others = 0
    met: set[Side] = set()
    for number, actions, table in moments(proof, title, name, test=8, whole=200):
        others += compared(number, actions, table, asked, partial(levels.answer, name))
        met.add(table.game.side(str(table.to_move)))
    assert others > 0
    assert met == {*(levels.of_title(title)[name].sides or titles.meta(title).sides)}
    proof.report(f"{title}: {name} in other worlds", worlds=others)


@pytest.mark.parametrize("title", titles.titles())
def test_a_planted_leak_to_a_bot_is_caught(title: str, proof: Proof) -> None:
    def told_too_much(table: Table) -> Situation:
        everybody = [piece for seat in table.game.seats for piece in table.update(seat).news]
        return replace(asked(table), news=tuple(everybody))

    def uses_it(question: Question) -> Answer:
        legal = question.situation.legal
        return Answer(legal[crc32(repr(question.situation.news).encode()) % len(legal)])

    def compare_all() -> None:
        for number, actions, table in moments(proof, title, "passer_by", test=20, whole=20):
            compared(number, actions, table, told_too_much, uses_it)

    with pytest.raises(Leak):
        compare_all()


@pytest.mark.long
@every_level
@pytest.mark.parametrize("most", [1, 3, 128])
def test_the_cache_changes_no_answer(title: str, name: str, most: int, proof: Proof) -> None:
    """One worker plays two games at once, with undos; a fresh one gives the same answers."""
    cache = BeliefCache(most)
    for _, rng in seeds(proof.seed, f"kept {title} {name}", proof.amount(test=1, proof=10)):
        tables = [Table(titles.game(title), rng=Random(rng.random())) for _ in range(2)]
        asked_for = 0
        while asked_for < ASKED and any(table.to_move for table in tables):
            table = rng.choice([table for table in tables if table.to_move])
            seat = table.to_move
            assert seat is not None
            question = Question(bot_runner.situation(table.game, seat, table.update(seat)), NODES, rng.getrandbits(64))
            answer = levels.answer(name, question, cache)
            assert answer == levels.answer(name, question)
            asked_for += 1
            assert len(cache) <= most
            before = table.update(seat)
            table.play(seat, answer.notation, before.step)
            after = table.update(seat)
            if after.may_undo and rng.random() < 0.3:
                table.undo(seat, after.step)


@every_level
def test_answers_have_reasons_in_every_language(title: str, name: str, proof: Proof) -> None:
    said: set[str] = set()
    for number, _, table in moments(proof, title, name, test=12, whole=100):
        why = levels.answer(name, Question(asked(table), NODES, seed=number)).why
        assert why.winning is None or 0 <= why.winning <= 1
        for reason in why.reasons:
            said.add(reason.id)
            for language in LANGUAGES:
                assert catalogue(language).say(reason)
    assert said
    proof.report(f"{title}: reasons of {name}", **dict.fromkeys(sorted(said), 1))


# ---- what is asked and answered


def test_an_answer_may_have_no_estimate() -> None:
    assert Answer("goodley").why.winning is None
