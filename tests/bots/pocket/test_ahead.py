"""Searching through an odd turn's call agrees with the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from gaslamp.bots.pocket.judgement import judgement
from gaslamp.bots.pocket.judgement.walks import UNKNOWN, WALKS
from gaslamp.bots.pocket.search.ahead import Ends, likely, look_through
from gaslamp.bots.pocket.search.secrets import Types, types
from gaslamp.bots.pocket.search.turn import Turn
from gaslamp.titles.pocket.rules import board, notation
from gaslamp.titles.pocket.rules.position import Position
from tests.bots.pocket.test_turn import ALL, shown
from tests.conftest import Proof


def odd_ends(rng: Random, tokens: int, *, card: bool = False) -> Iterator[Position]:
    """Yield positions of the seventh turn with *tokens* left and several suspects."""
    while True:
        position = Position()
        while position.ending == board.GOES_ON and not (
            position.turn == 7 and position.doing == board.TAKING and position.left.bit_count() == tokens
        ):
            position.step(rng.getrandbits(64))
        alibi = position.left & 1 and not position.faces & 1
        several = not position.chase and position.up.bit_count() > 3
        if position.ending == board.GOES_ON and several and bool(alibi) == card:
            yield position


def after(position: Position, *actions: int) -> Position:
    new = position.copy()
    for action in actions:
        new.advance(action)
    return new


def ways(turn: Turn, held: Types) -> Iterator[tuple[int, Position]]:
    """Yield the ends of a turn, each with its position by the rules."""
    for cell, there in used(turn, held, turn.cells.root(), turn.position):
        if turn.cells.left_over() == 1:
            yield cell, there
        else:
            yield from used(turn, held, cell, there)


def used(turn: Turn, held: Types, cell: int, there: Position) -> Iterator[tuple[int, Position]]:
    """Return the positions after the next token."""
    for take, action, move in turn.cells.moves(cell):
        taken = after(there, take)
        for done in taken.legal() if action == take else [action]:
            card = done - notation.CARD
            shows = action == take and there.to_move() == board.DETECTIVES and card in held.ids
            yield turn.cells.moved(cell, move, held.ids.index(card) if shows else -1), after(taken, done)


@pytest.mark.long
@pytest.mark.parametrize(("tokens", "card"), [(1, False), (2, False), (2, True)])
def test_the_end_of_a_turn_has_the_value_of_the_next_turn(tokens: int, proof: Proof, *, card: bool) -> None:
    """With Jack known, the next turn has one value, and the rules give its start."""
    judge = judgement.by_hand()
    compared = 0
    for position in islice(odd_ends(Random(proof.seed), tokens, card=card), max(6, proof.amount(test=6, proof=60))):
        hand = (position.jack, position.held)
        held = types({hand: 1.0}, position, shown(position))
        turn = Turn(position, held.secrets, judge, ALL)
        turn.solve()
        looked_at = {*likely(turn, held)}
        ends = Ends(turn, held, {hand: 1.0}, shown(position), judge, 10**9, {})
        ends.solve([*looked_at])
        found = ends.values
        for cell, there in ways(turn, held):
            if there.held != position.held:
                continue  # Jack's card is hidden from the detectives
            if cell in looked_at and there.ending == board.GOES_ON and not there.chase:
                then = types({hand: 1.0}, there, shown(there))
                solved = Turn(there, then.secrets, judge, ALL)
                solved.solve()
                assert found[cell, held.number(*hand)] == pytest.approx(solved.at_root()[then.number(*hand)])
                compared += 1
            elif cell in looked_at:
                assert (cell, held.number(*hand)) not in found
    assert compared > 5


def test_the_search_through_the_call_decides(proof: Proof) -> None:
    """The last move of an odd turn is the best one for the next turn."""
    judge = judgement.by_hand()
    for position in islice(odd_ends(Random(proof.seed), 1), proof.amount(test=4, proof=40)):
        hand = (position.jack, position.held)
        held = types({hand: 1.0}, position, shown(position))
        turn = Turn(position, held.secrets, judge, ALL)
        turn.solve()
        ends = Ends(turn, held, {hand: 1.0}, shown(position), judge, 10**9, {})
        ends.solve(likely(turn, held))
        found = ends.values
        look_through(turn, held, {hand: 1.0}, shown(position), judge, 10**9, {})
        for (cell, number), value in found.items():
            assert turn.value(cell, number) == value
        assert turn.at_root()[held.number(*hand)] >= max(found.values(), default=0.0)


def test_with_few_nodes_nothing_is_looked_through(proof: Proof) -> None:
    judge = judgement.by_hand()
    for tokens, most, nodes in ((1, ALL, 100), (2, 1, 10**9)):
        position = next(odd_ends(Random(proof.seed), tokens))
        hand = (position.jack, position.held)
        held = types({hand: 1.0}, position, shown(position))
        turn = Turn(position, held.secrets, judge, most)
        turn.solve()
        before = [turn.after(number) for _, _, number in turn.cells.moves()]
        look_through(turn, held, {hand: 1.0}, shown(position), judge, nodes, {})
        assert before == [turn.after(number) for _, _, number in turn.cells.moves()]


def test_detectives_walk_as_far_as_the_faces_say(proof: Proof) -> None:
    rng = Random(proof.seed)
    for faces in range(UNKNOWN):
        low0, high0, low1, high1, low2, high2, joker = WALKS[7 * faces : 7 * faces + 7]
        said = {
            (a, b, c)
            for a in range(low0, high0 + joker + 1)
            for b in range(low1, high1 + joker + 1)
            for c in range(low2, high2 + joker + 1)
            if (a > high0) + (b > high1) + (c > high2) <= joker
        }
        assert {walked(faces, rng) for _ in range(400)} == said


def walked(faces: int, rng: Random) -> tuple[int, ...]:
    """Play a first turn with these faces. Returns the places each detective has walked."""
    position = Position()
    while position.doing != board.THROWING:
        position.step(rng.getrandbits(64))
    before = position.detectives
    position.advance(notation.THROW + faces)
    while position.turn == 1 and position.ending == board.GOES_ON:
        position.step(rng.getrandbits(64))
    return tuple(((position.detectives >> 4 * d & 15) - (before >> 4 * d & 15)) % board.PLACES for d in range(3))
