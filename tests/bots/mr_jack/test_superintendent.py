"""The superintendent of Mr. Jack: inference from Jack's choices, and careful arrests."""

from __future__ import annotations

from random import Random

import pytest

from gaslamp import titles
from gaslamp.arena import plan as plans
from gaslamp.arena.match import Match
from gaslamp.bots.bot import Limit, Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.mr_jack.player_types import PlayerTypeTracker
from gaslamp.bots.mr_jack.search_bot import SOFTNESS, changed, choices, laid_out, searcher
from gaslamp.bots.mr_jack.superintendent import BOT, SearchCache, Superintendent
from gaslamp.titles.mr_jack.belief import World, position_from
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.position import start
from tests.bots.mr_jack.positions import moment
from tests.conftest import Proof

LIMIT = "20000n"


def games(jack: str, detective: str, number: int, edition: str = "revised") -> list[Match]:
    plan = plans.make(
        "mr_jack", [*dict.fromkeys((jack, detective))], number, limit=LIMIT, options={"edition": edition}
    )  # fmt: skip
    return [Match(plan, fixture) for fixture in plan.fixtures() if fixture.levels == (jack, detective)]


@pytest.mark.parametrize("edition", ["revised", "original"])
def test_he_follows_the_open_game_by_the_news_alone(edition: str) -> None:
    """The tracked board equals the true one for both seats."""
    met = 0
    for match in games("passer_by", "constable", 3, edition):
        types = {seat: PlayerTypeTracker(edition) for seat in titles.game("mr_jack").seats}
        told = dict.fromkeys(types, 0)
        for seat, asked in match.questions():
            for news in asked.news[told[seat] :]:
                types[seat].observe(news)
            told[seat] = len(asked.news)
            cache, there = types[seat].position, position_from(asked.view, World(0, (), ()))
            assert laid_out(cache).key() == laid_out(there).key()
            for field in ("round", "used", "face_up", "turned", "up", "visible", "doing", "picked", "moved", "acted"):
                assert getattr(cache, field) == getattr(there, field), field
            met += 1
    assert met > 50


@pytest.mark.long
def test_the_posterior_favours_the_true_jack(proof: Proof) -> None:
    """At the end the true suspect has more than the mean weight of the remaining suspects."""
    better, count = 0.0, 0
    for match in games("inspector", "constable", max(12, proof.amount(test=12, proof=100))):
        types = PlayerTypeTracker("revised")
        told = jack = up = 0
        for seat, asked in match.questions():
            up = sum(1 << board.CHARACTERS.index(name) for name in asked.view.suspects)
            if seat == "jack":
                jack = board.CHARACTERS.index(asked.view.identity)
            else:
                for news in asked.news[told:]:
                    types.observe(news)
                told = len(asked.news)
        weights = types.weights()
        left = [weights[who] for who in range(8) if up >> who & 1]
        better += weights[jack] / (sum(left) / len(left)) - 1
        count += 1
    assert better / count > 0.1
    proof.report("mr_jack: how much likelier than others Jack's own doings make him", games=count, more=better / count)


def test_no_single_doing_convinces_him() -> None:
    types = PlayerTypeTracker("revised")
    for match in games("inspector", "passer_by", 1):
        for seat, asked in match.questions():
            if seat == "detective" and asked.view.round == 1 and asked.view.used == 3:
                for news in asked.news:
                    types.observe(news)
    weights = types.weights()
    assert 0 < max(weights) < 0.85 * sum(weights)


def test_more_nodes_look_further() -> None:
    search = searcher()
    position = moment(Random(8), 0, lambda position: position.doing == board.PICKING and position.used == 1)
    spent = []
    for width in (1, 2):
        search.width, search.thin, search.through, search.nodes, search.most = width, 64, False, 0, 10**9
        choices(search, position, [512] * 8, 3)
        spent.append(search.nodes)
    assert spent[0] < spent[1]
    search.nodes, search.most = 0, spent[0] // 2
    assert choices(search, position, [512] * 8, 3)
    assert search.stopped


def test_searching_through_a_call_changes_values() -> None:
    position = moment(
        Random(21), 0, lambda position: position.doing == board.PICKING and position.round == 7 and position.used == 2
    )  # fmt: skip
    search = searcher()
    found = []
    for through in (False, True):
        search.width, search.thin, search.through, search.nodes, search.most = 1, 64, through, 0, 10**9
        found.append([choice.values for choice in choices(search, position, [512] * 8, 2)])
    assert found[0] != found[1]


def test_jack_expects_equal_accusations_of_equal_suspects() -> None:
    """Two suspects are in reach in the last round; the Detective cannot distinguish them."""
    search, here, card = searcher(), laid_out(start(0)), 1 << board.HOLMES
    search.activations.fill(here, board.HOLMES, True, 1)
    one, other = [who for who in range(8) if search.activations.accused >> who & 1][:2]
    found = []
    for wavers in (0, SOFTNESS):
        search.soft, search.width, search.most, search.nodes = wavers, 1, 10**9, 0
        search.prospects.believe([2048 * (who in {one, other}) for who in range(8)], 7)
        ply = search.begin(here, 8, 2, card, card, visible=True)
        search.solve(0)
        found.append([ply.value[one], ply.value[other]])
    assert found[0] == [4096, 0]
    assert found[1] == [2048, 2048]


def test_one_search_gives_the_mixed_strategy_of_all_suspects() -> None:
    (match,) = games("passer_by", "passer_by", 1)
    asked = next(asked for seat, asked in match.questions() if seat == "jack" and len(asked.legal) > 1)
    cache, question = BeliefCache(), Question(asked, Limit(nodes=3000))
    shares = Superintendent().shares(question, cache)
    assert set(shares) == {*asked.legal}
    assert sum(shares.values()) == pytest.approx(1)
    answers = {Superintendent().answer(Question(asked, Limit(nodes=3000), seed), cache).notation for seed in range(8)}
    assert all(shares[answer] > 0 for answer in answers)
    thoughts, now = cache.observed("searches", (), SearchCache), Superintendent().search_input(question, cache)
    for jack in range(8):
        other = now._replace(position=changed(now.position, jack=jack))
        assert thoughts.of(other, lambda _: pytest.fail("he thinks again"))


def test_one_node_is_enough_for_an_answer() -> None:
    (asked, *_) = (asked for match in games("passer_by", "passer_by", 1) for _, asked in match.questions())
    assert isinstance(asked, Situation)
    assert BOT.answer(Question(asked, Limit(nodes=1)), BeliefCache(1)).notation in asked.legal


@pytest.mark.long
def test_he_finds_the_constable(proof: Proof) -> None:
    number = max(5, proof.amount(test=5, proof=100))
    won = sum(match.play().winner == "detective" for match in games("constable", "superintendent", number))
    proof.report("mr_jack: superintendent as detective against a constable", games=number, won=won)
    assert won >= 0.7 * number
