"""What people agree on: pauses, activations taken back, seats handed over; all of it stands in the log."""

from __future__ import annotations

from random import Random

import pytest

from gaslamp import titles
from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import CHANCE, Seat
from gaslamp.table import timing
from gaslamp.table.agreements import Agreements
from gaslamp.table.log import Entry, MemoryLog
from gaslamp.table.status import Status
from gaslamp.table.table import Table
from gaslamp.table.update import encode
from gaslamp.ui.presentation import presentation

# Kinds of news that somebody drew or was answered: over these nothing is ever taken back.
ANSWERS = {
    "identity", "identity_hidden", "alibi", "alibi_hidden", "alibi_shown", "turned", "turned_over", "thrown", "dealt",
    "called", "called_in_vain", "searched", "arrested", "arrested_in_vain", "accused", "revealed",
    "round_over", "round_begun", "over",
}  # fmt: skip


class Room:
    """A table with its status, and people who come and go."""

    def __init__(self, title: str, seed: int = 1, clock: str = "15+10", **options: str) -> None:
        self.game = titles.game(title, options)
        self.rng = Random(seed)
        log = MemoryLog()
        self.table = Table(self.game, log, self.rng)
        self.status = Status(self.game, timing.read(clock), {})
        self.present = set(self.game.seats)
        self.at = 0
        self.agreements = Agreements(
            self.game,
            lambda: self.table,
            self.status,
            present=lambda: self.present,
            gone=lambda seat: seat not in self.present,
            bot=lambda _: "random",
        )
        self.status.take_in(log.entries()[0], self.table.awaited, self.table.told)
        self.take(Entry("begin", CHANCE))

    def take(self, entry: Entry) -> str:
        self.at += 1000
        entry = Entry(entry.kind, entry.seat, entry.actions, self.at, entry.since, entry.what)
        self.table.take_in(entry)
        self.status.take_in(entry, self.table.awaited, self.table.told)
        return entry.kind

    def step(self) -> None:
        seat = self.table.to_move
        assert seat is not None
        update = self.table.update(seat)
        self.take(self.table.propose_play(seat, self.rng.choice(update.legal), update.step))

    def activation(self) -> Seat:
        seat, told = self.table.to_move, self.table.told
        assert seat is not None
        while self.table.told == told:
            self.step()
        return seat

    def ask(self, seat: Seat, what: str) -> str:
        return self.take(self.agreements.propose(seat, what))

    def answer(self, seat: Seat, *, agree: bool) -> str:
        assert self.status.offer is not None
        return self.take(self.agreements.answer(seat, self.status.offer.number, agree=agree))

    def refuses(self, seat: Seat, what: str) -> bool:
        with pytest.raises(IllegalAction):
            self.ask(seat, what)
        return True

    def seen(self) -> list[bytes]:
        """Give what everybody sees, but for the count of updates."""
        return [encode(self.table.update(viewer)).split(b",", 1)[1] for viewer in self.game.viewers]


def test_the_other_side_may_let_a_finished_activation_be_taken_back() -> None:
    room = Room("pocket")
    before, steps = room.seen(), [room.table.step(viewer) for viewer in room.game.viewers]
    assert room.activation() == "detectives"
    assert room.agreements.may_ask("detectives") == ("pause", "undo")
    assert room.agreements.may_ask("jack") == ("pause",)  # it was not his
    assert room.ask("detectives", "undo") == "offer"
    assert [room.agreements.awaits(viewer) for viewer in room.game.viewers] == [True, False, False]
    assert room.answer("jack", agree=True) == "undo_agreed"
    assert room.seen() == before
    assert all(room.table.step(viewer) > step for viewer, step in zip(room.game.viewers, steps, strict=True))
    assert room.table.to_move == "detectives"
    assert room.status.clock is not None
    assert room.status.clock.runs == "detectives"


def test_an_increment_goes_with_the_activation_that_is_taken_back() -> None:
    room = Room("pocket")
    assert room.status.clock is not None
    whole, begun = room.status.clock.left["detectives"], room.at
    for _ in range(2):  # however often it is done again
        room.activation()
        room.ask("detectives", "undo")
        room.answer("jack", agree=True)
    left = room.status.clock.left_at("detectives", room.at)
    waited = 4 * timing.SECOND  # while Jack was to move, asked and answering
    assert left == whole - (room.at - begun - waited)
    played = [room.activation() for _ in range(4)]
    assert room.status.clock.left_at("jack", room.at) > room.status.clock.timing.total + 10 * timing.SECOND
    assert played == ["detectives", "jack", "jack", "detectives"]


@pytest.mark.parametrize("title", titles.titles())
def test_nothing_is_taken_back_over_a_draw_or_an_answer(title: str) -> None:
    asked = sealed = 0
    for seed in range(3):
        room = Room(title, seed)
        while room.table.told < 90 and (seat := room.table.to_move) is not None:
            known = {viewer: len(room.table.update(viewer).news) for viewer in room.game.seats}
            room.activation()
            news = {
                piece.kind for viewer in room.game.seats for piece in room.table.update(viewer).news[known[viewer] :]
            }
            turn_over = "stopped" in news and room.table.awaited == "jack"  # it tells that Jack has not arrived
            if room.table.reversible(seat):
                asked += 1
                assert not news & ANSWERS
                assert not turn_over
            else:
                sealed += 1
                assert news & ANSWERS or turn_over
    assert asked
    assert sealed


@pytest.mark.parametrize("title", titles.titles())
def test_a_seat_that_may_not_act_for_now_still_sees_its_table(title: str) -> None:
    room = Room(title, seed=2)
    while room.table.told < 60 and (seat := room.table.to_move) is not None:
        prompt = presentation(room.game).prompt(room.table.update(seat).view, [])
        assert tuple(prompt.choices) == ()
        room.step()


def test_an_answer_inside_an_unfinished_activation_stands_against_it() -> None:
    room = Room("whitehall", seed=4)
    while not any(done.sealed for done in room.table._done[room.table.told :]):
        room.step()
    first, actor = room.table._ends[-2][0], room.table._ends[-1][1]
    assert not any(done.sealed for done in room.table._done[first : room.table.told])  # a walk before the search
    assert not room.table.reversible(actor)
    assert not room.table.reversible()


def test_the_end_of_the_investigators_turn_stands_against_it() -> None:
    """That no round ends with it tells that Jack is on no new location; whoever took it back would act on that."""
    room = Room("whitehall", seed=4)
    ended = 0
    while room.table.outcome is None and ended < 3:
        seat = room.table.to_move
        assert seat is not None
        update = room.table.update(seat)
        quiet = "stop" if "stop" in update.legal else room.rng.choice(update.legal)
        room.take(room.table.propose_play(seat, quiet, update.step))
        if quiet == "stop" and room.table.awaited != seat:
            ended += 1
            assert not room.table.reversible()
            assert room.refuses(seat, "undo")
        elif quiet == "stop":
            assert room.table.reversible()  # another figure is to act, and nothing was told
    assert ended == 3


def test_an_offer_lapses_when_the_game_moves_on_and_not_before() -> None:
    room = Room("pocket")
    room.activation()
    room.ask("detectives", "undo")
    offer = room.status.offer
    while not room.table.game.turn_complete(room.table._position):
        room.step()
    seat, told = room.table.to_move, room.table.told
    room.step()
    if room.table.told == told:
        assert room.status.offer == offer  # a step of an activation under way shows in nothing
        while room.table.told == told:
            room.step()
    assert seat == "jack"
    assert room.status.offer is None
    with pytest.raises(IllegalAction, match=r"error\.offer_lapsed"):
        room.agreements.answer("jack", 1, agree=True)


def test_a_pause_stops_the_clocks_until_either_side_goes_on() -> None:
    room = Room("pocket")
    assert room.ask("jack", "pause") == "offer"
    assert room.answer("detectives", agree=True) == "pause"
    assert room.status.clock is not None
    assert room.status.clock.due is None
    with pytest.raises(IllegalAction, match=r"error\.paused"):
        room.status.check()
    assert room.agreements.may_ask("jack") == ()
    room.take(Entry("resume", "detectives"))
    assert room.status.clock.runs == "detectives"
    room.status.check()


def test_there_is_no_pause_where_there_are_no_clocks() -> None:
    assert Room("pocket", clock="").refuses("jack", "pause")


def test_what_was_declined_is_not_asked_again_until_the_game_moves_on() -> None:
    room = Room("pocket")
    room.ask("jack", "pause")
    assert room.refuses("detectives", "pause")  # one thing at a time
    assert room.answer("jack", agree=False) == "decline"  # withdrawn
    room.ask("jack", "pause")
    room.answer("detectives", agree=False)
    assert room.refuses("jack", "pause")
    room.activation()
    assert room.ask("jack", "pause") == "offer"


def test_one_seat_speaks_for_its_side() -> None:
    room = Room("whitehall", investigators="3")
    room.ask("jack", "pause")
    assert room.answer("investigator2", agree=True) == "pause"


def test_a_deserted_seat_is_handed_over_when_everybody_who_is_there_agrees() -> None:
    room = Room("whitehall", investigators="3")
    assert room.refuses("jack", "hand_over investigator1")  # who is there
    room.present -= {"investigator1", "investigator3"}
    assert room.refuses("jack", "hand_over jack")
    assert room.refuses("jack", "hand_over nobody")
    assert room.ask("jack", "hand_over investigator1") == "offer"
    assert not room.agreements.awaits("investigator3")  # gone too
    assert room.answer("investigator2", agree=True) == "hand_over"
    assert room.status.bots == {"investigator1": "random"}
    assert room.refuses("jack", "hand_over investigator1")
    room.take(Entry("take_back", "investigator1"))
    assert room.status.bots == {}


def test_a_seat_that_was_handed_over_has_no_clock_until_it_is_taken_back() -> None:
    room = Room("pocket", clock="2d")
    room.present -= {"detectives"}
    assert room.ask("jack", "hand_over detectives") == "hand_over"  # nobody else is there
    clock = room.status.clock
    assert clock is not None
    assert clock.due is None
    room.take(Entry("take_back", "detectives"))
    assert room.status.clock is not None
    assert room.status.clock.due == room.at + 2 * timing.DAY
