"""Events of a step of Mr. Jack, with their audience."""

from __future__ import annotations

from functools import cache

from gaslamp.core.game import EVERYONE, Detail, Event
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules import notation as n
from gaslamp.titles.mr_jack.rules.hexes import POSTS, STREETS
from gaslamp.titles.mr_jack.rules.position import Position


def events(before: Position, action: int, after: Position) -> tuple[Event, ...]:
    """Return the events of one action: the action itself, then the call and its consequences."""
    result = [_of_action(before, action)]
    if after.round != before.round or after.ending == board.NIGHT_OVER:
        result += _of_call(before, action, after)
    if after.ending:
        winner = board.SEATS[board.WINNERS[after.ending]]
        result.append(_public("over", winner=winner, reason=board.ENDINGS[after.ending]))
        result += closing_events(after)
    return tuple(result)


def closing_events(position: Position) -> tuple[Event, ...]:
    """Return what is revealed when the game ends (MJ-73)."""
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
    return tuple(name for number, name in enumerate(board.CHARACTERS) if mask >> number & 1)


def _public(kind: str, **details: Detail) -> Event:
    return Event(kind, details, EVERYONE)


def _of_action(before: Position, action: int) -> Event:
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
        character = (action - n.WHISTLE) // board.HEXES
        return _public("whistled", seat=seat, character=words[1], here=STREETS[before.place(character)], there=words[2])
    if action == n.WHISTLE_NOBODY:
        return _public("whistled_in_vain", seat=seat)
    return _public("exchanged", seat=seat, character=words[1])


def _of_move(before: Position, end: int) -> Event:
    seat, used = board.SEATS[before.seat], board.CHARACTERS[before.picked]
    if before.occupied >> end & 1:
        accused = next(name for number, name in enumerate(board.CHARACTERS) if before.place(number) == end)
        return _public("accused", seat=seat, character=used, accused=accused, there=STREETS[end])
    start = STREETS[before.place(before.picked)]
    return _public("moved", seat=seat, character=used, here=start, there=STREETS[end])


def _of_card(before: Position, action: int) -> Event:
    """Return the event of a card: picked and turned cards are public, identity and alibis secret (MJ-40a, MJ-71)."""
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
    """Return the events of the call and of the cards of an even round (MJ-55 to MJ-59)."""
    assert after.up >> after.jack & 1, "Jack's own token was turned"  # MJ-56a
    result = [
        _public(
            "called",
            round=before.round,
            answer="visible" if after.visible else "invisible",
            cleared=characters(before.up & ~after.up),
            lamp=_goes_out(before, action),
        )
    ]
    if after.round != before.round and after.round % 2 == 0:
        result.append(_public("turned_over", round=after.round, cards=characters(after.turned)))
    return result


def _goes_out(before: Position, action: int) -> str:
    """Return the post whose lamp goes out, including a move by Smith's last action; "" if none does (MJ-58)."""
    for number, post in enumerate(POSTS):
        if before.round <= 4 and before.lamps >> 4 * number & 15 == before.round:
            notation = n.ACTIONS.format(action).split()
            return notation[2] if notation[:2] == ["lamp", post] else post
    return ""
