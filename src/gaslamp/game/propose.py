"""What may be done in a game: `propose` returns the entry of a request, or refuses it.

Live games and verification use the same function. Nothing takes effect here: see `State.after`.
"""

from __future__ import annotations

from typing import Any, Final, get_args

from msgspec.structs import replace

from gaslamp.core.errors import IllegalAction, Unreadable
from gaslamp.core.game import CHANCE, Seat
from gaslamp.game import agreements, entries, requests
from gaslamp.game.clock import MINUTE
from gaslamp.game.entries import Entry, OfferKind
from gaslamp.game.requests import NOBODY, Request, SeatPresence
from gaslamp.game.state import State

MAX_REQUESTS: Final = 1000  # undos and offers of one seat in one game: they make the log longer without limit


def propose(state: State, request: Request, now: int, seat: Seat = "", presence: SeatPresence = NOBODY) -> Entry:
    """Return the entry of a request at some moment; of the flag, if the time of a seat is up by then.

    *seat* is the one that asks; "" for the server. Raises IllegalAction, or Unreadable for an unreadable notation.
    """
    if isinstance(request, requests.TakeOff):
        return _outage(state, request)
    if state.clock is not None and state.clock.runs is not None and state.time_is_up(now):
        return entries.Flagged(state.clock.runs, at=now)
    return replace(_entry(state, request, seat, now, presence), at=now)


def check_turn(state: State, seat: Seat, step: int) -> None:
    """Raise IllegalAction unless *seat* is to move, a player plays it, and has seen all updates."""
    _check_not_blocked(state)
    _check(seat not in state.handed_over, "error.handed_over")
    _check_to_move(state, seat, step)


def _entry(state: State, request: Request, seat: Seat, now: int, presence: SeatPresence) -> Entry:
    match request:
        case requests.BotPlay(notation, step):
            _check_not_blocked(state)
            _check(seat in state.bots)
            _check_to_move(state, seat, step)
            return _play(state, seat, notation)
        case requests.Play(notation, step):
            check_turn(state, seat, step)
            return _play(state, seat, notation)
        case requests.Undo(step):
            check_turn(state, seat, step)
            _check_requests(state, seat)
            _check(state.course.may_undo(seat), "error.nothing_to_undo")
            return entries.Undone(seat)
        case requests.Hint(step):
            check_turn(state, seat, step)
            _check(state.setup.hints and seat not in state.bots, "error.no_hints")
            _check(not state.hinted(seat))
            return entries.Hinted(seat)
        case requests.Ask(offer):
            what, target = _read_offer(state, offer)
            _check_not_blocked(state)
            _check_requests(state, seat)
            return agreements.ask(state, seat, what, target, now, presence)
        case requests.Reply(number, agree):
            return agreements.reply(state, seat, number, presence, agree=agree)
        case _:
            return _plain(state, request, seat)


def _read_offer(state: State, offer: str) -> tuple[OfferKind, Seat]:
    verb, _, target = offer.partition(" ")
    kind = next((kind for kind in get_args(OfferKind) if kind == verb), None)
    if kind is None or (target and target not in state.game.seats):
        raise Unreadable("error.offer")
    return kind, target


def _plain(state: State, request: Request, seat: Seat) -> Entry:
    over = state.outcome is not None
    match request:
        case requests.Start():
            return _start(state)
        case requests.Resign():
            _check(not state.closed, "error.closed")
            _check(seat in state.setup.people and state.started, "error.not_your_turn")
            _check(not over, "error.over")
            return entries.Resigned(seat)
        case requests.Abort():
            _check(state.may_abort and seat in state.setup.people, "error.under_way")
            return entries.Aborted(seat)
        case requests.Resume():
            _check(state.paused and not over and seat in state.setup.people)
            return entries.Resumed(seat)
        case requests.TakeSeat():
            _check(seat in state.handed_over and not over and not state.closed)
            return entries.SeatTakenBack(seat)
        case requests.StartClocks():
            _check(state.started and not (state.clocks_started or state.closed or over))
            return entries.ClocksStarted()
        case _:  # Flag, and no time is up
            raise IllegalAction("error.stale")


def _start(state: State) -> Entry:
    _check(state.waiting)
    game, course = state.game, state.course
    for notation in state.setup.prefix:
        _check(game.actions.parse(notation) in course.position.legal(), "error.illegal")
        course = course.played([notation], drawn=False)
    drawn = _with_draws(state, course.position, [])
    dealt = course.played(drawn).position
    _check(game.turn_complete(dealt) and game.outcome(dealt) is None, "error.illegal")
    return entries.Started(drawn, state.setup.prefix)


def _play(state: State, seat: Seat, notation: str) -> Entry:
    position = state.course.position
    action = state.game.actions.parse(notation)
    _check(action in position.legal(), "error.illegal")
    after = position.copy()
    after.advance(action)
    return entries.Played(seat, _with_draws(state, after, [action]))


def _with_draws(state: State, position: Any, actions: list[int]) -> tuple[str, ...]:
    """Return the notations of actions and of the draws that follow them, until a seat is to move."""
    game, chance = state.game, state.setup.chance
    number = state.course.draws
    while game.to_move(position) == CHANCE:
        assert chance is not None
        legal = position.legal()
        actions.append(legal[chance.draw(number, game.weights(position))])
        number += 1
        position = position.copy()
        position.advance(actions[-1])
    return game.actions.formatted(actions)


def _outage(state: State, request: requests.TakeOff) -> Entry:
    """Return the entry of an outage. Overlapping outages of several processes are counted once."""
    since = max(request.since, state.outage_until, state.last_entry - MINUTE)
    new = request.since not in state.outages and request.until >= state.last_entry and since < request.until
    _check(new and state.clock is not None and state.started and state.outcome is None and not state.closed)
    return entries.OutageEnded(since, at=request.until)


def _check(allowed: bool, error: str = "error.stale") -> None:  # noqa: FBT001 - it reads like assert
    if not allowed:
        raise IllegalAction(error)


def _check_not_blocked(state: State) -> None:
    _check(not state.closed, "error.closed")
    _check(not state.paused, "error.paused")
    _check(state.clocks_started, "error.not_begun")


def _check_to_move(state: State, seat: Seat, step: int) -> None:
    _check(state.outcome is None, "error.over")
    _check(seat == state.to_move, "error.not_your_turn")
    _check(step == state.updates[seat], "error.stale")


def _check_requests(state: State, seat: Seat) -> None:
    """Raise IllegalAction if the seat made too many requests. Others do not count: that would tell about them."""
    _check(state.requests.get(seat, 0) < MAX_REQUESTS, "error.too_many_steps")
