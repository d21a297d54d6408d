"""A game on paper: a header and one line an action, chance included. Read, write, replay, verify."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Game, Outcome, P, V
from gaslamp.core.messages import Param

FIRST_LINE: Final = "gaslamp record 1"
UNFINISHED: Final = "unfinished"
_HEADER: Final = ("title", "rules", "options", "seats", "result", "actions")
_LONGEST_FILE: Final = 1_000_000
_LONGEST_NAME: Final = 60

# Reasons of the table rather than of a title: the actions alone do not show them.
BY_THE_TABLE: Final = ("resigned", "time")


class BadRecord(GaslampError):
    """A record that cannot be used; the message names the first line that is wrong."""

    def __init__(self, id: str, /, line: int, **params: Param) -> None:
        super().__init__(id, line=line, **params)
        self.line = line


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game: what was agreed, who sat where, every action by its notation, and how it ended."""

    title: str
    rules_version: int
    options: Mapping[str, str]
    seats: Mapping[str, str]  # seat -> the name of who sat there
    actions: tuple[str, ...]
    outcome: Outcome | None = None
    first_line: int = field(default=len(_HEADER) + 3, compare=False)  # where the actions begin in its file


def write(record: Record) -> str:
    """Give a record as text; `read` is its inverse."""
    outcome = record.outcome
    header = {
        "title": record.title,
        "rules": str(record.rules_version),
        "options": _pairs(record.options),
        "seats": _pairs({seat: _one_line(name) for seat, name in record.seats.items()}),
        "result": f"{outcome.winner} {outcome.reason}" if outcome else UNFINISHED,
        "actions": str(len(record.actions)),
    }
    lines = [FIRST_LINE, *(f"{key}: {value}".rstrip() for key, value in header.items()), "", *record.actions]
    return "\n".join(lines) + "\n"


def read(text: str) -> Record:
    """Read a record; whatever is wrong with it is a BadRecord that names the line."""
    if len(text) > _LONGEST_FILE:
        raise BadRecord("record.too_long", line=1)
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        raise BadRecord("record.foreign", line=1)
    header = _read_header(lines)
    first = len(_HEADER) + 2  # the line after the blank one, counted from 0
    actions = [line.strip() for line in lines[first:]]
    while actions and not actions[-1]:
        actions.pop()
    for number, action in enumerate(actions, first + 1):
        if not action:
            raise BadRecord("record.empty_line", line=number)
    if header["actions"] != str(len(actions)):
        raise BadRecord("record.truncated", line=len(lines), counted=len(actions), promised=header["actions"][:20])
    return Record(
        title=header["title"],
        rules_version=_number(header["rules"], line=3),
        options=_read_pairs(header["options"], line=4),
        seats=_read_pairs(header["seats"], line=5),
        outcome=_read_outcome(header["result"], line=6),
        actions=tuple(actions),
        first_line=first + 1,
    )


def replay(game: Game[P, V], record: Record) -> Iterator[tuple[int, P]]:
    """Play a record step by step: give each action and the position after it; refuse the first illegal line."""
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
    """Replay a record and check its result; give the last position."""
    _check_header(game, record)
    positions = [game.start(), *(after for _, after in replay(game, record))]
    position = positions[-1]
    told, true = record.outcome, game.outcome(position)
    if true is None and told is not None and told.reason in BY_THE_TABLE:
        return position
    if told != true:
        raise BadRecord("record.wrong_result", line=6, told=_result(told), true=_result(true))
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


def _pairs(values: Mapping[str, str]) -> str:
    return "; ".join(f"{key}={value}" for key, value in values.items())


def _one_line(name: str) -> str:
    return " ".join(name.replace(";", ",").split())[:_LONGEST_NAME].rstrip()


def _read_header(lines: list[str]) -> dict[str, str]:
    header = {}
    for number, key in enumerate(_HEADER, 2):
        name, colon, value = lines[number - 1].partition(":") if number <= len(lines) else ("", "", "")
        if name.strip() != key or not colon:
            raise BadRecord("record.no_header", line=number, key=key)
        header[key] = value.strip()
    blank = len(_HEADER) + 2
    if len(lines) >= blank and lines[blank - 1].strip():
        raise BadRecord("record.no_blank_line", line=blank)
    return header


def _read_pairs(text: str, *, line: int) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for part in text.split(";") if text else []:
        key, equals, value = part.strip().partition("=")
        if not key or not equals or key in pairs:
            raise BadRecord("record.bad_pair", line=line, text=part.strip()[:80])
        pairs[key] = value
    return pairs


def _read_outcome(text: str, *, line: int) -> Outcome | None:
    if text == UNFINISHED:
        return None
    winner, _, reason = text.partition(" ")
    if not winner or not reason or " " in reason:
        raise BadRecord("record.no_result", line=line)
    return Outcome(winner, reason)


def _number(text: str, *, line: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadRecord("record.no_number", line=line, text=text[:20])
    return int(text)
