"""The public belief: equal for both sides, and sharper than the witnesses' answers alone."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from gaslamp import titles
from gaslamp.bots import BeliefCache, Limit, Question, levels
from gaslamp.bots.bot import Mixing
from gaslamp.bots.pocket.judgement import judgement
from gaslamp.bots.pocket.public_belief import DetectivesBelief, public
from gaslamp.core.game import News
from gaslamp.game.table import Table
from gaslamp.service.games import bot_runner
from gaslamp.titles.pocket.belief import Belief
from gaslamp.titles.pocket.rules import board
from tests.bots.matches import Match

NODES = 200_000


def inquiry_of(news: tuple[News, ...], nodes: int = NODES) -> DetectivesBelief:
    found = DetectivesBelief(judgement.by_hand(), nodes, chase=False)
    for piece in public(news):
        found.observe(piece)
    return found


def test_both_sides_conclude_the_same() -> None:
    table = Table(titles.game("pocket"), rng=Random(5))
    asked = 0
    while table.to_move is not None:
        news = {seat: table.update(seat).news for seat in table.game.seats}
        if table.update(table.to_move).view.stage == "taking":  # uses are announced when complete
            assert [*public(news["jack"])] == [*public(news["detectives"])]
        bot_runner.answer(table, table.to_move, "passer_by", Random(asked))
        asked += 1
    assert asked > 8


@pytest.mark.long
def test_the_belief_agrees_with_the_rules_and_the_view() -> None:
    looked = 0
    for number in range(6):
        for seat, asked, _ in Match("pocket", {"jack": "passer_by", "detectives": "passer_by"}, number).answers():
            if seat != "detectives" or asked.view.stage != "taking":
                continue
            belief = Belief()
            for piece in asked.news:
                belief.observe(piece)
            found = inquiry_of(asked.news)
            assert set(found.hands) == {(world.identity, world.held) for world in belief.worlds()}
            shown = titles.game("pocket").position_from(asked.view, next(iter(belief.worlds())))
            here = found.position
            for field in ("tiles", "roads", "detectives", "up", "marked", "faces", "left", "turn", "tokens", "chase"):
                assert getattr(here, field) == getattr(shown, field), field
            looked += 1
    assert looked > 20


@pytest.mark.long
def test_a_greedy_jacks_choices_raise_his_posterior() -> None:
    """On average the true identity is likelier than by the witnesses alone."""
    gains = []
    for number in range(10):
        match = Match("pocket", {"jack": "inspector", "detectives": "inspector"}, number)
        told = [asked for seat, asked, _ in match.answers() if seat == "detectives" and asked.view.turn <= 4]
        (jack,) = {
            board.SUSPECTS.index(str(piece.details["suspect"]))
            for piece in match.table.update("jack").news
            if piece.kind == "identity"
        }
        hands = inquiry_of(told[-1].news, 15 * NODES).hands
        total = sum(hands.values())
        gains.append(sum(w for (identity, _), w in hands.items() if identity == jack) / total
                     - 1 / len({identity for identity, _ in hands}))  # fmt: skip
    assert sum(gains) / len(gains) > 0.02


def test_without_a_limit_an_answer_follows_from_question_and_seed() -> None:
    (question, *_) = (
        asked for _, asked, _ in Match("pocket", {"jack": "passer_by", "detectives": "passer_by"}, 3).answers()
    )
    answers = {levels.answer("superintendent", Question(question, seed=7)).notation for _ in range(2)}
    assert len(answers) == 1


def test_the_superintendent_answers_as_often_as_he_says() -> None:
    bot = levels.bot("pocket", "superintendent")
    assert isinstance(bot, Mixing)
    match = Match("pocket", {"jack": "passer_by", "detectives": "passer_by"}, 3)
    asked = [asked for seat, asked, _ in match.answers() if seat == "jack" and len(asked.legal) > 1][:4]
    cache = BeliefCache()
    for situation in asked:
        shares = bot.shares(Question(situation, Limit(nodes=NODES)), cache)
        assert sum(shares.values()) == pytest.approx(1)
        answers = Counter(
            bot.answer(Question(situation, Limit(nodes=NODES), seed), cache).notation for seed in range(100)
        )
        assert all(abs(answers[notation] / 100 - share) < 0.2 for notation, share in shares.items())
        assert all(shares[notation] > 0 for notation in answers)


def test_the_detectives_search_does_not_change_the_public_belief() -> None:
    """They search ends of a turn that Jack does not; the model of Jack must not depend on them."""
    match = Match("pocket", {"jack": "inspector", "detectives": "inspector"}, 3)
    match.play()
    quiet, asked = (DetectivesBelief(judgement.by_hand(), NODES, chase=False) for _ in range(2))
    times = 0
    for piece in public(match.table.update("detectives").news):
        quiet.observe(piece)
        asked.observe(piece)
        here = asked.position
        if here.doing == board.TAKING and here.seat == board.DETECTIVES:
            asked.solution(NODES)
            times += 1
        assert asked.hands == quiet.hands
    assert times > 3
