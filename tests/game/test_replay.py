"""A finished game step by step: every step shows what the position of that moment holds, with nothing hidden."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import CHANCE, SPECTATOR, Event, Game, News, redact
from gaslamp.core.records.record import Record
from gaslamp.game.replay import Replay
from gaslamp.game.table import Table
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.server.wire.encoding import encode
from gaslamp.server.wire.replays import replay_frame
from gaslamp.ui.presentation import presentation
from tests.contract.games import every_game, random_game

every_title = pytest.mark.parametrize("title", titles.titles())


def recorded(game: Game[Any, Any], actions: list[int]) -> Record:
    position = game.start()
    for action in actions:
        position.advance(action)
    texts = tuple(map(game.actions.format, actions))
    return Record(
        game.title, game.rules_version, game.options, dict.fromkeys(game.seats, ""), texts, game.outcome(position)
    )


def given_up(title: str, steps: int = 12) -> Table:
    """Play some steps, and let a seat give up in the middle of whatever is under way."""
    table, rng = Table(titles.game(title), rng=Random(18)), Random(88)
    for _ in range(steps):
        seat = table.to_move
        assert seat is not None
        update = table.update(seat)
        table.play(seat, rng.choice(update.legal), update.step)
    table.resign(table.game.seats[-1])
    return table


@every_game
def test_each_step_as_a_seat_knew_it_is_what_it_was_sent(game: Game[Any, Any]) -> None:
    table, rng = Table(game, rng=Random(7)), Random(77)
    sent = {seat: [table.update(seat)] for seat in game.seats}
    while (mover := table.to_move) is not None and len(sent[mover]) < 60:
        update = table.update(mover)
        table.play(mover, rng.choice(update.legal), update.step)
        for seat in game.seats:
            sent[seat].append(table.update(seat))
    if table.outcome is None:
        table.resign(game.seats[-1])
    replay = Replay(game, table.record(dict.fromkeys(game.seats, "")))
    for seat in game.seats:
        told: list[News] = []
        for step, update in enumerate(sent[seat][: replay.last]):
            moment = replay.moment(step, seat)
            assert (moment.view, moment.news) == (update.view, tuple(update.news))
            if step in replay.stops:
                told += moment.happened
                assert tuple(told) == moment.news  # nothing is told twice or left out
        assert replay.moment(replay.last, seat).news == tuple(table.update(seat).news)


@every_game
def test_each_step_shows_all_that_its_position_holds(game: Game[Any, Any]) -> None:
    actions = random_game(game, Random(1888))
    replay = Replay(game, recorded(game, actions))
    position, told = game.start(), list[Event]()
    step = 0
    for action in actions:
        after = position.copy()
        after.advance(action)
        if game.to_move(position) != CHANCE:
            moment = replay.moment(step)
            assert moment.view == game.view(position, SPECTATOR, ended=True)
            assert moment.news == redact(told, SPECTATOR)
            assert moment.outcome is None
            step += 1
        told += game.events(position, action, after)
        position = after
    last = replay.moment(replay.last)
    assert step == replay.last
    assert last.view == game.view(position, SPECTATOR, ended=True)
    assert last.outcome == game.outcome(position)
    happened = [piece for number in replay.stops for piece in replay.moment(number).happened]
    assert [(piece.kind, piece.details) for piece in happened] == [(event.kind, event.details) for event in told]


@every_title
def test_a_game_that_was_given_up_ends_with_what_was_hidden(title: str) -> None:
    table = given_up(title)
    replay = Replay(table.game, table.record({}))
    before, last = replay.moment(replay.last - 1), replay.moment(replay.last)
    assert before.outcome is None
    assert last.outcome == table.outcome
    assert [piece.kind for piece in last.happened] == ["revealed"]
    assert last.view == before.view  # it was open to whoever looks back all the time
    assert last.news == table.update(SPECTATOR).news


@every_title
def test_there_are_no_other_steps(title: str) -> None:
    replay = Replay(titles.game(title), given_up(title).record({}))
    for step in (-1, replay.last + 1, 10**6):
        with pytest.raises(IllegalAction):
            replay.moment(step)


@every_title
def test_every_step_can_be_told_in_every_language_and_to_nobody_in_particular(title: str) -> None:
    game = titles.game(title)
    replay = Replay(game, recorded(game, random_game(game, Random(7))))
    for step in range(replay.last + 1):
        for told in presentation(game).recount(replay.moment(step).happened):
            said = [catalogue(language).say(told) for language in LANGUAGES]
            assert all(said)
            assert not {"you", "your"} & set(said[0].lower().split()), said[0]


@every_title
def test_a_frame_of_a_replay_tells_the_step_and_what_happened(title: str) -> None:
    table = given_up(title)
    replay = Replay(table.game, table.record({}))
    first, end = (replay_frame(replay, presentation(table.game), step) for step in (0, replay.last))
    assert json.loads(encode(first, "en"))["kicker"] == f"Replay · step 0 of {replay.last}"
    assert first.told
    assert "resigned" in " ".join(json.loads(encode(end, "en"))["told"])
    assert {panel.id for panel in end.panels} >= {panel.id for panel in first.panels}


def test_a_step_tells_no_story_by_itself() -> None:
    game = titles.game("whitehall")
    replay = Replay(game, recorded(game, random_game(game, Random(7))))
    frame = replay_frame(replay, presentation(game), replay.last)
    assert frame.trails, "Jack's way is there"
    assert '"after"' not in encode(frame, "en")


@every_title
def test_whoever_walks_through_a_game_stops_where_there_is_something_to_see(title: str) -> None:
    """A step in which the board stays as it was is a stop only where an activation ends."""
    game = titles.game(title)
    actions = random_game(game, Random(5))
    replay = Replay(game, recorded(game, actions))

    def board(step: int) -> object:
        moment = replay.moment(step)
        scene = presentation(game).scene(moment.view, moment.news)
        return scene.sprites, scene.trails

    left_out = set(range(replay.last + 1)) - set(replay.stops)
    assert {0, replay.last} <= set(replay.stops)
    assert all(board(step) == board(step - 1) for step in left_out)
    assert bool(left_out) == (title == "pocket")  # there a token is taken, and nothing moves yet


@every_title
def test_each_round_has_a_first_stop(title: str) -> None:
    game = titles.game(title)
    replay = Replay(game, recorded(game, random_game(game, Random(5))))
    assert set(replay.rounds) <= set(replay.stops)
    rounds = [presentation(game).round_of(replay.moment(stop).view) for stop in replay.rounds]
    assert rounds == sorted(set(rounds))
    assert set(rounds) == {presentation(game).round_of(replay.moment(step).view) for step in replay.stops}
    for first in replay.rounds[1:]:
        before = replay.moment(first - 1).view
        assert presentation(game).round_of(before) < presentation(game).round_of(replay.moment(first).view)
