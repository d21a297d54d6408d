"""The sergeants of Mr. Jack and Pocket look a few steps ahead only."""

from __future__ import annotations

from collections import Counter

import pytest

from gaslamp.bots.bot import Limit, Mixing, Question
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.mr_jack.inspector import Inspector, Sergeant
from gaslamp.bots.mr_jack.search.activations import Board
from gaslamp.bots.mr_jack.search_bot import Candidate, changed, searcher
from gaslamp.bots.mr_jack.worth import ONE
from gaslamp.core.game import Side
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.notation import PICK
from tests.bots.matches import Match, wins
from tests.conftest import Proof

FEW = Limit(nodes=20_000)
BOT = Sergeant()


def decisions(number: int) -> list[Question]:
    match = Match("mr_jack", {"jack": "constable", "detective": "constable"}, number)
    return [Question(situation, FEW, 5) for _, situation, _ in match.answers() if len(situation.legal) > 1]


def test_the_answers_of_mr_jacks_sergeant_have_the_frequencies_of_its_mixture() -> None:
    mixed = 0
    assert isinstance(BOT, Mixing)
    for question in decisions(3)[::7]:
        shares = BOT.shares(question, BeliefCache())
        assert sum(shares.values()) == pytest.approx(1)
        asked = [Question(question.situation, FEW, seed) for seed in range(40)]
        answered = Counter(BOT.answer(each, BeliefCache()).notation for each in asked)
        assert {notation for notation, share in shares.items() if share > 0.3} <= answered.keys()
        assert answered.keys() <= {notation for notation, share in shares.items() if share}
        mixed += len(answered) > 1
    assert mixed


def test_without_a_reply_in_sight_a_board_is_worth_what_a_call_makes_of_it() -> None:
    """A search that overlooks every reply evaluates boards as if the call came now; the inspector's does not."""
    changed = 0
    for question in decisions(4):
        now, search = BOT.search_input(question, BeliefCache()), searcher()
        position = now.position
        if position.seat != board.DETECTIVE or position.used == 3:
            continue
        followed = {choice.ends: choice.values for choice in Inspector().search(now)}
        for choice in BOT._search(now, 1):
            if choice.accused != board.NONE:
                continue
            card = choice.action - PICK if position.doing == board.PICKING else position.picked
            cards = board.ALL & ~position.turned
            search.prospects.judge(Board(*choice.ends), position.round, cards, card == board.HOLMES)
            assert choice.values == tuple(search.prospects.value(jack) for jack in range(8))
            changed += followed.get(choice.ends, choice.values) != choice.values
    assert changed


@pytest.mark.parametrize(("number", "suspects", "accuses"), [(6, 2, False), (7, 3, False), (7, 2, True), (8, 3, True)])
def test_mr_jacks_sergeant_accuses_one_of_two_in_round_7(number: int, suspects: int, accuses: bool) -> None:
    question = next(each for each in decisions(5) if each.situation.seat == "detective")
    now = BOT.search_input(question, BeliefCache())
    weights = [ONE // suspects] * suspects + [0] * (8 - suspects)
    values = tuple(ONE * (jack == 0) for jack in range(8))
    accusation = Candidate(PICK, values, 0, accused=0)
    late = now._replace(position=changed(now.position, round=number), weights=weights)
    assert (BOT._liking(accusation, late) > 0) == accuses


@pytest.mark.long
@pytest.mark.parametrize(("title", "side", "other", "at_least"), [
    ("mr_jack", "jack", "detective", 0.3), ("pocket", "detectives", "jack", 0.65),
])  # fmt: skip
def test_the_sergeant_wins_more_than_a_constable_would(
    title: str, side: Side, other: Side, at_least: float, proof: Proof
) -> None:
    """Between two constables, Jack wins one game in five of Mr. Jack, and the detectives every second one of Pocket."""
    games = max(20, proof.amount(test=20, proof=200))
    won = wins(title, {side: "sergeant", other: "constable"}, side, games)
    proof.report(f"{title}: sergeant as {side} against a constable", games=games, won=won)
    assert won >= at_least * games
