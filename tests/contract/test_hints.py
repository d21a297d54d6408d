"""Hints, for every title and side: legal, with targets and reasons, from the seat's knowledge alone."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.bots.bot import Limit, Question
from gaslamp.core.game import Game
from gaslamp.game.table import Table
from gaslamp.game.updates import Update
from gaslamp.locale import LANGUAGES
from gaslamp.server.wire.encoding import encode
from gaslamp.server.wire.rendering import hint_frame, path_to
from gaslamp.service.games.assistance import Advice, advise, hint_request
from tests.conftest import Proof
from tests.contract.games import random_game, seeds
from tests.contract.secrecy import worlds
from tests.contract.test_opponents import cuts_before, table_after

FEW = Limit(nodes=2000)


def asked(table: Table) -> tuple[str, Question]:
    """Return the advising level of the seat to move, and its question."""
    seat = table.to_move
    assert seat is not None
    update = table.update(seat)
    name, question = hint_request("game", table.game, seat, update).args
    return name, question


@pytest.mark.parametrize("title", titles.titles())
def test_a_hint_can_be_followed_and_is_the_same_in_all_worlds(title: str, proof: Proof) -> None:
    """The question is the same in all worlds; the contract of bots covers the answer."""
    others = 0
    for number, rng in seeds(proof.seed, f"hints {title}", proof.amount(test=4, proof=40)):
        game = titles.game(title)
        actions = random_game(game, rng)
        for side in game.sides:
            cuts = [*cuts_before(game, actions, side)][:12]
            if not cuts:
                continue  # the game ended before this side's turn
            cut = actions[: rng.choice(cuts)]
            table = table_after(game, cut)
            seat = str(table.to_move)
            name, question = asked(table)
            assert name == levels.of_seat(game, seat)[-1]  # the strongest
            check(advise(name, replace(question, limit=FEW)), name, table.update(seat), game)
            for world in worlds(game, cut, seat, Random(number), 4):
                retold = game.rewrite_history(cut, seat, world)
                assert asked(table_after(game, retold)) == (name, question)
                others += retold != cut
    assert others > 0


def check(advice: Advice, name: str, update: Update, game: Game[Any, Any]) -> None:
    """Check that a hint is legal, has targets and can be explained in every language."""
    assert advice.notation in update.legal
    assert 1 <= len(advice.reasons) <= 4
    way = path_to(advice.notation, update, game)
    assert game.actions.format(way[-1].action or 0) == advice.notation
    frame = hint_frame(advice, name, update, game)
    for language in LANGUAGES:
        told = json.loads(encode(frame, language))
        assert all(told["what"])
        assert all(told["reasons"])
