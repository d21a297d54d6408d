"""Hints, for every title and side: a legal action, what to point at for it, and reasons, from what the seat knows."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.bots.bot import Limit, Question
from gaslamp.core.game import Game
from gaslamp.live import bot_runner, hint_worker
from gaslamp.live.bot_runner import Advice
from gaslamp.locale import LANGUAGES
from gaslamp.server.wire.help.hints import hint_frame, way_to
from gaslamp.table.table import Table
from gaslamp.table.update import Update
from tests.conftest import Proof
from tests.contract.games import random_game, seeds
from tests.contract.secrecy import worlds
from tests.contract.test_opponents import cuts_before, table_after

FEW = Limit(nodes=2000)


def asked(table: Table) -> tuple[str | None, Question]:
    """Give who advises the seat to move, and all that the advice depends on."""
    seat = table.to_move
    assert seat is not None
    update = table.update(seat)
    return bot_runner.advise(table.game, seat, update, hint_worker.dice("game", seat, update))


@pytest.mark.parametrize("title", titles.titles())
def test_a_hint_can_be_followed_and_is_the_same_in_all_worlds(title: str, proof: Proof) -> None:
    """What is asked is the same in all of them; that the answer then is too, is the contract of opponents."""
    others = 0
    for number, rng in seeds(proof.seed, f"hints {title}", proof.amount(test=4, proof=40)):
        game = titles.game(title)
        actions = random_game(game, rng)
        for side in game.sides:
            cuts = [*cuts_before(game, actions, side)][:12]
            if not cuts:
                continue  # it was over before this side was to move
            cut = actions[: rng.choice(cuts)]
            table = table_after(game, cut)
            seat = str(table.to_move)
            name, question = asked(table)
            assert name == levels.of_seat(game, seat)[-1]  # the strongest
            check(bot_runner.advice(name, replace(question, limit=FEW)), name, table.update(seat), game)
            for world in worlds(game, cut, seat, Random(number), 4):
                retold = game.rewrite_history(cut, seat, world)
                assert asked(table_after(game, retold)) == (name, question)
                others += retold != cut
    assert others > 0


def check(advice: Advice, name: str, update: Update, game: Game[Any, Any]) -> None:
    """Find a hint legal, to be pointed at, and explained in every language."""
    assert advice.notation in update.legal
    assert 1 <= len(advice.reasons) <= 3
    way = way_to(advice.notation, update, game)
    assert game.actions.format(way[-1].action or 0) == advice.notation
    for language in LANGUAGES:
        told = hint_frame(advice, name, update, game, language)
        assert told.what
        assert all(told.reasons)
