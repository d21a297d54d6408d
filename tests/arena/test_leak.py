"""The leak meter: a reader of Jack's policy finds him sooner, unless his choices reveal nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.arena import plan as plans
from gaslamp.arena.folder import GameResult
from gaslamp.arena.match import Match
from gaslamp.arena.plan import Fixture
from gaslamp.arena.reading import Reading
from gaslamp.arena.result import count
from gaslamp.bots import Limit
from gaslamp.core.game import CHANCE, News
from gaslamp.core.history import Playthrough
from gaslamp.core.records import record
from tests.conftest import Proof

LIMIT = Limit(nodes=2000)
both = pytest.mark.parametrize(("title", "detective"), [("pocket", "detectives"), ("mr_jack", "detective")])


def moments(title: str, detective: str, jack: str, deal: int) -> Iterator[tuple[Any, list[int], tuple[News, ...], int]]:
    """Play a game; yield the actions, the news and Jack's identity at each decision of the Detective."""
    plan = plans.make(title, ["random", "constable"], 1, limit="2000n")
    paper = record.read(Match(plan, Fixture(0, (jack, "random"), deal)).play().record)
    game = titles.game(title)
    actions = [game.actions.parse(notation) for notation in paper.actions]
    playthrough = Playthrough(game, (detective,))
    for number, action in enumerate(actions):
        if game.to_move(playthrough.position) == detective:
            yield game, actions[:number], playthrough.news(detective), playthrough.position.jack
        playthrough.advance(action)


def weights(game: Any, detective: str, actions: list[int], news: tuple[News, ...], level: str) -> Mapping[Any, int]:
    """Return the sampled worlds weighted by the likelihood of Jack's choices."""
    reading = Reading(game, "jack", level, LIMIT, actions, deal=0)
    worlds: Mapping[Any, int] = reading.observed("belief", news, lambda: game.belief(detective)).worlds()
    return worlds


def shares(game: Any, detective: str, actions: list[int], news: tuple[News, ...], level: str) -> dict[int, float]:
    """Return the posterior of Jack's identity for a reader of his level."""
    worlds = weights(game, detective, actions, news, level)
    found: dict[int, float] = {}
    for world, weight in worlds.items():
        found[world.identity] = found.get(world.identity, 0) + weight / sum(worlds.values())
    return found


@both
def test_a_greedy_jack_reveals_himself(title: str, detective: str, proof: Proof) -> None:
    known, unknown = [], []
    for deal in range(proof.amount(test=9, proof=30)):
        *_, (game, actions, news, jack) = moments(title, detective, "constable", deal)
        known.append(shares(game, detective, actions, news, "constable").get(jack, 0.0))
        unknown.append(1 / len({world.identity for world in _belief(game, detective, news)}))
    assert sum(known) / len(known) > sum(unknown) / len(unknown) + 0.04


@both
def test_a_random_jack_reveals_nothing(title: str, detective: str) -> None:
    for game, actions, news, _ in [*moments(title, detective, "random", 1)][::3]:
        read = shares(game, detective, actions, news, "random")
        assert set(read) == {world.identity for world in _belief(game, detective, news)}
        # A random policy has equal likelihood in all worlds with equal legal actions.
        if title == "pocket":
            prior = _belief(game, detective, news)
            ratios = [
                weight / prior[world] for world, weight in weights(game, detective, actions, news, "random").items()
            ]
            assert min(ratios) > 0.99 * max(ratios)


def _belief(game: Any, detective: str, news: tuple[News, ...]) -> Any:
    belief = game.belief(detective)
    for piece in news:
        belief.observe(piece)
    return belief.worlds()


@pytest.mark.long
@both
def test_the_reader_does_not_depend_on_hidden_information(title: str, detective: str) -> None:
    """The meter gets the true actions; the same game with other secrets must give the same result."""
    for game, actions, news, _ in [*moments(title, detective, "constable", 2)][1::5]:
        read = shares(game, detective, actions, news, "constable")
        for world in list(_belief(game, detective, news))[:3]:
            told = game.rewrite_history(actions, detective, world)
            assert shares(game, detective, told, news, "constable") == read


@pytest.mark.long
@both
def test_the_reader_plays_the_same_deals(title: str, detective: str) -> None:
    plan = plans.make(title, ["constable"], 2, limit="2000n", leak="jack")
    games = {}
    dealt: dict[str, list[str]] = {}
    for fixture in plan.fixtures():
        played = Match(plan, fixture).play()
        games[fixture.index] = GameResult(played.index, played.winner, played.reason, played.actions, played.times)
        dealt.setdefault(fixture.reader, _dealt(title, played.record))  # first deal only
    (leak,) = count(plan, games).leaks
    assert (leak.level, leak.reader, leak.games) == ("constable", "constable", 2)
    assert leak.gain.value == pytest.approx(leak.read.value - leak.unread.value)
    assert dealt[""] == dealt[detective] != []


def _dealt(title: str, paper: str) -> list[str]:
    """Return the draws before the first action."""
    game, dealt = titles.game(title), []
    position = game.start()
    for notation in record.read(paper).actions:
        if game.to_move(position) != CHANCE:
            break
        dealt.append(notation)
        position.advance(game.actions.parse(notation))
    return dealt
