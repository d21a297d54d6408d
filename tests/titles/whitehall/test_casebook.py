"""The Casebook: the thirds in its file match the map, and draws have the right probabilities."""

from collections import Counter
from importlib.resources import files
from itertools import pairwise, permutations
from random import Random

import pytest

from gaslamp.core.dice import Dice
from gaslamp.titles import whitehall
from gaslamp.titles.whitehall.rules import board, casebook
from gaslamp.titles.whitehall.rules.choices import location_sets
from gaslamp.titles.whitehall.rules.notation import LOCATE
from gaslamp.titles.whitehall.rules.opening import opening
from gaslamp.titles.whitehall.rules.town import QUADRANTS, WHITEHALL
from tests.ledger import rule

SETS = 35 * 24 * 23 * 23
every_level = pytest.mark.parametrize("level", ["easy", "medium", "difficult"])


@pytest.mark.long
@rule("WM-06")
def test_the_casebook_file_matches_the_map() -> None:
    thirds = casebook.work_out(board.current())
    file = files(whitehall).joinpath("rules", "casebook.toml")
    assert file.read_text("utf-8") == casebook.write(thirds, board.current())
    assert casebook.of(board.current()) == thirds


@rule("WM-06")
def test_the_best_path_through_a_set_is_the_shortest_of_all_orders() -> None:
    rng = Random(1)
    far = board.current().distances()
    for _ in range(500):
        four = [rng.choice(WHITEHALL.white(quadrant)) for quadrant in QUADRANTS]
        shortest = min(
            sum(far[board.C * here + there] for here, there in pairwise(order)) for order in permutations(four)
        )
        assert casebook.key_of(far, *four) == int.from_bytes([shortest, *four], "big")


@every_level
@rule("WM-06")
def test_a_third_of_all_sets_can_be_drawn(level: str) -> None:
    assert sum(casebook.weights(opening({"casebook": level}))) == SETS // 3


@rule("WM-06")
def test_every_set_can_be_drawn_and_all_are_as_likely_without_thirds() -> None:
    position = opening({"casebook": "normal"})
    assert casebook.weights(position) == [1] * 35
    assert position.to_move() == board.CHANCE


@every_level
@rule("WM-06")
def test_the_weight_of_a_draw_is_the_sum_of_its_continuations(level: str) -> None:
    rng = Random(level)
    position = opening({"casebook": level})
    before = SETS // 3
    while position.to_move() == board.CHANCE:
        weights = casebook.weights(position)
        assert sum(weights) == before
        assert 0 not in weights
        k = rng.choices(range(len(weights)), weights)[0]
        before = weights[k]
        position.advance(position.option(k))
    assert before == 1


@every_level
def test_playouts_draw_by_weight(level: str) -> None:
    number = board.CASEBOOK.index(level)
    dice = Dice(7)
    draws = 40_000
    drawn = Counter(location_sets.drawn(number, 0, dice.next()) for _ in range(draws))
    for circle in WHITEHALL.white("bA"):
        expected = draws * location_sets.weight(number, 0, circle) / (SETS / 3)
        assert abs(drawn[circle] - expected) < 6 * expected**0.5


def test_a_draw_names_a_white_circle_of_its_quadrant() -> None:
    position = opening({"casebook": "difficult"})
    for quadrant in QUADRANTS:
        assert {action - LOCATE for action in position.legal()} <= set(WHITEHALL.white(quadrant))
        position.step(1 << 40)
