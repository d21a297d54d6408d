"""Buckets of tokens: so much at once, so much a second, and strangers are forgotten."""

from __future__ import annotations

import pytest

from gaslamp.server.ops import limits
from gaslamp.server.ops.limits import Bucket, Buckets, Rate, rate_limit_key


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_a_bucket_is_emptied_and_fills_again() -> None:
    clock = Clock()
    bucket = Bucket(Rate(3, 2), clock)
    assert [bucket.try_acquire() for _ in range(4)] == [True, True, True, False]
    clock.time += 0.5
    assert [bucket.try_acquire() for _ in range(2)] == [True, False]
    clock.time += 1000
    assert [bucket.try_acquire() for _ in range(4)] == [True, True, True, False]


def test_addresses_do_not_pay_for_each_other() -> None:
    buckets = Buckets(Rate(1, 1), Clock())
    assert [buckets.try_acquire(address) for address in ("a", "b", "a", "b")] == [True, True, False, False]


def test_who_asked_for_nothing_lately_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_MOST", 100)
    clock = Clock()
    buckets = Buckets(Rate(2, 1), clock)
    for number in range(1000):
        clock.time += 1
        buckets.try_acquire(str(number))
    assert len(buckets._buckets) <= 100


@pytest.mark.parametrize(
    ("address", "shared"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:18:88::1", "2001:db8:18:88::/64"),
        ("2001:db8:18:88:ffff:ffff:ffff:ffff", "2001:db8:18:88::/64"),
        ("2001:db8:18:89::1", "2001:db8:18:89::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unknown", "unknown"),
    ],
)
def test_who_has_a_whole_network_has_one_limit(address: str, shared: str) -> None:
    assert rate_limit_key(address) == shared
