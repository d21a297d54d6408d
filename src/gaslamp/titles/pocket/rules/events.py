"""Events of a step of Pocket, with their audience."""

from __future__ import annotations

from typing import Final

from gaslamp.core.game import EVERYONE, Detail, Event
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules import notation as n
from gaslamp.titles.pocket.rules.position import Position

JACK_ALONE: Final = frozenset({"jack"})


def events(before: Position, action: int, after: Position) -> tuple[Event, ...]:
    """Return the events of one action: the action itself, then the call and its consequences."""
    done = before.copy()
    done.carry_out(action)
    happened = [_of_action(before, action)]
    if after.ending or after.turn != before.turn:
        happened += _of_call(done, after)
    return tuple(happened)


def closing_events(position: Position) -> tuple[Event, ...]:
    """Return what is revealed when the table ends the game before the rules do (MP-52)."""
    return (_revealed(position),)


def suspects(mask: int) -> tuple[str, ...]:
    return tuple(name for number, name in enumerate(board.SUSPECTS) if mask >> number & 1)


def faces(position: Position) -> tuple[str, ...]:
    return tuple(pair[position.faces >> token & 1] for token, pair in enumerate(board.TOKEN_FACES))


def _public(kind: str, **details: Detail) -> Event:
    return Event(kind, details, EVERYONE)


def _of_action(before: Position, action: int) -> Event:
    if action < n.IDENTITY:
        suspect, wall = divmod(action - n.TILE, 4)
        cell = before.up.bit_count()
        return _public("dealt", cell=cell, suspect=board.SUSPECTS[suspect], wall=board.SIDES[wall])
    if action < n.THROW:  # MP-51
        details: dict[str, Detail] = {"suspect": board.SUSPECTS[action - n.IDENTITY]}
        return Event("identity", details, JACK_ALONE, instead=_public("identity_hidden"))
    if action < n.CARD:
        thrown = before.copy()
        thrown.carry_out(action)
        return _public("thrown", turn=before.turn, faces=faces(thrown))
    if action < n.TAKE:
        return _of_card(before, action - n.CARD)
    seat = board.SEATS[before.seat]
    if action < n.WALK:
        return _public("took", seat=seat, face=board.FACES[action - n.TAKE])
    if action < n.STAY:
        detective, places = divmod(action - n.WALK, 2)
        return _public("walked", seat=seat, detective=board.DETECTIVE_NAMES[detective], places=places + 1)
    if action == n.STAY:
        return _public("stayed", seat=seat)
    if action < n.EXCHANGE:
        suspect, turn = divmod(action - n.ROTATE, 3)
        return _public("rotated", seat=seat, suspect=board.SUSPECTS[suspect], turn=board.TURNS[turn])
    first, second = board.PAIRS[action - n.EXCHANGE]
    return _public("exchanged", seat=seat, first=board.SUSPECTS[first], second=board.SUSPECTS[second])


def _of_card(before: Position, card: int) -> Event:
    """Return an alibi card's event: public for detectives (MP-19), secret for Jack (MP-20) until a chase (MP-52)."""
    assert before.pile, "the alibi pile has run out"  # MP-21
    suspect = board.SUSPECTS[card]
    if before.drawer() == board.DETECTIVES:
        return _public("alibi_shown", suspect=suspect, cleared=suspects(before.up & 1 << card))
    if before.chase:
        return _public("alibi_kept", suspect=suspect)
    return Event("alibi_kept", {"suspect": suspect}, JACK_ALONE, instead=_public("alibi_hidden"))


def _of_call(done: Position, after: Position) -> list[Event]:
    """Return the events of the call, and of the end, chase or next turn after it."""
    assert after.up >> after.jack & 1, "Jack's own tile was turned over"  # MP-35
    jack_seen = done.seen() >> done.jack & 1
    happened = [
        _public(
            "called",
            turn=done.turn,
            answer="seen" if jack_seen else "not_seen",
            cleared=suspects(done.up & ~after.up),
            winner="detectives" if jack_seen else "jack",
            then="end" if after.ending else "chase" if after.chase else "next_turn",
        )
    ]
    if after.ending:
        winner = board.SEATS[board.WINNERS[after.ending]]
        happened += [_public("over", winner=winner, reason=board.ENDINGS[after.ending]), _revealed(after)]
    elif after.chase and not done.chase:
        happened += [_public("chase"), _revealed(after)]  # MP-52
    if after.turn != done.turn and not after.turn & 1:
        happened.append(_public("turned_over", turn=after.turn, faces=faces(after)))  # MP-11
    return happened


def _revealed(position: Position) -> Event:
    """Return Jack's identity and cards as a public event (MP-52)."""
    return _public(
        "revealed",
        suspect=board.SUSPECTS[position.jack],
        cards=suspects(position.held),
        hourglasses=position.hourglasses(),
    )
