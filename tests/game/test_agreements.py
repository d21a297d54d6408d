"""Agreements: pauses, agreed undos and seats handed over; all of them stand in the log."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.errors import IllegalAction, Unreadable
from gaslamp.core.game import Seat
from gaslamp.game import agreements
from gaslamp.game.clock import DAY, SECOND, Clock, read_timing
from gaslamp.game.course import since
from gaslamp.game.entries import OfferKind
from gaslamp.game.propose import MAX_REQUESTS
from gaslamp.game.requests import Ask, Play, Reply, Request, Resume, SeatPresence, TakeSeat, Undo
from gaslamp.game.setup import RandomDraws, Setup
from gaslamp.ui.presentation import presentation
from tests.game.playing import Session, encoded
from tests.sealed import kinds

# Kinds of news that contain a draw or an answer: these are never undone.
ANSWERS = {
    "identity", "identity_hidden", "alibi", "alibi_hidden", "alibi_shown", "turned", "turned_over", "thrown", "dealt",
    "called", "called_in_vain", "searched", "arrested", "arrested_in_vain", "accused", "revealed",
    "round_over", "round_begun", "over",
}  # fmt: skip


class Room(Session):
    """A game, and players who come and go."""

    def __init__(self, title: str, seed: int = 1, clock: str = "15+10", **options: str) -> None:
        self.rng = Random(seed)
        game = titles.game(title, options)
        super().__init__(Setup(game, chance=RandomDraws(self.rng), timing=read_timing(clock)))
        self.present = set(game.seats)
        self.start()

    @property
    def presence(self) -> SeatPresence:
        seats = self.game.seats
        away = {seat: 0 for seat in seats if seat not in self.present}
        return SeatPresence(frozenset(self.present), away, dict.fromkeys(seats, "passer_by"))

    @property
    def clock(self) -> Clock:
        assert self.state.clock is not None
        return self.state.clock

    @property
    def told(self) -> int:
        """Number of actions that everybody knows."""
        return self.state.course.public.number

    def take(self, request: Request, seat: Seat) -> str:
        """Let a request take effect, and return the kind of its entry."""
        return kinds([self.submit(request, seat, self.presence)])[0]

    def step(self) -> None:
        self.play(self.rng)

    def turn(self) -> Seat:
        return self.activation(self.rng)

    def ask(self, seat: Seat, what: OfferKind, target: Seat = "") -> str:
        return self.take(Ask(f"{what} {target}".strip()), seat)

    def answer(self, seat: Seat, *, agree: bool) -> str:
        assert self.state.offer is not None
        return self.take(Reply(self.state.offer.number, agree), seat)

    def refuses(self, seat: Seat, what: OfferKind, target: Seat = "") -> bool:
        with pytest.raises((IllegalAction, Unreadable)):
            self.ask(seat, what, target)
        return True

    def awaits(self, seat: Seat) -> bool:
        return agreements.awaits(self.state, seat, self.presence)

    def steps(self) -> list[int]:
        return [self.state.updates[viewer] for viewer in self.game.viewers]

    def seen(self) -> list[bytes]:
        """What every viewer sees, but for the number of updates."""
        return [encoded(self.update(viewer)).split(b",", 1)[1] for viewer in self.game.viewers]


def test_the_other_side_may_agree_to_undo_a_finished_activation() -> None:
    room = Room("pocket")
    before, steps = room.seen(), room.steps()
    assert room.turn() == "detectives"
    assert agreements.may_ask(room.state, "detectives") == ("pause", "undo")
    assert agreements.may_ask(room.state, "jack") == ("pause",)  # it was not his
    assert room.ask("detectives", "undo") == "offer"
    assert [room.awaits(viewer) for viewer in room.game.viewers] == [True, False, False]
    assert room.answer("jack", agree=True) == "undo_agreed"
    assert room.seen() == before
    assert all(new > old for new, old in zip(room.steps(), steps, strict=True))
    assert room.state.to_move == "detectives"
    assert room.clock.runs == "detectives"


def test_the_increment_of_an_undone_activation_is_lost() -> None:
    room = Room("pocket")
    whole, begun = room.clock.left["detectives"], room.at
    for _ in range(2):  # any number of times
        room.turn()
        room.ask("detectives", "undo")
        room.answer("jack", agree=True)
    left = room.clock.left_at("detectives", room.at)
    waited = 4 * SECOND  # while Jack was to move, asked and answering
    assert left == whole - (room.at - begun - waited)
    played = [room.turn() for _ in range(4)]
    assert room.clock.left_at("jack", room.at) > room.clock.timing.total + 10 * SECOND
    assert played == ["detectives", "jack", "jack", "detectives"]


@pytest.mark.parametrize("title", titles.titles())
def test_nothing_is_undone_after_a_draw_or_an_answer(title: str) -> None:
    asked = final = 0
    for seed in range(3):
        room = Room(title, seed)
        while room.told < 90 and (seat := room.state.to_move) is not None:
            known = {viewer: len(room.update(viewer).news) for viewer in room.game.seats}
            room.turn()
            news = {piece.kind for viewer in room.game.seats for piece in room.update(viewer).news[known[viewer] :]}
            turn_over = "stopped" in news and room.state.awaited == "jack"  # it shows that Jack has not arrived
            if room.state.course.turn_reversible(seat):
                asked += 1
                assert not news & ANSWERS
                assert not turn_over
            else:
                final += 1
                assert news & ANSWERS or turn_over
    assert asked
    assert final


@pytest.mark.parametrize("title", titles.titles())
def test_a_seat_that_may_not_act_still_has_a_prompt(title: str) -> None:
    room = Room(title, seed=2)
    while room.told < 60 and (seat := room.state.to_move) is not None:
        prompt = presentation(room.game).prompt(room.update(seat).view, [])
        assert tuple(prompt.choices) == ()
        room.step()


def test_nothing_is_undone_after_an_answer_inside_an_unfinished_activation() -> None:
    room = Room("whitehall", seed=4)
    while not any(move.irreversible for move in since(room.state.course.last, room.told)):
        room.step()
    course = room.state.course
    assert course.turn is not None
    assert course.turn.previous is not None
    actor, first = course.turn.seat, course.turn.previous.last.number
    assert not any(move.irreversible for move in since(course.public, first))  # a walk before the search
    assert not room.state.course.turn_reversible(actor)
    assert not room.state.course.turn_reversible()


def test_nothing_is_undone_after_the_end_of_the_investigators_turn() -> None:
    """If no round ends, Jack is not on a new location: a player who undid the turn could act on that."""
    room = Room("whitehall", seed=4)
    ended = 0
    while room.state.outcome is None and ended < 3:
        seat = room.state.to_move
        assert seat is not None
        update = room.update(seat)
        quiet = "stop" if "stop" in update.legal else room.rng.choice(update.legal)
        room.take(Play(quiet, update.step), seat)
        if quiet == "stop" and room.state.awaited != seat:
            ended += 1
            assert not room.state.course.turn_reversible()
            assert room.refuses(seat, "undo")
        elif quiet == "stop":
            assert room.state.course.turn_reversible()  # another figure is to act, and nothing was told
    assert ended == 3


def test_an_offer_lapses_when_an_activation_is_finished_and_not_before() -> None:
    room = Room("pocket")
    room.turn()
    room.ask("detectives", "undo")
    offer = room.state.offer
    while not room.game.turn_complete(room.state.course.position):
        room.step()
    seat, told = room.state.to_move, room.told
    room.step()
    if room.told == told:
        assert room.state.offer == offer  # actions inside an activation are not visible
        while room.told == told:
            room.step()
    assert seat == "jack"
    assert room.state.offer is None
    with pytest.raises(IllegalAction, match=r"error\.offer_lapsed"):
        room.take(Reply(1, agree=True), "jack")


def test_a_pause_stops_the_clocks_until_either_side_resumes() -> None:
    room = Room("pocket")
    assert room.ask("jack", "pause") == "offer"
    assert room.answer("detectives", agree=True) == "pause"
    assert room.clock.due is None
    with pytest.raises(IllegalAction, match=r"error\.paused"):
        room.step()
    assert agreements.may_ask(room.state, "jack") == ()
    room.take(Resume(), "detectives")
    assert room.clock.runs == "detectives"
    room.step()


def test_there_is_no_pause_without_clocks() -> None:
    assert Room("pocket", clock="").refuses("jack", "pause")


def test_a_declined_offer_is_not_repeated_in_the_same_turn() -> None:
    room = Room("pocket")
    room.ask("jack", "pause")
    assert room.refuses("detectives", "pause")  # one thing at a time
    assert room.answer("jack", agree=False) == "decline"  # withdrawn
    room.ask("jack", "pause")
    room.answer("detectives", agree=False)
    assert room.refuses("jack", "pause")
    room.turn()
    assert room.ask("jack", "pause") == "offer"


def test_one_seat_agrees_for_its_side() -> None:
    room = Room("whitehall", investigators="3")
    room.ask("jack", "pause")
    assert room.answer("investigator2", agree=True) == "pause"


def test_a_deserted_seat_is_handed_over_when_all_present_players_agree() -> None:
    room = Room("whitehall", investigators="3")
    assert room.refuses("jack", "hand_over", "investigator1")  # still present
    room.present -= {"investigator1", "investigator3"}
    assert room.refuses("jack", "hand_over", "jack")
    assert room.refuses("jack", "hand_over", "nobody")
    assert room.ask("jack", "hand_over", "investigator1") == "offer"
    assert not room.awaits("investigator3")  # gone too
    assert room.answer("investigator2", agree=True) == "hand_over"
    assert room.state.bots == {"investigator1": "passer_by"}
    assert room.refuses("jack", "hand_over", "investigator1")
    room.take(TakeSeat(), "investigator1")
    assert room.state.bots == {}


def test_a_seat_that_was_handed_over_has_no_clock_until_it_is_taken_back() -> None:
    room = Room("pocket", clock="2d")
    room.present -= {"detectives"}
    assert room.ask("jack", "hand_over", "detectives") == "hand_over"  # nobody else is there
    clock = room.clock
    assert clock is not None
    assert clock.due is None
    room.take(TakeSeat(), "detectives")
    assert room.clock.due == room.at + 2 * DAY


def test_undos_and_offers_of_a_seat_are_limited() -> None:
    """They make the log longer without limit; the limit of one seat does not concern another."""
    room = Room("pocket")
    update = room.update("detectives")
    action = next(notation for notation in update.legal if notation not in update.final)
    for _ in range(MAX_REQUESTS):
        room.take(Play(action, room.state.updates["detectives"]), "detectives")
        room.take(Undo(room.state.updates["detectives"]), "detectives")
        room.at -= 2 * SECOND  # no time is up meanwhile
    room.take(Play(action, room.state.updates["detectives"]), "detectives")
    requests: list[Any] = [Undo(room.state.updates["detectives"]), Ask("pause")]
    for request in requests:
        with pytest.raises(IllegalAction, match=r"error\.too_many_steps"):
            room.take(request, "detectives")
    assert room.ask("jack", "pause") == "offer"
