"""The deduction aid over the socket: nothing where it was not agreed; else to each what its news tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest

from gaslamp import titles
from gaslamp.core.game import SPECTATOR, Viewer
from gaslamp.game.table import Table
from gaslamp.server.wire.encoding import encode
from gaslamp.server.wire.server_frames import AidFrame
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.ui.presentation import presentation
from tests.conftest import Proof
from tests.contract.games import random_game, seeds
from tests.contract.secrecy import Leak, check, whole_table_steps
from tests.host.running import Frame, Guest, Socket, plays

Come = Callable[[], Guest]

PLACED = 7  # four locations and three figures


def whitehall(me: Guest, opponent: str = "same_device", **options: str) -> dict[str, str]:
    return me.create(title="whitehall", side="investigators", opponent=opponent, options=options)


def play(socket: Socket, steps: int, rng: Random, until: Callable[[Frame], object] = lambda _: False) -> None:
    """Play for both sides at one device."""
    socket.until("curtain")
    while steps:
        frame = socket.frames[-1]
        if frame["type"] == "table" and until(frame):
            return
        if frame["type"] == "curtain":
            socket.send(uncover=frame["seat"])
        elif frame["type"] == "table" and plays(frame):
            socket.play(frame, rng)
            steps -= 1
        socket.receive()


def last(socket: Socket, kind: str) -> Frame:
    return next(frame for frame in reversed(socket.frames) if frame["type"] == kind)


# ---- off and on


def test_in_a_game_without_the_aid_nothing_of_it_is_sent(guest: Come) -> None:
    me, other = guest(), guest()
    links = whitehall(me)
    other.follow(links["watch"])
    socket, watching = me.sit(links["table"]), other.sit(links["table"])
    play(socket, PLACED + 9, Random(5))
    while watching.receive().get("step", 0) < 10:
        pass
    for one in (socket, watching):
        assert {frame["type"] for frame in one.frames} <= {"curtain", "status", "table"}
        assert not any("heat" in sprite["id"] for frame in one.frames for sprite in frame.get("sprites", ()))


@pytest.mark.long
def test_each_side_is_told_its_own_and_behind_the_curtain_nothing(guest: Come) -> None:
    me = guest()
    socket = me.sit(whitehall(me, aid="on")["table"])
    play(socket, 60, Random(5), until=lambda frame: frame["seat"] != "jack" and frame["step"] > 18)
    told = socket.until("aid", step=last(socket, "table")["step"])
    assert {sprite["layer"] for sprite in told["sprites"]} == {"heat", "markers"}
    assert [panel["id"] for panel in told["panels"]] == ["aid"]
    assert not told["replay"]
    socket.send(cover=True)
    socket.until("curtain")
    assert socket.hears_nothing()
    socket.send(uncover="jack")
    step = socket.until("table")["step"]
    known = socket.until("aid", step=step)
    assert known["sprites"] == []
    assert known["panels"][0]["title"] == "What they know"
    covered = False
    for frame in socket.frames:
        covered = frame["type"] == "curtain" or (covered and frame["type"] != "table")
        assert not (covered and frame["type"] == "aid")


def test_who_watches_is_told_too_once_for_each_update(guest: Come) -> None:
    me, other = guest(), guest()
    links = whitehall(me, aid="on")
    other.follow(links["watch"])
    socket, watching = me.sit(links["table"]), other.sit(links["table"])
    play(socket, PLACED + 12, Random(5))
    while watching.receive()["type"] != "aid":  # at the latest when nobody plays on
        pass
    socket.send(uncover="jack")
    socket.send(resign=1)
    watching.until("table", over=True)
    step, told = 0, []
    for frame in watching.frames:
        if frame["type"] == "aid":
            assert frame["step"] == step  # of the table that was sent last
            told.append(step)
        elif frame["type"] == "table":
            step = frame["step"]
    assert told == sorted(set(told))


def test_a_change_that_is_no_update_of_ones_own_brings_no_aid(guest: Come) -> None:
    me, other = guest(), guest()
    links = whitehall(me, "bot:passer_by", aid="on")
    other.follow(links["watch"])
    socket = me.sit(links["table"])
    frame = socket.until("table")
    while not plays(frame):  # until it is my turn nothing keeps the opponent from moving on
        frame = socket.until("table")
    socket.until("aid", step=frame["step"])
    watching = other.sit(links["table"])  # the others see who comes and goes
    watching.until("aid", step=watching.until("table")["step"])
    watching.close()
    aids = [frame for frame in socket.frames if frame["type"] == "aid"]
    socket.send(language="fr")
    socket.until("aid")  # in other words, but only once
    assert len({frame["step"] for frame in aids}) == len(aids)
    assert socket.hears_nothing()


def test_a_replay_has_the_aid_however_the_game_was_played(guest: Come) -> None:
    me = guest()
    socket = me.sit(whitehall(me, aid="off")["table"])
    play(socket, 60, Random(5), until=lambda frame: frame["seat"] != "jack" and frame["step"] > 18)
    socket.send(resign=1)
    socket.until("table", over=True)
    assert "aid" not in {frame["type"] for frame in socket.frames}
    socket.send(replay=0)
    final = socket.until("replay")["last"]
    socket.send(replay=final - 1)
    socket.until("replay", step=final - 1)
    told = socket.until("aid", step=final - 1)
    assert told["replay"]
    assert told["sprites"]
    assert "In fact he is on" in told["panels"][0]["truth"]
    socket.send(replay=final)
    assert socket.until("aid", step=final)["sprites"] == []  # all is shown: nothing is left to conclude


@pytest.mark.parametrize("title", ["mr_jack", "pocket"])
def test_the_other_titles_have_none(title: str) -> None:
    game = titles.game(title)
    assert not game.aided
    assert {game.aid_from(viewer) for viewer in game.viewers} == {None}


# ---- secrets


def aid_to(table: Table, viewer: Viewer, _: Sequence[str] = ()) -> bytes:
    """Give the bytes of the aid that reaches a viewer now, as a connection makes them."""
    game = table.game
    update, source = table.update(viewer), game.aid_from(viewer)
    assert source is not None
    concluded = game.conclude(table.update(source).news) if update.outcome is None else None
    aid = presentation(game).aid(update.view, concluded) if concluded is not None else None
    frame = AidFrame(update.step, replay=False, sprites=aid.sprites, panels=aid.panels) if aid else None
    return encode(frame, "en").encode() if frame else b""


@pytest.mark.long
@pytest.mark.parametrize("viewer", ["investigator1", SPECTATOR])
def test_the_same_aid_is_sent_in_all_worlds_that_gave_the_same_news(viewer: Viewer, proof: Proof) -> None:
    game, worlds = Whitehall({"aid": "on", "murderer_at_large": "on"}), 0
    for number, actions, rng in _games(game, proof, f"aid {viewer}", proof.amount(test=1, proof=20)):
        try:
            worlds += check(game, actions, viewer, rng, reaches=aid_to, most=2)
        except Leak as leak:
            pytest.fail(f"seed {proof.seed}, game {number}: {leak}")
    assert worlds > 0
    proof.report(f"whitehall: the aid of {viewer}", worlds=worlds)


def _games(game: Whitehall, proof: Proof, name: str, amount: int) -> Iterator[tuple[int, list[int], Random]]:
    for number, rng in seeds(proof.seed, name, amount):
        yield number, whole_table_steps(game, random_game(game, rng), 30), rng


def test_what_the_investigators_have_not_finished_tells_jack_and_those_who_watch_nothing() -> None:
    game, rng = Whitehall({"aid": "on"}), Random(18)
    table, staged = Table(game, rng=Random(88)), 0
    while (seat := table.to_move) is not None and staged < 3:
        update = table.update(seat)
        searches = [notation for notation in update.legal if notation.startswith("search")]
        notation = rng.choice(searches or update.legal)
        before = [aid_to(table, viewer) for viewer in ("jack", SPECTATOR)] if searches else []
        table.play(seat, notation, update.step)
        if searches and not game.turn_complete(table.state.course.position):
            staged += 1
            assert [aid_to(table, viewer) for viewer in ("jack", SPECTATOR)] == before
    assert staged == 3
