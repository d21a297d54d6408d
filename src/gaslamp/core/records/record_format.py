"""What everything on paper is made of: lines of `name: value`, pairs, numbers; what is wrong is told with its line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gaslamp.core.errors import GaslampError
from gaslamp.core.messages import Param


class BadRecord(GaslampError):
    """A record that cannot be used; the message names the first line that is wrong."""

    def __init__(self, id: str, /, line: int, **params: Param) -> None:
        super().__init__(id, line=line, **params)
        self.line = line


def write_header(first: str, values: Mapping[str, str]) -> list[str]:
    """The lines of a header: what the paper is, one line a value, and a blank one."""
    return [first, *(f"{key}: {value}".rstrip() for key, value in values.items()), ""]


def read_header(lines: Sequence[str], keys: Sequence[str], before: int = 0) -> dict[str, str]:
    """Read the values of a header whose first line stands after so many others."""
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
    """Names with their values in one line."""
    return "; ".join(f"{key}={value}" for key, value in values.items())


def read_pairs(text: str, *, line: int) -> dict[str, str]:
    """Read names with their values; each name once."""
    found: dict[str, str] = {}
    for part in text.split(";") if text else []:
        key, equals, value = part.strip().partition("=")
        if not key or not equals or key in found:
            raise BadRecord("record.bad_pair", line=line, text=part.strip()[:80])
        found[key] = value
    return found


def read_number(text: str, *, line: int) -> int:
    """Read a number of few digits."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadRecord("record.no_number", line=line, text=text[:20])
    return int(text)
