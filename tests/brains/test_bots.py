"""The opponents: they know only what their seat knows. How strong they are is in test_strength.py."""

from __future__ import annotations

from random import Random

import pytest

from gaslamp import brains, titles
from gaslamp.core.errors import Unreadable
from gaslamp.core.game import CHANCE
from gaslamp.table import bots
from gaslamp.table.table import Table
from tests.conftest import Proof
from tests.contract.games import random_game, seeds
from tests.contract.secrecy import Scripted, whole_table_steps


@pytest.mark.parametrize("title", ["mr_jack", "pocket"])
@pytest.mark.parametrize("name", brains.BOTS)
def test_an_opponent_answers_alike_in_all_worlds_of_its_belief(name: str, title: str, proof: Proof) -> None:
    """Whatever the hidden cards are, the same knowledge and the same dice give the same answer."""
    game = titles.game(title)
    compared = 0
    for number, rng in seeds(proof.seed, f"bots {name} {title}", proof.amount(test=20, proof=200)):
        actions = random_game(game, rng)
        actions = whole_table_steps(game, actions, rng.randint(1, len(actions)))
        told = _situation(title, actions)
        if told is None:
            continue
        belief = game.belief(told.seat)
        for news in told.news:
            belief.observe(news)
        worlds = sorted(belief.worlds(), key=repr)
        answer = brains.bot(name).choose(told, Random(number))
        assert answer in told.legal
        for world in rng.sample(worlds, min(4, len(worlds))):
            other = _situation(title, game.retell(actions, told.seat, world))
            assert other is not None
            assert brains.bot(name).choose(other, Random(number)) == answer
            compared += 1
    assert compared > 0


def test_an_unknown_opponent_is_refused() -> None:
    with pytest.raises(Unreadable):
        brains.bot("moriarty")


def _situation(title: str, actions: list[int]) -> brains.Situation | None:
    """Give what the seat to move would be told after these actions."""
    game = titles.game(title)
    position, draws, played = game.start(), [], []
    for action in actions:
        seat = game.to_move(position)
        assert seat is not None
        if seat == CHANCE:
            draws.append(action)
        else:
            played.append((seat, action))
        position.advance(action)
    table = Table(game, rng=Scripted(draws))
    for seat, action in played:
        table.play(seat, game.actions.format(action), table.update(seat).step)
    if table.to_move is None:
        return None
    return bots.situation(game, table.to_move, table.update(table.to_move))
