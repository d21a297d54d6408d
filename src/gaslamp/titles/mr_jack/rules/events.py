"""What happened in a step of Mr. Jack, and who learns it."""

from __future__ import annotations

from functools import cache

from gaslamp.core.game import EVERYONE, Detail, Event
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules import notation as n
from gaslamp.titles.mr_jack.rules.hexes import POSTS, STREETS
from gaslamp.titles.mr_jack.rules.position import Position


def events(before: Position, action: int, after: Position) -> tuple[Event, ...]:
    """The events of one action: the action itself, then the call and what came of it."""
    happened = [_of_action(before, action)]
    if after.round != before.round or after.ending == board.NIGHT_OVER:
        happened += _of_call(before, action, after)
    if after.ending:
        winner = board.SEATS[board.WINNERS[after.ending]]
        happened.append(_public("over", winner=winner, reason=board.ENDINGS[after.ending]))
        happened += closing_events(after)
    return tuple(happened)


def closing_events(position: Position) -> tuple[Event, ...]:
    """What is shown when a game is over (MJ-73)."""
    return (
        _public(
            "revealed",
            character=board.CHARACTERS[position.jack],
            jack_alibis=characters(position.jack_alibis),
            detective_alibis=characters(position.detective_alibis),
            pile=characters(position.pile),
        ),
    )


@cache
def characters(mask: int) -> tuple[str, ...]:
    """The names of the characters in a mask."""
    return tuple(name for number, name in enumerate(board.CHARACTERS) if mask >> number & 1)


def _public(kind: str, **details: Detail) -> Event:
    return Event(kind, details, EVERYONE)


def _of_action(before: Position, action: int) -> Event:
    """Tell of the action itself."""
    if action >= n.PICK:
        return _of_card(before, action)
    if action < n.EXIT:
        return _of_move(before, action - n.HEX)
    seat = board.SEATS[before.seat]
    used = board.CHARACTERS[before.picked]
    words = n.ACTIONS.format(action).split()
    if action < n.STAY:
        return _public("left", seat=seat, character=used, exit=words[1])
    if action == n.STAY:
        return _public("stayed", seat=seat, character=used)
    if action < n.LAMP:
        return _public("faced", seat=seat, facing=words[1])
    if action < n.WHISTLE:
        return _public(f"{words[0]}_moved", seat=seat, here=words[1], there=words[2])
    if action < n.WHISTLE_NOBODY:
        who = (action - n.WHISTLE) // board.HEXES
        return _public("whistled", seat=seat, character=words[1], here=STREETS[before.place(who)], there=words[2])
    if action == n.WHISTLE_NOBODY:
        return _public("whistled_in_vain", seat=seat)
    return _public("exchanged", seat=seat, character=words[1])


def _of_move(before: Position, there: int) -> Event:
    """Tell of a character's own move, or of the accusation it makes (MJ-61)."""
    seat, used = board.SEATS[before.seat], board.CHARACTERS[before.picked]
    if before.occupied >> there & 1:
        accused = next(name for number, name in enumerate(board.CHARACTERS) if before.place(number) == there)
        return _public("accused", seat=seat, character=used, accused=accused, there=STREETS[there])
    here = STREETS[before.place(before.picked)]
    return _public("moved", seat=seat, character=used, here=here, there=STREETS[there])


def _of_card(before: Position, action: int) -> Event:
    """Tell of cards: picked and turned ones are public, the identity and alibis are not (MJ-40a, MJ-71)."""
    name = n.ACTIONS.format(action).split()[1]
    if action < n.IDENTITY:
        return _public("picked", seat=board.SEATS[before.seat], character=name)
    if action < n.CARD:
        return Event("identity", {"character": name}, frozenset({"jack"}), instead=_public("identity_hidden"))
    if action < n.ALIBI:
        return _public("turned", round=before.round, character=name)
    assert before.pile, "the alibi pile has run out"  # MJ-15
    drawer = board.SEATS[before.mover()]
    hidden = _public("alibi_hidden", seat=drawer)
    return Event("alibi", {"seat": drawer, "character": name}, frozenset({drawer}), instead=hidden)


def _of_call(before: Position, action: int, after: Position) -> list[Event]:
    """Tell of the call, the lamp that goes out, and the cards of an even round (MJ-55 to MJ-59)."""
    assert after.up >> after.jack & 1, "Jack's own token was turned"  # MJ-56a
    told = [
        _public(
            "called",
            round=before.round,
            answer="visible" if after.visible else "invisible",
            cleared=characters(before.up & ~after.up),
            lamp=_goes_out(before, action),
        )
    ]
    if after.round != before.round and after.round % 2 == 0:
        told.append(_public("turned_over", round=after.round, cards=characters(after.turned)))
    return told


def _goes_out(before: Position, action: int) -> str:
    """The post whose tile bears the number of the round that ends, wherever Smith put it, or nothing (MJ-58)."""
    for number, post in enumerate(POSTS):
        if before.round <= 4 and before.lamps >> 4 * number & 15 == before.round:
            moved = n.ACTIONS.format(action).split()
            return moved[2] if moved[:2] == ["lamp", post] else post
    return ""
