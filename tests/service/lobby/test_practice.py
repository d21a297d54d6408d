"""Practice games: played on from a finished game, with the hidden parts drawn anew from what a side knew."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.game import CHANCE, Game, Seat
from gaslamp.core.history import Playthrough
from gaslamp.core.records import record
from gaslamp.service.lobby.practice import redrawn
from tests.conftest import Proof
from tests.contract.games import every_game, seeds
from tests.host.running import Guest
from tests.server.wire.test_replays import ended

Come = Callable[[], Guest]


def moment(game: Game[Any, Any], rng: Random) -> Playthrough[Any, Any]:
    """Return a random game up to the end of one of its activations."""
    course: Playthrough[Any, Any] = Playthrough(game, game.viewers)
    moments = []
    while game.outcome(course.position) is None:
        course.advance(rng.choice(course.position.legal()))
        if game.turn_complete(course.position) and game.to_move(course.position) not in {None, CHANCE}:
            moments.append(course.copy())
    return rng.choice(moments)


def anew(course: Playthrough[Any, Any], seat: Seat, seed: int) -> Playthrough[Any, Any]:
    game = course.game
    actions = redrawn(game.title, dict(game.options), game.actions.formatted(course.actions), seat, seed)
    drawn: Playthrough[Any, Any] = Playthrough(game, game.viewers)
    for notation in actions:
        drawn.play(notation)
    return drawn


@every_game
def test_a_side_cannot_tell_its_practice_game_from_the_game(game: Game[Any, Any], proof: Proof) -> None:
    """What its seats have seen and may do is the same, and so is what spectators have seen."""
    for name, rng in seeds(proof.seed, f"redrawn {game.title}", proof.amount(test=3, proof=60)):
        course = moment(game, rng)
        for seat in game.seats:
            drawn = anew(course, seat, rng.getrandbits(64))
            for viewer in (*game.allies(seat), "spectator"):
                assert drawn.news(viewer) == course.news(viewer), (name, seat, viewer)
                assert game.view(drawn.position, viewer) == game.view(course.position, viewer), (name, seat, viewer)
            assert game.to_move(drawn.position) == game.to_move(course.position)
            assert len(drawn.actions) == len(course.actions)  # it is public


@pytest.mark.long
@every_game
def test_a_practice_game_does_not_depend_on_the_truth(game: Game[Any, Any], proof: Proof) -> None:
    """Two games that a seat cannot tell apart give the same practice game."""
    different = 0
    for name, rng in seeds(proof.seed, f"other truth {game.title}", max(4, proof.amount(test=4, proof=60))):
        course = moment(game, rng)
        for seat in game.seats:
            other = anew(course, seat, rng.getrandbits(64))
            different += other.actions != course.actions
            seed = rng.getrandbits(64)
            assert anew(other, seat, seed).actions == anew(course, seat, seed).actions, (name, seat)
    assert different


def test_what_a_side_did_not_know_is_drawn_by_its_belief() -> None:
    """Before anything is known each of the nine identities comes up."""
    game = titles.game("pocket")
    course: Playthrough[Any, Any] = Playthrough(game, game.viewers)
    while game.to_move(course.position) == CHANCE:
        course.advance(course.position.legal()[0])
    drawn = {anew(course, "detectives", seed).position.jack for seed in range(100)}
    assert drawn == set(range(9))
    assert {anew(course, "jack", seed).position.jack for seed in range(10)} == {course.position.jack}


@pytest.mark.parametrize("side", ["jack", "detectives"])
def test_a_finished_game_is_played_on_against_a_bot(guest: Come, side: str) -> None:
    me = guest()
    links, socket = ended(me, "pocket", steps=10)
    id = links["table"].rpartition("/")[2]
    socket.send(replay=8, eyes=side)
    then = socket.until("replay", step=8)
    answer = me.http.post(f"/games/{id}/practice", json={"step": 8, "side": side})
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]
    frame = me.sit(table).until("table")
    assert frame["seat"] == side
    assert not frame["over"]
    bots = {seat["seat"] for seat in frame["seats"] if seat["kind"] == "bot"}
    assert bots == {"jack", "detectives"} - {side}
    assert {sprite["id"] for sprite in frame["sprites"]} == {sprite["id"] for sprite in then["sprites"]}
    page = me.http.get(table).text
    assert "Practice: plays on from another game" in page
    home = me.http.get("/").text
    assert table in home
    practised = record.read(me.http.get(f"/games/{id}/record").text)  # the first game is as it was
    assert practised.outcome is not None


def test_only_finished_games_are_played_on_and_only_by_members(guest: Come) -> None:
    me, other = guest(), guest()
    running = me.create()["table"].rpartition("/")[2]
    links, _ = ended(me, "pocket")
    over = links["table"].rpartition("/")[2]
    body = {"step": 0, "side": "jack"}
    refused = [
        (me, running, body, 403),
        (other, running, body, 404),
        (other, over, body, 404),
        (me, over, body | {"step": 999}, 400),
        (me, over, body | {"step": -1}, 400),
        (me, over, body | {"side": "nobody"}, 400),
        (me, over, body | {"more": 1}, 400),
    ]
    for asker, id, body, status in refused:
        answer = asker.http.post(f"/games/{id}/practice", json=body)
        assert (answer.status_code, bool(answer.json()["text"])) == (status, True), body
    foreign = me.http.post(f"/games/{over}/practice", json=body, headers={"Origin": "http://else.where"})
    assert foreign.status_code == 403
    home = me.http.get("/").text
    assert set(re.findall(r"/table/([\w-]+)", home)) == {running, over}  # nothing was created
