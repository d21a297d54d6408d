"""Game records as text: a header and one action per line, chance included. Read, write, replay, verify.

>>> from gaslamp import titles
>>> game = titles.game("pocket")
>>> seats = {seat: "Ada" for seat in game.seats}
>>> record = Record(game.title, game.rules_version, game.options, seats, actions=())
>>> read(write(record)) == record
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, Final

from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Game, Outcome, P, V
from gaslamp.core.records import proof
from gaslamp.core.records.proof import Proof
from gaslamp.core.records.record_format import BadRecord, pairs, read_header, read_number, read_pairs, write_header

FIRST_LINE: Final = "gaslamp record 1"
UNFINISHED: Final = "unfinished"
_HEADER: Final = ("title", "rules", "options", "seats", "result", "actions")
_LONGEST_FILE: Final = 4_000_000
_LONGEST_NAME: Final = 60

# Reasons set by the table; replaying the actions does not show them.
BY_THE_TABLE: Final = ("resigned", "time")


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game: options, player names, actions by notation, and the outcome."""

    title: str
    rules_version: int
    options: Mapping[str, str]
    seats: Mapping[str, str]  # seat -> player name
    actions: tuple[str, ...]
    outcome: Outcome | None = None
    proof: Proof | None = None
    first_line: int = field(default=len(_HEADER) + 3, compare=False)  # line of the first action


def write(record: Record) -> str:
    """Return a record as text. `read` is the inverse."""
    outcome = record.outcome
    header = {
        "title": record.title,
        "rules": str(record.rules_version),
        "options": pairs(record.options),
        "seats": pairs({seat: _one_line(name) for seat, name in record.seats.items()}),
        "result": f"{outcome.winner} {outcome.reason}" if outcome else UNFINISHED,
        "actions": str(len(record.actions)),
    }
    lines = [*write_header(FIRST_LINE, header), *record.actions]
    if record.proof is not None:
        lines += ["", *proof.write(record.proof)]
    return "\n".join(lines) + "\n"


def read(text: str) -> Record:
    """Parse a record. Raises BadRecord, which names the line."""
    if len(text) > _LONGEST_FILE:
        raise BadRecord("record.too_long", line=1)
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        raise BadRecord("record.foreign", line=1)
    lines, proven = _part(lines)
    header = read_header(lines, _HEADER)
    first = len(_HEADER) + 2  # index of the line after the blank one
    actions = [line.strip() for line in lines[first:]]
    while actions and not actions[-1]:
        actions.pop()
    for number, action in enumerate(actions, first + 1):
        if not action:
            raise BadRecord("record.empty_line", line=number)
    if header["actions"] != str(len(actions)):
        raise BadRecord("record.truncated", line=len(lines), counted=len(actions), promised=header["actions"][:20])
    record = Record(
        title=header["title"],
        rules_version=read_number(header["rules"], line=3),
        options=read_pairs(header["options"], line=4),
        seats=read_pairs(header["seats"], line=5),
        outcome=_read_outcome(header["result"], line=6),
        actions=tuple(actions),
        proof=proof.read(proven, before=len(lines)) if proven else None,
        first_line=first + 1,
    )
    if record.proof is not None:
        _check_exact(text.rstrip("\n"), write(record).rstrip("\n"))
    return record


def _check_exact(text: str, written: str) -> None:
    """Raise BadRecord if a record with a proof differs from its canonical text, even in whitespace."""
    if text != written:
        pairs = zip_longest(text.split("\n"), written.split("\n"))
        raise BadRecord("record.not_exact", line=next(number for number, (a, b) in enumerate(pairs, 1) if a != b))


def replay(game: Game[P, V], record: Record) -> Iterator[tuple[int, P]]:
    """Yield each action with the position after it. Raises BadRecord at the first illegal line."""
    position = game.start()
    for number, text in enumerate(record.actions, record.first_line):
        try:
            action = game.actions.parse(text)
        except GaslampError:
            raise BadRecord("record.unreadable_action", line=number, text=text[:80]) from None
        if action not in position.legal():
            raise BadRecord("record.illegal_action", line=number, text=text[:80])
        position = position.copy()
        position.advance(action)
        yield action, position


def verify(game: Game[P, V], record: Record) -> P:
    """Replay a record, check its result and return the last position. Raises BadRecord."""
    _check_header(game, record)
    positions = [game.start(), *(after for _, after in replay(game, record))]
    position = positions[-1]
    recorded, actual = record.outcome, game.outcome(position)
    if actual is None and recorded is not None and recorded.reason in BY_THE_TABLE:
        return position
    if recorded != actual:
        raise BadRecord("record.wrong_result", line=6, told=_result(recorded), true=_result(actual))
    return position


def _check_header(game: Game[Any, Any], record: Record) -> None:
    others = any(game.options.get(option) != choice for option, choice in record.options.items())
    if record.title != game.title or others:
        raise BadRecord("record.other_game", line=2, title=record.title[:40])
    if record.rules_version != game.rules_version:
        raise BadRecord("record.other_rules", line=3, told=record.rules_version, ours=game.rules_version)
    if set(record.seats) != set(game.seats):
        raise BadRecord("record.wrong_seats", line=5, known=", ".join(game.seats))
    if record.outcome and record.outcome.winner not in game.sides:
        raise BadRecord("record.no_result", line=6)


def _result(outcome: Outcome | None) -> str:
    return f"{outcome.winner} {outcome.reason}"[:80] if outcome else UNFINISHED


def _part(lines: list[str]) -> tuple[list[str], list[str]]:
    at = next((number for number, line in enumerate(lines) if proof.ANY_VERSION.fullmatch(line)), len(lines))
    return lines[:at], lines[at:]


def _one_line(name: str) -> str:
    return " ".join(name.replace(";", ",").split())[:_LONGEST_NAME].rstrip()


def _read_outcome(text: str, *, line: int) -> Outcome | None:
    if text == UNFINISHED:
        return None
    winner, _, reason = text.partition(" ")
    if not winner or not reason or " " in reason:
        raise BadRecord("record.no_result", line=line)
    return Outcome(winner, reason)
