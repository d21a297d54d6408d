"""Memory of others that a kernel module writes into: here views of it, in buffers.pxd bare pointers.

What is handed over lies in one piece and is kept alive by whoever hands it over. No index is checked in C.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Bytes: TypeAlias = memoryview  # of signed bytes
Shorts: TypeAlias = memoryview  # of 16 bits
Ints: TypeAlias = memoryview  # of 32 bits
Floats: TypeAlias = memoryview  # of 32 bits


def bytes_of(buffer: Any) -> Bytes:
    """The signed bytes of an array."""
    return memoryview(buffer)


def shorts_of(buffer: Any) -> Shorts:
    """The numbers of an array of 16 bits."""
    return memoryview(buffer)


def ints_of(buffer: Any) -> Ints:
    """The numbers of an array of 32 bits."""
    return memoryview(buffer)


def floats_of(buffer: Any) -> Floats:
    """The numbers of an array of short floats."""
    return memoryview(buffer)


def clear(buffer: Bytes, begin: int, size: int) -> None:
    """Put zeros into so many bytes."""
    buffer[begin : begin + size] = memoryview(bytes(size)).cast("b")


def mark(buffer: Bytes, begin: int, mask: int, value: int) -> None:
    """Put a value for each bit of a mask, where that bit stands."""
    while mask:
        buffer[begin + (mask & -mask).bit_length() - 1] = value
        mask &= mask - 1


def fill_up(buffer: Bytes, begin: int, count: int, value: int) -> None:
    """Put so many times a value."""
    for place in range(begin, begin + count):
        buffer[place] = value
