"""The table of a turn of Pocket has the values of the rules."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from gaslamp.bots.pocket.judgement import judgement
from gaslamp.bots.pocket.search.secrets import types
from gaslamp.bots.pocket.search.turn import Turn
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position
from tests.bots.pocket.last_turns import last_turns, worth
from tests.conftest import Proof

ALL = 10**6


def shown(position: Position) -> int:
    return board.ALL_SUSPECTS & ~(position.pile | position.held | 1 << position.jack)


@pytest.mark.parametrize("tokens", [1, 2, 3])
def test_with_jack_known_the_last_turn_has_its_minimax_value(tokens: int, proof: Proof) -> None:
    few = (60, 20, 3)[tokens - 1]  # enough for both results to occur
    amount = max(few, proof.amount(test=few, proof=10 * few))
    values = set()
    for position in islice(last_turns(Random(proof.seed), tokens), amount):
        held = types({(position.jack, position.held): 1.0}, position, shown(position))
        turn = Turn(position, held.secrets, judgement.by_hand(), ALL)
        turn.solve()
        value = worth(position)
        assert turn.at_root()[held.number(position.jack, position.held)] == pytest.approx(value)
        values.add(value)
    assert tokens == 3 or {0.0, 1.0} <= values
    proof.report("pocket: last turns solved as by the rules", moments=amount, tokens=tokens)


def test_the_moves_of_a_moment_are_those_of_the_rules(proof: Proof) -> None:
    for position in islice(last_turns(Random(proof.seed), 3), 20):
        held = types({(position.jack, position.held): 1.0}, position, shown(position))
        turn = Turn(position, held.secrets, judgement.by_hand(), 1)
        takes = {take for take, _, _ in turn.cells.moves()}
        assert takes == {*position.legal()}
        for take in takes:
            after = position.copy()
            after.advance(take)
            if after.to_move() != board.CHANCE:
                assert {action for other, action, _ in turn.cells.moves() if other == take} == {*after.legal()}


def test_few_nodes_look_less_far_ahead(proof: Proof) -> None:
    position = next(last_turns(Random(proof.seed), 4))
    held = types({(position.jack, position.held): 1.0}, position, shown(position))
    depths = [Turn(position, held.secrets, judgement.by_hand(), most).depth for most in (1, 100, ALL)]
    assert depths[0] == 1
    assert depths == sorted(depths)
    assert depths[2] == 4
