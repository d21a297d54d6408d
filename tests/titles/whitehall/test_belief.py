"""Belief of the investigators: counts, effects of answers, samples, joint belief."""

import pickle
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from gaslamp.core.game import SPECTATOR, News
from gaslamp.titles.whitehall.belief.belief import Belief, conclude
from gaslamp.titles.whitehall.belief.chronicle import JackTurn, Night
from gaslamp.titles.whitehall.belief.layers import Arrivals, Layer
from gaslamp.titles.whitehall.belief.open_locations import EarlierRound
from gaslamp.titles.whitehall.belief.rows import Row, RowSet
from gaslamp.titles.whitehall.rules import board
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.ledger import rule
from tests.titles.whitehall.walks import Walk, dealt, game

ALL_TILES = {"coach": 2, "alley": 2, "boat": 2}
WAYS = board.current().town.ways


def heard(walk: Walk, viewer: str = SPECTATOR) -> Belief:
    belief = Belief(walk.game.options)
    for news in walk.sight(viewer).news:
        belief.observe(news)
    return belief


def rows_of_kinds(start: int, *kinds: str) -> RowSet:
    """Return the paths of a round with only the kinds of moves known and no figure on the board."""
    rows = RowSet(start, ALL_TILES)
    for number, kind in enumerate(kinds, 1):
        rows.turn(JackTurn(number, kind, frozenset()))
    return rows


def counted(rows: RowSet) -> Counter[int]:
    last = rows.make()
    found: Counter[int] = Counter()
    for place, circle, _, _ in rows.ends():
        found[circle] += last.count(place)
    return found


# ---- counts


def test_before_jack_starts_he_is_nowhere() -> None:
    belief = heard(Walk().take("locate 33", "locate 46", "locate 159", "locate 147"))
    assert (belief.circles(), belief.total(), belief.answers, belief.joint()) == ({}, 0, (), None)
    assert belief.sample(Random(1), 3) == []


@rule("WM-71")
def test_one_plain_move_leaves_the_adjacent_circles() -> None:
    assert heard(dealt().take("move 37")).circles() == dict.fromkeys(WAYS[33], 1)


def test_a_count_goes_on_past_a_word() -> None:
    layer = Layer()
    layer.add(7, 2**64 - 1, 5)
    layer.add(7, 2, 1)
    assert layer.count(layer.find(7)) == (6 << 64) + 2**64 + 1


def test_counts_past_two_to_the_sixty_four_are_exact() -> None:
    turns = 22
    rows = rows_of_kinds(33, *["plain"] * turns)
    ways = Counter({33: 1})
    for _ in range(turns):
        after: Counter[int] = Counter()
        for here, count in ways.items():
            for there in WAYS[here]:
                after[there] += count
        ways = after
    assert ways.total() > 2**64
    assert counted(rows) == ways
    row = rows.draw(range(rows.make().size), Random(1))
    assert rows.state_of(row) is not None


@rule("WM-21", "WM-14c")
def test_rows_to_a_circle_never_entered_before_are_counted_past_a_coach() -> None:
    kinds = ("plain", "coach", "plain", "plain")
    rows = rows_of_kinds(33, *kinds)
    new = Counter(row[-1] for row in written_out(33, kinds) if row[-1] not in row[1:-1])
    arrivals = Arrivals()
    for circle in {circle for _, circle, _, _ in rows.ends()}:
        assert rows.arriving(circle, arrivals) == new[circle]


def written_out(start: int, kinds: tuple[str, ...]) -> Iterator[Row]:
    """Return every path of plain moves and Coaches."""
    found: list[Row] = [(start,)]
    colour = board.current().town.colour
    for kind in kinds:
        if kind == "plain":
            found = [(*row, there) for row in found for there in WAYS[row[-1]]]
        else:
            found = [
                (*row, first, second)
                for row in found
                for first in WAYS[row[-1]]
                for second in WAYS[first]
                if second != row[-1] and "blue" not in {colour[first], colour[second]}
            ]
    return iter(found)


def test_the_truth_is_always_possible(proof: Proof) -> None:
    moments = 0
    for number, rng in seeds(proof.seed, "whitehall belief", proof.amount(test=3, proof=150)):
        for walk in game(rng):
            if not walk.game.turn_complete(walk.position) or rng.random() > 0.1 or not walk.position.legal():
                continue
            belief = heard(walk)
            (truth,) = heard(walk, "jack").worlds()
            assert belief.possible(truth), f"game {number}: {truth}"
            if truth.rows:
                assert belief.circles()[truth.rows[-1][-1]] > 0
            moments += 1
    proof.report("whitehall: the truth is possible", moments=moments)


def test_paths_that_contradict_an_answer_are_excluded() -> None:
    walk = dealt().turn("move 37").turn("move 41")
    (truth,) = heard(walk, "jack").worlds()
    belief = heard(walk)
    assert belief.possible(truth)
    walk.take("move 24", "walk x082", "walk x090", "walk x095")
    assert not heard(walk).possible(truth)


# ---- answers


def test_incremental_and_final_results_agree(proof: Proof) -> None:
    told = 0
    for _, rng in seeds(proof.seed, "whitehall answers", proof.amount(test=2, proof=60)):
        for length, walk in enumerate(game(rng)):
            if length == 70 or not walk.position.legal():
                break
        at_once, one_by_one = Belief(walk.game.options), Belief(walk.game.options)
        for news in walk.sight(SPECTATOR).news:
            at_once.observe(news)
            one_by_one.observe(news)
            if news.kind == "revealed":
                break
            answers = one_by_one.answers
            if rng.random() < 0.05:
                one_by_one.circles()
                assert at_once.answers == answers
                told += len(answers)
            assert all(answer.before >= answer.after >= 1 for answer in answers)
    assert told
    proof.report("whitehall: what answers exclude", answers=told)


@rule("WM-41a", "WM-42a")
def test_each_answer_has_the_number_of_paths_left() -> None:
    walk = dealt(start=46, false_clues="on").take("move 45")
    belief = heard(walk)
    elsewhere = min(circle for circle in belief.circles() if circle != 45)
    belief.observe(News("searched", {"figure": "yellow", "circle": elsewhere, "answer": "no"}))
    belief.observe(News("searched", {"figure": "yellow", "circle": 45, "answer": "yes"}))
    belief.observe(News("arrested_in_vain", {"figure": "blue", "circles": ("44",)}))
    no, yes, arrest = belief.answers
    near = len(WAYS[46])
    assert (no.kind, no.found, no.before, no.after, no.circles_after) == ("search", False, near, near - 1, near - 1)
    assert (yes.found, yes.before, yes.after, yes.circles) == (True, near - 1, 1, (45,))
    assert (arrest.kind, arrest.before, arrest.after) == ("arrest", 1, 1)


def test_equal_news_give_equal_conclusions() -> None:
    walk = dealt().turn("move 37").turn("move 41", "search 87", "stop")
    news = walk.sight(SPECTATOR).news
    options, pieces = pickle.loads(pickle.dumps((dict(walk.game.options), news)))
    concluded = pickle.loads(pickle.dumps(conclude(options, pieces)))
    assert concluded == conclude(walk.game.options, walk.sight("investigator1").news)
    assert (concluded.round, concluded.track) == (1, 2)
    assert concluded.total == sum(count for _, count in concluded.shares)
    assert [count for _, count in concluded.shares] == sorted((count for _, count in concluded.shares), reverse=True)
    assert [answer.circles for answer in concluded.answers] == [(87,)]


def test_jack_knows_his_exact_path() -> None:
    walk = dealt().turn("move 37")
    assert heard(walk, "jack").circles() == {37: 1}
    assert heard(walk, "jack").sample(Random(1), 2) == [(33, 37)] * 2


# ---- samples


def test_a_model_of_jack_decides_which_rows_are_drawn() -> None:
    belief = heard(dealt().turn("move 37").turn("move 41").take("coach 24", "then 25"))
    (row,) = belief.sample(Random(3), 1)

    def only_this_one(turn: int, here: int, kind: str, circles: Row) -> float:
        at = (0, 1, 2)[turn]
        return float(here == row[at] and circles == row[at + 1 : at + 1 + len(circles)])

    assert set(belief.sample(Random(4), 20, only_this_one)) == {row}
    (lane,) = belief.lanes([only_this_one])
    assert {circle: weight for circle, weight in lane.items() if weight} == {row[-1]: 1.0}


def test_with_even_weights_a_lane_is_the_count() -> None:
    belief = heard(dealt().turn("move 37").turn("alley 38").turn("move 37"))
    lanes = belief.lanes([lambda *_: 1.0, lambda *_: 0.5])
    assert lanes[0] == belief.circles()
    assert lanes[1] == pytest.approx({circle: count / 8 for circle, count in belief.circles().items()}, rel=1e-12)
    row = belief.sample(Random(1), 1, lambda *_: 0.5)[0]
    assert row[-1] in belief.circles()


# ---- locations


@rule("WM-50")
def test_when_two_locations_are_left_rows_and_locations_are_counted_together() -> None:
    walk = dealt().turn("move 37").turn("move 41").turn("move 24").turn("move 46")
    assert walk.position.round == 2
    walk.take("move 45")
    belief = heard(walk)
    joint = belief.joint()
    assert joint is not None
    town = board.current().town
    assert {(town.quadrant[a], town.quadrant[b]) for a, b in joint} == {("aA", "aB")}
    assert joint[159, 147] == belief.total()
    marginal = belief.locations()
    assert marginal is not None
    assert marginal[159] == sum(count for choice, count in joint.items() if 159 in choice)
    assert heard(dealt().take("move 37")).locations() is None


def two_moves_from_33() -> tuple[int, list[int]]:
    """Return a circle two moves away, and the circles between (at least three)."""
    far = (circle for circle in WAYS if circle not in {33, *WAYS[33]})
    return next((end, between) for end in far if len(between := sorted({*WAYS[33]} & {*WAYS[end]})) >= 3)


def test_a_circle_that_jack_must_have_passed_is_no_location() -> None:
    end, middles = two_moves_from_33()
    forced, *others = middles
    turns = [JackTurn(1, "plain", frozenset()), JackTurn(2, "plain", frozenset())]
    free = EarlierRound(Night(33, turns, end=end), (), ALL_TILES)
    assert all(free.can_avoid((circle,)) for circle in middles)
    assert not free.can_avoid(tuple(middles))
    bound = EarlierRound(Night(33, turns, no=dict.fromkeys(others, 2), end=end), (), ALL_TILES)
    assert not bound.can_avoid((forced,))
    assert bound.can_avoid(tuple(others))
    assert bound.draw(tuple(others), Random(1)) == (33, forced, end)


def test_a_location_reached_later_was_not_entered_before() -> None:
    end, middles = two_moves_from_33()
    turns = [JackTurn(1, "plain", frozenset()), JackTurn(2, "plain", frozenset())]
    night = EarlierRound(Night(33, turns, end=end), middles[1:], ALL_TILES)
    assert not night.can_avoid((middles[0],))


# ---- the end


@pytest.mark.long
def test_the_rows_that_the_answers_leave_stay_the_same_when_the_game_is_revealed(proof: Proof) -> None:
    """The revealed kinds of face-down tiles do not change the tiles left for the rows of this round."""
    ends = 0
    for _, rng in seeds(proof.seed, "revealed", proof.amount(test=20, proof=500, least=20)):
        *_, last = game(rng, {"murderer_at_large": "on"})
        *news, revealed = last.sight(SPECTATOR).news
        assert revealed.kind == "revealed"
        if not revealed.details["shown"]:
            continue
        ends += 1
        before, after = Belief(last.game.options), Belief(last.game.options)
        for piece in news:
            before.observe(piece)
            after.observe(piece)
        after.observe(revealed)
        assert after.lanes([lambda *_: 1.0]) == before.lanes([lambda *_: 1.0])
        assert after.conclusion().answers == before.conclusion().answers
    assert ends > 0
    proof.report("whitehall: beliefs after the end", games=ends)
