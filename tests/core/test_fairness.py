"""Commit and reveal: even draws, framing that nothing slips through, and figures computed without our functions."""

from __future__ import annotations

import hmac
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from itertools import chain as joined
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaslamp.core.records.fairness import Chain, Seal, Secret, Terms, Version, choose, framed

PARTS = st.lists(st.binary(max_size=6), max_size=4)
SEAL = Seal(
    "g", Terms("pocket", 1, "a=b", "15+10", "two=constable"), Secret(b"s" * 32), {"one": b"1" * 32, "two": b"2" * 32}
)


# ---- even draws


@given(st.lists(st.integers(0, 6), min_size=1, max_size=5).filter(any), st.integers(0, 40))
def test_each_index_is_drawn_exactly_by_its_weight(weights: list[int], more: int) -> None:
    """Try every number there is: those that are not passed over are shared out with nothing left."""
    total = sum(weights)
    below = total + more
    last = 0  # what stands after a number that is passed over; it shows as a draw of its own
    drawn = Counter[int]()
    passed = 0
    for number in range(below):
        numbers = iter([number, last])
        drawn[choose(weights, numbers, below)] += 1
        passed += next(numbers, None) is None
    drawn[choose(weights, iter([last]), below)] -= passed
    assert passed == below % total
    assert [drawn[index] for index in range(len(weights))] == [weight * (below // total) for weight in weights]


def test_numbers_that_would_favour_an_index_are_passed_over_one_after_the_other() -> None:
    numbers = iter([15, 15, 15, 14, 3])
    assert choose([5, 5, 5], numbers, below=16) == 2
    assert next(numbers) == 3


@pytest.mark.parametrize("weights", [[], [0], [0, 0], [2, -1], [9, 9]])
def test_without_weights_nothing_is_drawn(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="no weights"):
        choose(weights, iter(range(100)), below=16)


def test_an_index_without_weight_is_never_drawn() -> None:
    assert {SEAL.draw(number, [0, 3, 0, 2, 0]) for number in range(60)} == {1, 3}


# ---- framing


@given(PARTS, PARTS)
def test_only_the_same_things_have_the_same_bytes(one: list[bytes], other: list[bytes]) -> None:
    assert (framed(one) == framed(other)) == (one == other)


def test_texts_and_numbers_are_framed_as_their_characters() -> None:
    assert framed(["é", 12, b""]) == b"\0\0\0\x02\xc3\xa9\0\0\0\x0212\0\0\0\0"


# ---- the figures, step by step


def by_hand(*parts: bytes) -> bytes:
    return b"".join(bytes([0, 0, 0, len(part)]) + part for part in parts)


@pytest.mark.parametrize(
    ("version", "labels", "agreed"),
    [
        (1, (b"gaslamp secret", b"gaslamp chain"), ()),
        (2, (b"gaslamp secret 2", b"gaslamp chain 2"), (b"15+10", b"two=constable")),
    ],
)
def test_the_figures_are_those_of_the_standard_library_put_together_by_hand(
    version: Version, labels: tuple[bytes, bytes], agreed: tuple[bytes, ...]
) -> None:
    def keyed(*parts: bytes) -> bytes:
        return hmac.new(b"s" * 32, by_hand(*parts), sha256).digest()

    commitment = sha256(by_hand(labels[0], b"g", b"s" * 32)).digest()
    nonces = (b"one", b"1" * 32, b"two", b"2" * 32)
    first = sha256(by_hand(labels[1], b"g", b"pocket", b"1", b"a=b", *agreed, commitment, *nonces)).digest()
    salt = keyed(b"gaslamp salt", b"g", b"0")
    entry = sha256(by_hand(b"gaslamp entry", b"g", b"0", salt, b"{}")).digest()
    drawn = int.from_bytes(keyed(b"gaslamp draw", b"g", b"7", b"0", *nonces), "big") % 10
    chain = Chain(replace(SEAL, version=version))
    chain.append(b"{}")
    assert SEAL.secret.commitment("g", version) == chain.seal.committed == commitment
    assert SEAL.secret.nonce("g", "one") == keyed(b"gaslamp nonce", b"g", b"one")
    assert chain.head(0) == first
    assert chain.links[0] == (salt, entry, sha256(by_hand(b"gaslamp head", first, entry)).digest(), b"{}")
    assert SEAL.draw(7, [1] * 10) == drawn


def test_a_draw_depends_on_the_secret_the_game_every_nonce_and_its_number() -> None:
    others = [
        SEAL,
        replace(SEAL, secret=Secret(b"t" * 32)),
        replace(SEAL, game="h"),
        replace(SEAL, nonces={"one": b"1" * 32, "two": b"3" * 32}),
        replace(SEAL, nonces={"one": b"3" * 32, "two": b"2" * 32}),
    ]
    many = [1] * 20_000
    drawn = list(joined.from_iterable([seal.draw(0, many), seal.draw(1, many)] for seal in others))
    assert len(set(drawn)) == len(drawn)


def other(field: str) -> dict[str, Any]:
    return {field: "other"}


def test_the_first_head_depends_on_all_that_was_agreed_and_on_who_added_what() -> None:
    others = [
        SEAL,
        *(replace(SEAL, terms=SEAL.terms._replace(**other(field))) for field in SEAL.terms._fields),
        replace(SEAL, nonces={"one": b"2" * 32, "two": b"1" * 32}),
        replace(SEAL, nonces={"one": b"1" * 32, "two": b""}),
        replace(SEAL, version=1),
    ]
    assert len({seal.first_head() for seal in others}) == len(others)


def test_equal_entries_have_nothing_in_common_in_the_chain() -> None:
    chains = [Chain(SEAL), Chain(replace(SEAL, secret=Secret(b"t" * 32)))]
    for chain in chains:
        chain.append(b"the same")
        chain.append(b"the same")
    shown = [value for chain in chains for link in chain.links for value in link[:3]]
    assert len(set(shown)) == len(shown)


def test_another_entry_changes_every_head_after_it() -> None:
    one, other = Chain(SEAL), Chain(SEAL)
    for number in range(5):
        one.append(b"%d" % number)
        other.append(b"%d" % number if number != 2 else b"two")
    assert [one.head(length) == other.head(length) for length in range(6)] == [True, True, True, False, False, False]


def test_a_secret_shows_nothing_when_it_is_printed() -> None:
    secret = Secret.new()
    seal = replace(SEAL, secret=secret)
    for shown in (repr(secret), str(secret), f"{secret}", repr(seal), repr([secret])):
        assert repr(secret.value) not in shown
        assert secret.value.hex() not in shown
    assert Secret.new() != Secret.new()
