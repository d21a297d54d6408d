"""Small games solved exactly: the solver finds known values, and the reader's figure is that of the best response."""

from __future__ import annotations

from random import Random

import pytest

from bench.exact import Branch, Node, Solution, Strategy, best_policy, best_response, size
from bench.restricted import SmallGame
from bench.small_games import small_game
from gaslamp.arena.aivat import Luck
from gaslamp.arena.lookahead import LOCAL, Lookahead
from gaslamp.arena.reading import PublicState
from tests.conftest import PROVING, Proof

LINKS = [(0, 1.0), (1, 1.0)]


def signals(revealing: bool) -> tuple[Node, dict[int, Strategy]]:
    """Return a game of two secrets: the policy gives one of two signals, then the reader guesses the secret."""
    guesses = [
        Node(
            "reader",
            branches=[
                Branch(guess, [True, True], [(Node("end", [float(guess == 0), float(guess == 1)]), LINKS)])
                for guess in range(2)
            ],
        )
        for _ in range(2)
    ]
    root = Node("policy", branches=[Branch(signal, [True, True], [(guesses[signal], LINKS)]) for signal in range(2)])
    return root, {id(root): [[1.0, 0.0], [0.0, 1.0] if revealing else [1.0, 0.0]]}


def test_the_best_response_reads_a_revealing_policy() -> None:
    root, strategies = signals(revealing=True)
    assert best_response(root, [0.6, 0.4], strategies) == pytest.approx(1.0)
    root, strategies = signals(revealing=False)
    assert best_response(root, [0.6, 0.4], strategies) == pytest.approx(0.6)


def test_the_equilibrium_reveals_nothing() -> None:
    root, _ = signals(revealing=True)
    solution = Solution(root, [0.6, 0.4])
    solution.run(200)
    assert solution.bounds() == pytest.approx((0.6, 0.6), abs=0.01)
    assert size(root) == 7
    assert best_policy(root, {id(branch.children[0][0]): [1.0, 0.0] for branch in root.branches}) == [1.0, 0.0]


def mean_luck(game: SmallGame, luck: Luck, state: PublicState) -> tuple[float, float]:
    """Return the mean luck below a state over everything that may happen, and the mean of its squares."""
    if game.game.outcome(state.any_position.position):
        return 0.0, 0.0
    actions = {game.options(state)[0]: 1.0} if game.reads(state) else game.action_shares(state, 1, Random(1))
    if not game.reads(state) and not game.decides(state):
        actions = {0: 1.0}  # all draws at once
    mean = square = 0.0
    for action, share in actions.items():
        states = game.possible(state, action) if share else []
        total = sum(likely for likely, _ in states)
        for likely, after in states:
            luck.total = 0.0
            luck.step(state, action, states, after.token)
            here = luck.total
            below, squared = mean_luck(game, luck, after)
            mean += share * likely / total * (here + below)
            square += share * likely / total * (here * here + squared)
    return mean, square


@pytest.mark.long
@pytest.mark.parametrize(("title", "later"), [("pocket", 4), ("mr_jack", 4)])
def test_the_mean_of_luck_is_zero(title: str, later: int) -> None:
    game = small_game(title, 0, later=later)
    estimates = Lookahead(game, game.level, game.limit, LOCAL).estimates
    mean, square = mean_luck(game, Luck(game, estimates), game.start())
    assert mean == pytest.approx(0, abs=1e-9)
    assert square > 0


@pytest.mark.long
@pytest.mark.parametrize(("title", "later"), [("pocket", 0), ("mr_jack", 2)])
def test_the_readers_figure_is_that_of_the_best_response(title: str, later: int, proof: Proof) -> None:
    """Turns 7 and 8 of Pocket; rounds 7 and 8 of Mr. Jack, without the first two cards except in `make proof`."""
    gaps, exploitable = [], []
    for seed in range(proof.amount(test=3, proof=6)):
        game = small_game(title, seed, later=0 if PROVING else later)
        strategies: dict[int, Strategy] = {}
        root = game.tree(strategies)
        prior = [weight for _, weight in game.start().weighted]
        solution = Solution(root, prior)
        solution.run(200 if PROVING else 50)
        low, high = solution.bounds()
        best = best_response(root, prior, strategies)
        assert low <= high + 1e-9
        assert high - low < 0.01
        assert best >= low - 1e-9
        assert game.reader_value() == pytest.approx(best, abs=1e-9)
        gaps.append(best - game.figure(LOCAL))
        exploitable.append(best - high)
    assert min(gaps) > -1e-9
    assert sum(gaps) / len(gaps) < (0.15 if PROVING and title == "mr_jack" else 0.03)  # it searches one round
    proof.report(f"{title}: small games", games=len(gaps), exploitability=round(max(exploitable), 3))
