"""A record and random edits that damage it."""

from pathlib import Path
from typing import Final

from hypothesis import strategies as st

from gaslamp import titles
from gaslamp.core.errors import GaslampError
from gaslamp.core.records.record import read, verify

RECORD: Final = (Path(__file__).parent.parent / "golden" / "pocket" / "one_suspect.record").read_text(encoding="utf-8")
LINES: Final = RECORD.splitlines()
FIRST_ACTION: Final = 9  # line number, from 1
GAME: Final = titles.game("pocket")


def check(text: str) -> None:
    """Parse and verify a record, as for an upload."""
    record = read(text)
    verify(titles.game(record.title, record.options), record)


def finding(text: str) -> GaslampError | None:
    """Return the error of a record, or None. Other exceptions propagate."""
    try:
        check(text)
    except GaslampError as error:
        return error
    return None


@st.composite
def edits(draw: st.DrawFn) -> str:
    """Return the record after one to four random edits."""
    data = RECORD.encode()
    for _ in range(draw(st.integers(1, 4))):
        accident = draw(st.sampled_from([flipped, cut, deleted, doubled, swapped, inserted]))
        data = accident(draw, data)
    return data.decode("utf-8", errors="replace")


def flipped(draw: st.DrawFn, data: bytes) -> bytes:
    """Change one byte."""
    if not data:
        return data
    at = draw(st.integers(0, len(data) - 1))
    return data[:at] + bytes([draw(st.integers(0, 255))]) + data[at + 1 :]


def cut(draw: st.DrawFn, data: bytes) -> bytes:
    return data[: draw(st.integers(0, len(data)))]


def deleted(draw: st.DrawFn, data: bytes) -> bytes:
    lines = data.split(b"\n")
    del lines[draw(st.integers(0, len(lines) - 1))]
    return b"\n".join(lines)


def doubled(draw: st.DrawFn, data: bytes) -> bytes:
    lines = data.split(b"\n")
    at = draw(st.integers(0, len(lines) - 1))
    return b"\n".join([*lines[:at], lines[at], *lines[at:]])


def swapped(draw: st.DrawFn, data: bytes) -> bytes:
    lines = data.split(b"\n")
    one, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def inserted(draw: st.DrawFn, data: bytes) -> bytes:
    """Insert a line of the record or random bytes."""
    lines = data.split(b"\n")
    words = st.sampled_from([b"stay", b"take holmes", b"actions: 3", b"result: jack resigned", b"", b"options: ==;;="])
    lines.insert(draw(st.integers(0, len(lines))), draw(words | st.binary(max_size=30)))
    return b"\n".join(lines)
