"""Bit tricks and number types that the positions share, so that a rule shows none: here in Python, in bits.pxd in C.

A nibble is four bits of a word, a byte eight; number 0 is the lowest. Words have at most 64 bits.
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
    """The mask with bit n alone."""
    return 1 << n


def lowest(mask: u64) -> i32:
    """The number of the lowest bit set; the mask is not 0."""
    return (mask & -mask).bit_length() - 1


def nth(mask: u64, k: i32) -> i32:
    """The number of the k-th bit set, the lowest being number 0; the mask has more than k."""
    while k:
        mask &= mask - 1
        k -= 1
    return lowest(mask)


def nibble(word: u64, index: i32) -> i32:
    """One nibble of a word."""
    return word >> 4 * index & 15


def with_nibble(word: u64, index: i32, value: u64) -> u64:
    """The word with one nibble replaced."""
    return word ^ ((word >> 4 * index & 15) ^ value) << 4 * index


def find_nibble(word: u64, value: u64) -> i32:
    """The index of the lowest nibble that has the value; there is one."""
    same = word ^ value * _ONES  # 0 where the value is
    return lowest((same - _ONES) & ~same & _HIGHS) >> 2


def byte(word: u64, index: i32) -> i32:
    """One byte of a word."""
    return word >> 8 * index & 255


def with_byte(word: u64, index: i32, value: u64) -> u64:
    """The word with one byte replaced."""
    return word ^ ((word >> 8 * index & 255) ^ value) << 8 * index


def has_byte(word: u64, value: u64) -> flag:
    """Whether a byte of the word has the value; all eight are looked at."""
    same = word ^ value * _BYTE_ONES
    return (same - _BYTE_ONES) & ~same & _BYTE_HIGHS != 0


def find_byte(word: u64, value: u64) -> i32:
    """The index of the lowest byte that has the value; there is one."""
    same = word ^ value * _BYTE_ONES
    return lowest((same - _BYTE_ONES) & ~same & _BYTE_HIGHS) >> 3


def below(random: u64, n: u32) -> u32:
    """Make a number from 0 to n - 1 of 64 random bits."""
    return (random >> 32) * n >> 32
