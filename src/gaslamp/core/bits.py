"""Bit operations and integer types for positions: Python here, C in bits.pxd.

Nibbles (4 bits) and bytes of a word are numbered from the lowest. Words have at most 64 bits.
"""

from typing import TypeAlias

u8: TypeAlias = int
u16: TypeAlias = int
u32: TypeAlias = int
u64: TypeAlias = int
i32: TypeAlias = int
i64: TypeAlias = int
flag: TypeAlias = bool

_ONES = 0x1111111111111111
_HIGHS = 0x8888888888888888
_BYTE_ONES = 0x0101010101010101
_BYTE_HIGHS = 0x8080808080808080

popcount = int.bit_count


def bit(n: i32) -> u64:
    return 1 << n


def lowest(mask: u64) -> i32:
    """Return the index of the lowest set bit; *mask* must not be 0."""
    return (mask & -mask).bit_length() - 1


def nth(mask: u64, k: i32) -> i32:
    """Return the index of the k-th set bit, counted from 0; *mask* must have more than k."""
    while k:
        mask &= mask - 1
        k -= 1
    return lowest(mask)


def nibble(word: u64, index: i32) -> i32:
    return word >> 4 * index & 15


def with_nibble(word: u64, index: i32, value: u64) -> u64:
    return word ^ ((word >> 4 * index & 15) ^ value) << 4 * index


def find_nibble(word: u64, value: u64) -> i32:
    """Return the index of the lowest nibble equal to *value*, which must exist."""
    same = word ^ value * _ONES  # 0 in matching nibbles
    return lowest((same - _ONES) & ~same & _HIGHS) >> 2


def byte(word: u64, index: i32) -> i32:
    return word >> 8 * index & 255


def with_byte(word: u64, index: i32, value: u64) -> u64:
    return word ^ ((word >> 8 * index & 255) ^ value) << 8 * index


def has_byte(word: u64, value: u64) -> flag:
    """True if any of the eight bytes equals *value*."""
    same = word ^ value * _BYTE_ONES
    return (same - _BYTE_ONES) & ~same & _BYTE_HIGHS != 0


def find_byte(word: u64, value: u64) -> i32:
    """Return the index of the lowest byte equal to *value*, which must exist."""
    same = word ^ value * _BYTE_ONES
    return lowest((same - _BYTE_ONES) & ~same & _BYTE_HIGHS) >> 3


def below(random: u64, n: u32) -> u32:
    """Map 64 random bits to 0 .. n - 1."""
    return (random >> 32) * n >> 32
