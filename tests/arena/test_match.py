"""One game of the arena: what the players are told, what they are dealt, and that it is the same game every time."""

from __future__ import annotations

from typing import Any

import pytest

from gaslamp import titles
from gaslamp.arena import plan as plans
from gaslamp.arena.match import Deal, Match, Played, play_all
from gaslamp.arena.plan import Fixture
from gaslamp.core.game import CHANCE
from gaslamp.core.records import record
from gaslamp.table.log import Entry
from gaslamp.table.table import Table

every_title = pytest.mark.parametrize("title", titles.titles())


def fixture(title: str, *levels: str, deal: int = 0, reader: str = "", limit: str = "2000n") -> tuple[Any, Fixture]:
    return plans.make(title, levels, 1, limit=limit), Fixture(0, levels, deal, reader)


def untimed(played: Played) -> tuple[object, ...]:
    return played.winner, played.reason, played.actions, played.record


def replayed(played: Played) -> record.Record:
    found = record.read(played.record)
    record.verify(titles.game(found.title, found.options), found)
    return found


@every_title
@pytest.mark.parametrize("levels", [("random", "constable"), ("constable", "random")])
def test_a_game_can_be_verified_and_names_its_players(title: str, levels: tuple[str, str]) -> None:
    (played,) = play_all(fixture(title, *levels)[0], [fixture(title, *levels)[1]])
    paper = replayed(played)
    assert paper.outcome is not None
    assert (paper.outcome.winner, paper.outcome.reason) == (played.winner, played.reason)
    game = titles.game(title)
    assert {game.side(seat): name for seat, name in paper.seats.items()} == dict(zip(game.sides, levels, strict=True))


@every_title
def test_the_same_seed_gives_the_same_game(title: str) -> None:
    games = [Match(*fixture(title, "constable", "constable")).play() for _ in range(2)]
    other = Match(*fixture(title, "constable", "constable", deal=1)).play()
    assert untimed(games[0]) == untimed(games[1])
    assert untimed(other) != untimed(games[0])


@every_title
def test_a_seat_is_told_what_a_table_tells_it(title: str) -> None:
    plan, first = fixture(title, "random", "random")
    asked = list(Match(plan, first).questions())
    actions = list(replayed(Match(plan, first).play()).actions)
    game = titles.game(title)
    table = Table(game, begin=False)
    table.take_in(Entry("start", CHANCE, tuple(_drawn(game, game.start(), actions))))
    for seat, situation in asked:
        update = table.update(seat)
        assert (table.to_move, update.view, update.legal, update.news) == (
            seat, situation.view, situation.legal, situation.news,
        )  # fmt: skip
        entry = table.propose_play(seat, actions[0], update.step)
        table.take_in(Entry("action", seat, tuple(_played(game, table, entry, actions))))
    assert actions == []


def _drawn(game: Any, position: Any, actions: list[str]) -> list[str]:
    """Take from a record what chance draws in a position and after it."""
    drawn = []
    while game.to_move(position) == CHANCE:
        drawn.append(actions.pop(0))
        position = position.copy()
        position.advance(game.actions.parse(drawn[-1]))
    return drawn


def _played(game: Any, table: Table, entry: Entry, actions: list[str]) -> list[str]:
    position = game.start()
    for notation in (*table.record({}).actions, actions[0]):
        position = position.copy()
        position.advance(game.actions.parse(notation))
    return [actions.pop(0), *_drawn(game, position, actions)]


@pytest.mark.parametrize(("title", "kinds"), [("pocket", ("tile", "jack", "throw")), ("mr_jack", ("jack", "card"))])
def test_all_pairings_are_dealt_the_same(title: str, kinds: tuple[str, ...]) -> None:
    pairings = [("random", "random"), ("random", "constable"), ("constable", "random"), ("constable", "constable")]
    papers = [replayed(Match(*fixture(title, *levels)).play()) for levels in pairings]
    for kind in kinds:
        # The sixteen throws and all cards are of one kind whatever they show; a game that is over has fewer of them.
        drawn = [[notation for notation in _chance(paper) if notation.split()[0] == kind] for paper in papers]
        shortest = min(map(len, drawn))
        assert shortest > 0
        assert len({tuple(draws[:shortest]) for draws in drawn}) == 1, kind


def _chance(paper: record.Record) -> list[str]:
    game = titles.game(paper.title, paper.options)
    position, drawn = game.start(), []
    for notation in paper.actions:
        if game.to_move(position) == CHANCE:
            drawn.append(notation)
        position = position.copy()
        position.advance(game.actions.parse(notation))
    return drawn


def test_draws_of_one_kind_do_not_shift_those_of_another() -> None:
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


def test_times_are_of_decisions_that_are_some() -> None:
    plan, first = fixture("pocket", "random", "random")
    choices = dict.fromkeys(plan.game.sides, 0)
    for seat, asked in Match(plan, first).questions():
        choices[plan.game.side(seat)] += len(asked.legal) > 1
    assert {side: len(times) for side, times in Match(plan, first).play().times.items()} == choices


def test_who_reads_is_named_so() -> None:
    plan, first = fixture("pocket", "random", "constable", reader="detectives")
    assert replayed(Match(plan, first).play()).seats["detectives"] == "constable (reads)"
