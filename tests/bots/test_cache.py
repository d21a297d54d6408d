"""The belief cache: keyed by news, bounded, and used."""

from __future__ import annotations

from random import Random

import pytest

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.bots.bot import Question
from gaslamp.bots.cache import BeliefCache
from gaslamp.core.game import News
from gaslamp.game.table import Table
from gaslamp.service.games import bot_runner

NEWS = tuple(News("moved", {"count": number}) for number in range(6))


class Pupil:
    """Belief that records the news it gets."""

    def __init__(self) -> None:
        self.told: list[News] = []

    def observe(self, news: News) -> None:
        self.told.append(news)


def test_a_cached_belief_gets_only_the_new_news() -> None:
    cache = BeliefCache()
    first = cache.observed("me", NEWS[:3], Pupil)
    assert cache.observed("me", NEWS[:5], Pupil) is first
    assert first.told == [*NEWS[:5]]
    assert len(cache) == 1


@pytest.mark.parametrize(
    ("what", "news"), [("you", NEWS[:3]), ("me", NEWS[:2]), ("me", (NEWS[1], *NEWS[1:4])), ("me", NEWS[1:])]
)
def test_other_news_or_another_seat_are_learnt_anew(what: str, news: tuple[News, ...]) -> None:
    cache = BeliefCache()
    first = cache.observed("me", NEWS[:3], Pupil)
    other = cache.observed(what, news, Pupil)
    assert other is not first
    assert other.told == [*news]
    assert first.told == [*NEWS[:3]]


def test_the_least_recently_used_belief_is_evicted() -> None:
    cache = BeliefCache(2)
    one, two = cache.observed("one", NEWS, Pupil), cache.observed("two", NEWS, Pupil)
    assert cache.observed("one", NEWS, Pupil) is one
    cache.observed("three", NEWS, Pupil)
    assert len(cache) == 2
    assert cache.observed("one", NEWS, Pupil) is one
    assert cache.observed("two", NEWS, Pupil) is not two


@pytest.mark.parametrize("title", titles.titles())
def test_a_constables_belief_gets_each_news_item_once(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first question on, with an empty cache."""
    cache, begun = BeliefCache(), 0
    observed = BeliefCache.observed

    def counted(self: BeliefCache, what: object, news: tuple[News, ...], new: type[Pupil]) -> object:
        def begin() -> Pupil:
            nonlocal begun
            begun += 1
            return new()

        return observed(self, what, news, begin)

    monkeypatch.setattr(BeliefCache, "observed", counted)
    rng = Random(7)
    table = Table(titles.game(title), rng=rng)
    asked = 0
    while (seat := table.to_move) is not None and asked < 40:
        update = table.update(seat)
        question = Question(bot_runner.situation(table.game, seat, update), seed=asked)
        table.play(seat, levels.answer("constable", question, cache).notation, update.step)
        asked += 1
    assert 0 < begun <= len(table.game.seats)
