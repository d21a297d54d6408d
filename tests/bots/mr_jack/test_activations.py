"""Generated activations agree with the rules' single actions: same boards, same arrests, none missing."""

from __future__ import annotations

from random import Random

import pytest

from gaslamp.bots.mr_jack.search.activations import Activations, Board
from gaslamp.bots.mr_jack.search.prospects import Prospects
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.notation import PICK, WHISTLE
from gaslamp.titles.mr_jack.rules.position import Position
from tests.bots.mr_jack.positions import laid_out, moment, wander
from tests.conftest import Proof

Boards = set[tuple[int, ...]]
FOUND = Activations()


def small_steps(position: Position) -> tuple[Boards, set[int]]:
    """Play an activation in every way. Returns the boards and the accusations."""
    boards: Boards = set()
    accused: set[int] = set()
    met: set[Position] = set()
    open_ends = [position]
    while open_ends:
        before = open_ends.pop()
        for action in before.legal():
            after = before.copy()
            after.advance(action)
            if after.ending == board.ESCAPE:
                continue
            if after.ending in {board.RIGHT_ARREST, board.WRONG_ARREST}:
                there = after.place(before.picked)
                accused |= {who for who in range(8) if before.place(who) == there}
            elif after.picked == board.NONE or after.doing == board.DRAWING:
                boards.add(laid_out(after).key())
            elif after not in met:
                met.add(after)
                open_ends.append(after)
    return boards, accused


def at_once(position: Position) -> tuple[Boards, set[int]]:
    """Return the same from the search's generator."""
    FOUND.go_on(
        laid_out(position), position.picked, position.seat == board.DETECTIVE, 1, bool(position.moved),
        bool(position.acted), position.whistled, position.budget - position.points, position.doing == board.FACING,
    )  # fmt: skip
    boards: Boards = set()
    for k in range(FOUND.size):
        reached = Board(0, 0, 0, 0, 0, 0)
        FOUND.put(k, reached)
        assert reached.key() not in boards, "each board once"
        boards.add(reached.key())
        assert reached.occupied == sum({1 << (reached.places >> 8 * who & 255) for who in range(8)})
        assert FOUND.begun_by(k) in position.legal()
    accused = {who for who in range(8) if FOUND.accused >> who & 1}
    assert all(FOUND.accused_by(who) in position.legal() for who in accused)
    return boards, accused


@pytest.mark.parametrize("edition", [0, 1])
@pytest.mark.parametrize("card", range(8))
def test_every_card_leads_to_the_boards_of_the_small_steps(edition: int, card: int, proof: Proof) -> None:
    rng = Random(100 * edition + card)
    wanted, tried, boards = max(2, proof.amount(test=3 if card == board.GOODLEY else 12, proof=60)), 0, 0
    while tried < wanted:
        position = wander(rng, edition, rng.randrange(12, 100))
        if position.doing != board.PICKING or not position.face_up >> card & 1:
            continue
        position.advance(PICK + card)
        assert at_once(position) == small_steps(position)
        boards += FOUND.size
        tried += 1
    proof.report(f"mr_jack: boards of {board.CHARACTERS[card]}, edition {edition}", activations=tried, boards=boards)


@pytest.mark.parametrize("edition", [0, 1])
def test_the_rest_of_a_started_activation_is_complete(edition: int, proof: Proof) -> None:
    """Started activations: moved, ability used, whistle begun, lantern to be turned."""
    rng = Random(edition)
    met: set[tuple[int, bool, bool, bool, bool]] = set()
    for _ in range(max(100, proof.amount(test=150, proof=2000))):
        position = wander(rng, edition, rng.randrange(12, 100))
        if position.doing not in {board.ACTING, board.FACING}:
            continue
        whistling = position.whistled != 0 and not position.acted
        half = bool(position.moved), bool(position.acted), position.doing == board.FACING
        if position.picked == board.GOODLEY and not any((*half, whistling)):
            continue  # whole activations are tested above
        met.add((position.picked, *half, whistling))
        assert at_once(position) == small_steps(position), position
    assert len(met) > 8


def test_a_thinned_whistle_leads_to_some_of_the_boards() -> None:
    position = moment(Random(5), 0, lambda now: now.doing == board.PICKING and now.face_up >> board.GOODLEY & 1 != 0)
    FOUND.fill(laid_out(position), board.GOODLEY, False, 1)
    every = {found(k) for k in range(FOUND.size)}
    FOUND.fill(laid_out(position), board.GOODLEY, False, 16)
    few = {found(k) for k in range(FOUND.size)}
    assert few < every
    assert len({key[0] >> 8 * board.GOODLEY & 255 for key in few}) > 5, "for many a move"


def test_a_thinned_whistle_misses_few_kinds_of_board() -> None:
    """Boards are compared by visible characters and Goodley's hex; when he walks first, few kinds are missing."""
    prospects = Prospects()

    def kinds(thin: int) -> set[tuple[int, int]]:
        FOUND.fill(here, board.GOODLEY, False, thin)
        met = set()
        for k in range(FOUND.size):
            reached = Board(0, 0, 0, 0, 0, 0)
            FOUND.put(k, reached)
            if reached.facing == here.facing and FOUND.begun_by(k) < WHISTLE:
                met.add((reached.places >> 8 * board.GOODLEY & 255, prospects.look(reached)))
        return met

    rng = Random(9)
    for _ in range(3):
        here = laid_out(
            moment(rng, 0, lambda now: now.doing == board.PICKING and now.face_up >> board.GOODLEY & 1 != 0)
        )
        few = kinds(24)
        sizes = FOUND.size
        every = kinds(1)
        assert len(every - few) < len(every) / 8, "those that take an order of whistles that is not looked at"
        assert sizes < FOUND.size / 3


def found(k: int) -> tuple[int, ...]:
    reached = Board(0, 0, 0, 0, 0, 0)
    FOUND.put(k, reached)
    return reached.key()
