"""Buffers that kernel modules write into: memoryviews here, raw pointers in buffers.pxd.

A buffer must be contiguous and outlive its use. C does not check indexes.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Bytes: TypeAlias = memoryview  # of signed bytes
Shorts: TypeAlias = memoryview  # of 16 bits
Ints: TypeAlias = memoryview  # of 32 bits
Floats: TypeAlias = memoryview  # of 32 bits


def bytes_of(buffer: Any) -> Bytes:
    return memoryview(buffer)


def shorts_of(buffer: Any) -> Shorts:
    return memoryview(buffer)


def ints_of(buffer: Any) -> Ints:
    return memoryview(buffer)


def floats_of(buffer: Any) -> Floats:
    return memoryview(buffer)


def clear(buffer: Bytes, begin: int, size: int) -> None:
    buffer[begin : begin + size] = memoryview(bytes(size)).cast("b")


def mark(buffer: Bytes, begin: int, mask: int, value: int) -> None:
    """Set *value* at the offset of each set bit of *mask*."""
    while mask:
        buffer[begin + (mask & -mask).bit_length() - 1] = value
        mask &= mask - 1


def fill_up(buffer: Bytes, begin: int, count: int, value: int) -> None:
    for place in range(begin, begin + count):
        buffer[place] = value
