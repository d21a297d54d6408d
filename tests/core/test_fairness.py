"""Commitments: uniform draws, unambiguous framing, and figures computed independently."""

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

from gaslamp.core.records.fairness import Seal, Secret, Terms, choose, framed

PARTS = st.lists(st.binary(max_size=6), max_size=4)
SEAL = Seal(
    "g",
    Terms("pocket", 1, "a=b", "15+10", "two=constable", "yes", 3),
    Secret(b"s" * 32),
    {"one": b"1" * 32, "two": b"2" * 32},
)


# ---- even draws


@given(st.lists(st.integers(0, 6), min_size=1, max_size=5).filter(any), st.integers(0, 40))
def test_each_index_is_drawn_exactly_by_its_weight(weights: list[int], more: int) -> None:
    """Try every number: those that are not rejected are distributed exactly by weight."""
    total = sum(weights)
    below = total + more
    last = 0  # marks a rejected number
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


def test_the_figures_match_hashlib_and_hmac() -> None:
    def keyed(*parts: bytes) -> bytes:
        return hmac.new(b"s" * 32, by_hand(*parts), sha256).digest()

    commitment = sha256(by_hand(b"gaslamp secret 3", b"g", b"s" * 32)).digest()
    nonces = (b"one", b"1" * 32, b"two", b"2" * 32)
    agreed = (b"pocket", b"1", b"a=b", b"15+10", b"two=constable", b"yes", b"3")
    first = sha256(by_hand(b"gaslamp chain 3", b"g", *agreed, commitment, *nonces)).digest()
    salt = keyed(b"gaslamp salt", b"g", b"0")
    entry = sha256(by_hand(b"gaslamp entry", b"g", b"0", salt, b"{}")).digest()
    drawn = int.from_bytes(keyed(b"gaslamp draw", b"g", b"7", b"0", *nonces), "big") % 10
    (link,) = SEAL.chain([b"{}"])
    assert SEAL.secret.commitment("g") == SEAL.committed == commitment
    assert SEAL.first_head() == first
    assert link == (salt, entry, sha256(by_hand(b"gaslamp head", first, entry)).digest(), b"{}")
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


def test_the_first_head_covers_terms_and_nonces() -> None:
    others = [
        SEAL,
        *(replace(SEAL, terms=SEAL.terms._replace(**other(field))) for field in SEAL.terms._fields),
        replace(SEAL, nonces={"one": b"2" * 32, "two": b"1" * 32}),
        replace(SEAL, nonces={"one": b"1" * 32, "two": b""}),
    ]
    assert len({seal.first_head() for seal in others}) == len(others)


def test_equal_entries_have_nothing_in_common_in_the_chain() -> None:
    seals = [SEAL, replace(SEAL, secret=Secret(b"t" * 32))]
    shown = [value for seal in seals for link in seal.chain([b"the same", b"the same"]) for value in link[:3]]
    assert len(set(shown)) == len(shown)


def test_another_entry_changes_every_head_after_it() -> None:
    one = SEAL.chain(b"%d" % number for number in range(5))
    other = SEAL.chain([b"0", b"1", b"two", b"3", b"4"])
    assert [a.head == b.head for a, b in zip(one, other, strict=True)] == [True, True, False, False, False]


def test_a_secret_shows_nothing_when_it_is_printed() -> None:
    secret = Secret.new()
    seal = replace(SEAL, secret=secret)
    for shown in (repr(secret), str(secret), f"{secret}", repr(seal), repr([secret])):
        assert repr(secret.value) not in shown
        assert secret.value.hex() not in shown
    assert Secret.new() != Secret.new()
