"""What people are called at a table: a name of their own if they gave one, which is theirs alone to give.

Others read it, so it is one line that is surely seen: no control characters, nothing that turns the direction of
writing round, nothing without a face. It is in no record and in no line of the log.
"""

from __future__ import annotations

from typing import Final
from unicodedata import bidirectional, category, normalize

from gaslamp.core.game import Seat
from gaslamp.core.messages import Message, message
from gaslamp.server.http.errors import Refusal
from gaslamp.server.lobby.people.members import Members

LONGEST: Final = 24  # characters
_MARKS: Final = 2  # over or under one letter

# What has no face: control, format (they turn the writing round), halves, private and unknown characters, line ends;
# and the letters of Hangul and Braille that are blanks.
_FACELESS: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")


def clean(name: str) -> str | None:
    """Give a name as it is kept, None for none; refuse one that is too long or cannot be shown as it is."""
    line = " ".join(word for word in normalize("NFC", name).split(" ") if word)
    if not line:
        return None
    if any(category(char) in _FACELESS or char in _BLANKS for char in line) or _piled_up(line):
        raise Refusal(400, "web.error.name_signs")
    if not any(char.isalnum() for char in line):
        raise Refusal(400, "web.error.name_signs")
    if len(line) > LONGEST:
        raise Refusal(400, "web.error.name_long", most=LONGEST)
    return line


def person(members: Members, seat: Seat, me: str | None = None) -> Message:
    """Say to a guest who has a seat, somebody of flesh or a program; others without a name are told apart."""
    name = members.names.get(seat)
    if name is not None:
        return message("web.seat.program" if seat in members.programs else "web.seat.named", name=isolated(name))
    nameless = [guest for other, guest in members.seats.items() if guest is not None and other not in members.names]
    known_by_number = list(dict.fromkeys(nameless))
    if len({*known_by_number} - {me}) < 2:
        return message("web.seat.guest")
    return message("web.seat.guest_number", number=1 + known_by_number.index(members.seats[seat] or ""))


def speaker(members: Members, seat: Seat, label: Message) -> Message:
    """Say who speaks from a seat."""
    return message("web.chat.who", name=person(members, seat), seat=label) if seat in members.names else label


def isolated(name: str) -> str:
    """A name so that it can stand in a sentence: one that is written from right to left turns nothing else."""
    turned = any(bidirectional(char) in {"R", "AL"} for char in name)
    return f"\u2068{name}\u2069" if turned else name


def _piled_up(line: str) -> bool:
    """Whether marks are heaped on a letter so that they cover the lines around."""
    run = 0
    for char in line:
        run = run + 1 if category(char) in {"Mn", "Me"} else 0
        if run > _MARKS:
            return True
    return False
