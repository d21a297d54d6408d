"""Solutions of Pocket's last turn: exploitable by less than a thousandth.

Best responses to Jack's mixture are computed here by the rules alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from math import log2
from random import Random

import pytest

from gaslamp.bots.pocket.decision_point import DecisionPoint, all_hands, changed
from gaslamp.bots.pocket.judgement import judgement
from gaslamp.bots.pocket.search.constants import ANSWER_DETECTIVES, ANSWER_JACK
from gaslamp.bots.pocket.search.mixture import Mixture
from gaslamp.bots.pocket.search.secrets import types
from gaslamp.bots.pocket.search.turn import Turn
from gaslamp.bots.pocket.superintendent import NODES
from gaslamp.bots.pocket.turn_solution import LAST_TIMES, TurnSolution
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.notation import CARD
from gaslamp.titles.pocket.rules.position import Position
from tests.bots.pocket.last_turns import last_turns
from tests.bots.pocket.test_turn import shown
from tests.conftest import Proof

Worlds = list[tuple[float, Position]]
FEW_WAYS = 0b1011  # holmes, watson, rotation, joker


def last_words(rng: Random, faces: int | None) -> Iterator[Position]:
    """Yield starts of the last turn with several suspects and the given faces."""
    for position in last_turns(rng, 4):
        if not position.chase and 2 <= position.up.bit_count() <= 4:
            yield position if faces is None else changed(position, faces=faces)


def answered(worlds: Worlds, told_apart: int) -> float:
    """Return how likely the detectives win who know how likely each world is, if Jack moves once more at the end.

    Cards drawn by the detectives that are not in the mask *told_apart* are one and the same to them.
    """
    first = worlds[0][1]
    if first.ending != board.GOES_ON:
        return sum(weight * (board.WINNERS[position.ending] == board.DETECTIVES) for weight, position in worlds)
    if first.to_move() == board.DETECTIVES:
        return max(
            answered([(weight, after(position, action)) for weight, position in worlds], told_apart)
            for action in first.legal()
        )
    if first.to_move() == board.JACK:
        return sum(
            min(answered([(weight, after(position, a))], told_apart) for a in position.legal())
            for weight, position in worlds
        )
    if first.drawer() == board.JACK:
        return sum(answered([world], told_apart) for world in drawn(worlds))
    found: dict[int, Worlds] = {}
    for weight, position in worlds:
        for card in position.legal():
            seen = card if told_apart >> card - CARD & 1 else -1
            found.setdefault(seen, []).append((weight / position.count(), after(position, card)))
    return sum(answered(group, told_apart) for group in found.values())


def drawn(worlds: Worlds) -> Worlds:
    """Return the worlds after Jack draws a card."""
    return [(w / position.count(), after(position, card)) for w, position in worlds for card in position.legal()]


def after(position: Position, action: int) -> Position:
    new = position.copy()
    new.advance(action)
    return new


def best_answer(solution: TurnSolution, position: Position, hands: list[tuple[int, int]], told_apart: int) -> float:
    """Return how likely the detectives win at best against Jack's mixture, by the rules alone."""
    total = 0.0
    for at, (take, action, _) in enumerate(solution.moves):
        worlds = []
        for jack, held in hands:
            gone = held | shown(position) | 1 << jack
            world = changed(position, jack=jack, held=held, pile=board.ALL_SUSPECTS & ~gone)
            share = solution.learnt(solution.types.number(jack, held))[at]
            if share > 0:
                taken = after(world, take)
                moved = drawn([(share, taken)]) if take == action else [(share, after(taken, action))]
                worlds += [(weight / len(hands), each) for weight, each in moved]
        total += answered(worlds, told_apart) if worlds else 0.0
    return total


@pytest.mark.parametrize("faces", [FEW_WAYS, FEW_WAYS & ~1])
def test_the_last_turn_is_solved_to_a_thousandth(faces: int, proof: Proof) -> None:
    amount = proof.amount(test=2, proof=20)
    most = 0.0
    for position in islice(last_words(Random(proof.seed), faces), amount):
        hands = all_hands(DecisionPoint(position, shown(position), position.held.bit_count(), None))
        solution = TurnSolution(position, hands, shown(position), judgement.by_hand(), NODES)
        assert solution.mixture is not None
        sure = solution.mixture.against(ANSWER_DETECTIVES)  # lower bound of the detectives' value
        # The search treats cards of cleared suspects as equal, though they reveal a little about Jack's hourglasses.
        as_searched = best_answer(solution, position, [*hands], position.up)
        assert as_searched == pytest.approx(solution.mixture.against(ANSWER_JACK), abs=1e-9)
        at_best = best_answer(solution, position, [*hands], board.ALL_SUSPECTS)
        assert max(sure, as_searched) - 1e-9 <= at_best <= sure + 0.001
        most = max(most, at_best - sure)
    proof.report("pocket: last turns within a thousandth", moments=amount, furthest=most)


def test_the_last_turn_with_all_its_ways_too(proof: Proof) -> None:
    amount = proof.amount(test=5, proof=100)
    for position in islice(last_words(Random(proof.seed), None), amount):
        hands = all_hands(DecisionPoint(position, shown(position), position.held.bit_count(), None))
        solution = TurnSolution(position, hands, shown(position), judgement.by_hand(), 10 * NODES)
        assert solution.mixture is not None
        assert solution.mixture.against(ANSWER_JACK) - solution.mixture.against(ANSWER_DETECTIVES) <= 0.001


def test_mixing_loses_less_than_greedy_play(proof: Proof) -> None:
    """Some last turns are worth more to a mixing Jack than the table says."""
    gains = []
    for position in islice(last_words(Random(proof.seed), None), 30):
        hands = all_hands(DecisionPoint(position, shown(position), position.held.bit_count(), None))
        held = types(hands, position, shown(position))
        turn = Turn(position, held.secrets, judgement.by_hand(), 10**6)
        turn.solve()
        mixture = Mixture(turn)
        naive = mixture.against(ANSWER_JACK)  # before any learning
        mixture.run(100)
        gains.append(naive - mixture.against(ANSWER_JACK))
    assert min(gains) >= -1e-9
    assert max(gains) > 0.05


def last_word_of_an_even_turn(rng: Random) -> Iterator[Position]:
    """Yield positions where Jack has the last move of turn 4 and several suspects could make it."""
    while True:
        position = Position()
        while position.ending == board.GOES_ON and not (
            position.turn == 4 and position.doing == board.TAKING and position.left in {4, 8}
        ):
            position.step(rng.getrandbits(64))
        if position.ending == board.GOES_ON and not position.chase:
            yield position


def test_a_price_on_information_reveals_less(proof: Proof) -> None:
    told = {0.0: 0.0, 0.2: 0.0}
    for position in islice(last_word_of_an_even_turn(Random(proof.seed)), 12):
        hands = all_hands(DecisionPoint(position, shown(position), position.held.bit_count(), None))
        held = types(hands, position, shown(position))
        for price in told:
            turn = Turn(position, held.secrets, judgement.by_hand(), 10**6)
            turn.solve()
            mixture = Mixture(turn, price)
            mixture.run(100)
            told[price] += information(mixture, held.secrets.weights)
    assert told[0.2] < 0.7 * told[0.0]


def information(mixture: Mixture, weights: Iterable[float]) -> float:
    """Return the mutual information of move and type, in bits."""
    found = 0.0
    for child in range(len(mixture.moves())):
        shares = [*zip(weights, mixture.shares(child), strict=True)]
        mean = sum(weight * share for weight, share in shares)
        found += sum(weight * share * log2(share / mean) for weight, share in shares if weight * share > 0)
    return found


def moments(rng: Random) -> Iterator[Position]:
    """Yield a position of each turn of random games with a token to take."""
    for turn in range(1, board.LAST_TURN + 1):
        for tokens in (4, 3, 2, 1):
            position = Position()
            while not (
                position.turn == turn and position.doing == board.TAKING and position.left.bit_count() == tokens
            ):
                position = Position() if position.ending != board.GOES_ON else position
                position.step(rng.getrandbits(64))
            yield position


@pytest.mark.parametrize("nodes", [20_000, 400_000])
def test_the_search_stays_within_its_node_limit(nodes: int, proof: Proof) -> None:
    """Nodes are counted, not time, so the limit is the same on every machine."""
    for position in moments(Random(proof.seed)):
        hands = all_hands(DecisionPoint(position, shown(position), position.held.bit_count(), None))
        solution = TurnSolution(position, hands, shown(position), judgement.by_hand(), nodes)
        assert solution.spent <= (LAST_TIMES if position.turn == board.LAST_TURN else 1) * nodes
