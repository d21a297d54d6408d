"""Bit operations on random words, in Python (bits.py) and compiled (bits.pxd)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaslamp.core import bits
from tests.kernel.checkout import NEEDS_COMPILER, Checkout, load

WORDS = st.integers(0, 2**64 - 1)
NIBBLES = st.lists(st.integers(0, 15), min_size=9, max_size=16)

PROBE = """
from gaslamp.core cimport bits
def popcount(bits.u64 mask): return bits.popcount(mask)
def bit(int n): return bits.bit(n)
def lowest(bits.u64 mask): return bits.lowest(mask)
def nth(bits.u64 mask, int k): return bits.nth(mask, k)
def nibble(bits.u64 word, int index): return bits.nibble(word, index)
def with_nibble(bits.u64 word, int index, bits.u64 value): return bits.with_nibble(word, index, value)
def find_nibble(bits.u64 word, bits.u64 value): return bits.find_nibble(word, value)
def byte(bits.u64 word, int index): return bits.byte(word, index)
def with_byte(bits.u64 word, int index, bits.u64 value): return bits.with_byte(word, index, value)
def has_byte(bits.u64 word, bits.u64 value): return bool(bits.has_byte(word, value))
def find_byte(bits.u64 word, bits.u64 value): return bits.find_byte(word, value)
def below(bits.u64 random, bits.u32 n): return bits.below(random, n)
"""


@pytest.fixture(scope="module", params=["python", pytest.param("c", marks=[pytest.mark.slow, NEEDS_COMPILER])])
def tricks(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    if request.param == "python":
        return bits
    sources = Checkout.make(tmp_path_factory.mktemp("probe")).folder / "src"
    (sources / "probe.pyx").write_text(PROBE)
    done = Checkout(sources).run("-m", "Cython.Build.Cythonize", "--inplace", "-3", "probe.pyx")
    assert done.returncode == 0, done.stderr
    (built,) = (path for path in sources.glob("probe.*") if path.suffix in {".so", ".pyd"})
    return load("probe", built)


@given(mask=WORDS)
def test_bits_are_counted_and_found_in_order(tricks: Any, mask: int) -> None:
    numbers = [n for n in range(64) if mask & tricks.bit(n)]
    assert sum(2**n for n in numbers) == mask
    assert tricks.popcount(mask) == len(numbers)
    assert [tricks.nth(mask, k) for k in range(len(numbers))] == numbers
    if numbers:
        assert tricks.lowest(mask) == numbers[0]


@given(nibbles=NIBBLES, data=st.data())
def test_a_nibble_is_read_replaced_and_found(tricks: Any, nibbles: list[int], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(nibbles) - 1))
    value = data.draw(st.integers(0, 15))
    word = word_of(nibbles)
    assert tricks.nibble(word, index) == nibbles[index]
    assert tricks.find_nibble(word, nibbles[index]) == nibbles.index(nibbles[index])
    nibbles[index] = value
    assert tricks.with_nibble(word, index, value) == word_of(nibbles)


@given(word=WORDS, index=st.integers(0, 7), value=st.integers(0, 255))
def test_a_byte_is_read_replaced_and_found(tricks: Any, word: int, index: int, value: int) -> None:
    octets = list(word.to_bytes(8, "little"))
    assert [tricks.byte(word, k) for k in range(8)] == octets
    assert tricks.has_byte(word, value) == (value in octets)
    assert all(tricks.find_byte(word, octet) == octets.index(octet) for octet in octets)
    octets[index] = value
    assert tricks.with_byte(word, index, value) == int.from_bytes(octets, "little")


@given(state=WORDS, n=st.integers(1, 2**32 - 1))
def test_random_bits_become_a_number_below_another(tricks: Any, state: int, n: int) -> None:
    assert tricks.below(state, n) == (state >> 32) * n >> 32 < n


def word_of(nibbles: list[int]) -> int:
    return sum(value << 4 * index for index, value in enumerate(nibbles))
