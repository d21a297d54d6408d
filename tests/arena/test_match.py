"""A single arena game: news, draws and reproducibility."""

from __future__ import annotations

from typing import Any

import pytest

from gaslamp import titles
from gaslamp.arena import plan as plans
from gaslamp.arena.match import Deal, Match, MatchResult, play_all
from gaslamp.arena.plan import Fixture
from gaslamp.core.game import CHANCE
from gaslamp.core.records import record
from gaslamp.game import entries, updates
from gaslamp.game.setup import Setup
from gaslamp.game.state import State

every_title = pytest.mark.parametrize("title", titles.titles())


def fixture(title: str, *levels: str, deal: int = 0, reader: str = "", limit: str = "2000n") -> tuple[Any, Fixture]:
    return plans.make(title, levels, 1, limit=limit), Fixture(0, levels, deal, reader)


def untimed(played: MatchResult) -> tuple[object, ...]:
    return played.winner, played.reason, played.actions, played.record


def replayed(played: MatchResult) -> record.Record:
    found = record.read(played.record)
    record.verify(titles.game(found.title, found.options), found)
    return found


@every_title
@pytest.mark.parametrize("levels", [("passer_by", "constable"), ("constable", "passer_by")])
def test_a_game_can_be_verified_and_names_its_players(title: str, levels: tuple[str, str]) -> None:
    (played,) = play_all(fixture(title, *levels)[0], [fixture(title, *levels)[1]])
    result = replayed(played)
    assert result.outcome is not None
    assert (result.outcome.winner, result.outcome.reason) == (played.winner, played.reason)
    game = titles.game(title)
    assert {game.side(seat): name for seat, name in result.seats.items()} == dict(zip(game.sides, levels, strict=True))


@pytest.mark.long
@every_title
def test_the_same_seed_gives_the_same_game(title: str) -> None:
    games = [Match(*fixture(title, "constable", "constable")).play() for _ in range(2)]
    other = Match(*fixture(title, "constable", "constable", deal=1)).play()
    assert untimed(games[0]) == untimed(games[1])
    assert untimed(other) != untimed(games[0])


@every_title
def test_a_seat_gets_the_same_news_as_at_a_table(title: str) -> None:
    plan, first = fixture(title, "passer_by", "passer_by")
    asked = list(Match(plan, first).questions())
    actions = list(replayed(Match(plan, first).play()).actions)
    game = titles.game(title)
    state = State.initial(Setup(game)).after(entries.Started(tuple(_drawn(game, game.start(), actions))))
    for seat, situation in asked:
        update = updates.update(state, seat)
        assert (state.to_move, update.view, update.legal, update.news) == (
            seat, situation.view, situation.legal, situation.news,
        )  # fmt: skip
        action = actions.pop(0)
        after = state.course.position.copy()
        after.advance(game.actions.parse(action))
        state = state.after(entries.Played(seat, (action, *_drawn(game, after, actions))))
    assert actions == []


def _drawn(game: Any, position: Any, actions: list[str]) -> list[str]:
    """Return the draws of a record in a position and after it."""
    drawn = []
    while game.to_move(position) == CHANCE:
        drawn.append(actions.pop(0))
        position = position.copy()
        position.advance(game.actions.parse(drawn[-1]))
    return drawn


@pytest.mark.parametrize(("title", "kinds"), [("pocket", ("tile", "jack", "throw")), ("mr_jack", ("jack", "card"))])
def test_all_pairings_are_dealt_the_same(title: str, kinds: tuple[str, ...]) -> None:
    pairings = [
        ("passer_by", "passer_by"),
        ("passer_by", "constable"),
        ("constable", "passer_by"),
        ("constable", "constable"),
    ]
    results = [replayed(Match(*fixture(title, *levels)).play()) for levels in pairings]
    for kind in kinds:
        # All throws share one stream, and all cards another; shorter games have fewer draws.
        drawn = [[notation for notation in _chance(result) if notation.split()[0] == kind] for result in results]
        shortest = min(map(len, drawn))
        assert shortest > 0
        assert len({tuple(draws[:shortest]) for draws in drawn}) == 1, kind


def _chance(result: record.Record) -> list[str]:
    game = titles.game(result.title, result.options)
    position, drawn = game.start(), []
    for notation in result.actions:
        if game.to_move(position) == CHANCE:
            drawn.append(notation)
        position = position.copy()
        position.advance(game.actions.parse(notation))
    return drawn


def test_kinds_of_draws_have_separate_random_streams() -> None:
    game = titles.game("mr_jack")
    cards = [game.actions.parse(f"card {name}") for name in ("holmes", "watson", "smith")]
    alibis = [game.actions.parse(f"alibi {name}") for name in ("holmes", "watson", "smith")]
    plain, mixed = Deal(game, "7"), Deal(game, "7")
    drawn = [plain.draw(cards, [1, 1, 1]) for _ in range(20)]
    beside = []
    for _ in range(20):
        mixed.draw(alibis, [1, 1, 1])
        beside.append(mixed.draw(cards, [1, 1, 1]))
    assert drawn == beside
    assert len(set(drawn)) == 3


def test_deals_are_as_even_as_chance() -> None:
    game = titles.game("mr_jack")
    cards = [game.actions.parse(f"card {name}") for name in ("holmes", "watson")]
    drawn = [Deal(game, f"seed {number}").draw(cards, [3, 1]) for number in range(2000)]
    assert 1400 < drawn.count(cards[0]) < 1600


def test_forced_moves_are_not_timed() -> None:
    plan, first = fixture("pocket", "passer_by", "passer_by")
    choices = dict.fromkeys(plan.game.sides, 0)
    for seat, asked in Match(plan, first).questions():
        choices[plan.game.side(seat)] += len(asked.legal) > 1
    assert {side: len(times) for side, times in Match(plan, first).play().times.items()} == choices


def test_the_reader_is_marked_in_the_record() -> None:
    plan, first = fixture("pocket", "passer_by", "superintendent", reader="detectives")
    assert replayed(Match(plan, first).play()).seats["detectives"] == "superintendent (reads)"
