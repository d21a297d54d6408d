"""Elements of the record format: `name: value` headers, pairs and numbers. Errors name the line.

>>> read_pairs("edition=revised; aid=off", line=3)
{'edition': 'revised', 'aid': 'off'}
>>> read_number("ten", line=4)
Traceback (most recent call last):
gaslamp.core.records.record_format.BadRecord: ('record.no_number', {'line': 4, 'text': 'ten'})
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gaslamp.core.errors import GaslampError
from gaslamp.core.messages import Param


class BadRecord(GaslampError):
    """A record that cannot be used; `line` is the first wrong line."""

    def __init__(self, id: str, /, line: int, **params: Param) -> None:
        super().__init__(id, line=line, **params)
        self.line = line


def write_header(first: str, values: Mapping[str, str]) -> list[str]:
    """Return the header's lines: the format name, one line per value, and a blank line."""
    return [first, *(f"{key}: {value}".rstrip() for key, value in values.items()), ""]


def read_header(lines: Sequence[str], keys: Sequence[str], before: int = 0) -> dict[str, str]:
    """Parse a header that starts after line *before*. Raises BadRecord."""
    header = {}
    for number, key in enumerate(keys, 2):
        name, colon, value = lines[number - 1].partition(":") if number <= len(lines) else ("", "", "")
        if name.strip() != key or not colon:
            raise BadRecord("record.no_header", line=before + number, key=key)
        header[key] = value.strip()
    blank = len(keys) + 2
    if len(lines) >= blank and lines[blank - 1].strip():
        raise BadRecord("record.no_blank_line", line=before + blank)
    return header


def pairs(values: Mapping[str, str]) -> str:
    return "; ".join(f"{key}={value}" for key, value in values.items())


def read_pairs(text: str, *, line: int) -> dict[str, str]:
    """Parse `key=value; key=value`. Raises BadRecord for a malformed pair or a repeated key."""
    values: dict[str, str] = {}
    for part in text.split(";") if text else []:
        key, equals, value = part.strip().partition("=")
        if not key or not equals or key in values:
            raise BadRecord("record.bad_pair", line=line, text=part.strip()[:80])
        values[key] = value
    return values


def read_number(text: str, *, line: int) -> int:
    """Parse a number of at most nine digits. Raises BadRecord."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadRecord("record.no_number", line=line, text=text[:20])
    return int(text)
