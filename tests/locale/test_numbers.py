"""Counts and percentages in each language."""

from __future__ import annotations

import pytest

from gaslamp.locale import format_count, format_share


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["9,999", "10 thousand", "100 thousand", "1 million", "3.2 million", "21 million", "4.1 trillion"]),
        ("fr", ["9\u202f999", "10 mille", "100 mille", "1 million", "3,2 millions", "21 millions", "4,1 billions"]),
        ("es", ["9.999", "10 mil", "100 mil", "1 millón", "3,2 millones", "21 millones", "4,1 billones"]),
        ("ru", ["9\xa0999", "10 тысяч", "100 тысяч", "1 миллион", "3,2 миллиона", "21 миллион", "4,1 триллиона"]),
    ],
)
def test_large_counts_are_rounded_and_written_in_words(language: str, said: list[str]) -> None:
    counts = [9_999, 10_000, 99_999, 999_999, 3_240_000, 21_300_000, 4_120_000_000_000]
    assert [format_count(count, language).replace("\xa0", " ") for count in counts] == [
        text.replace("\xa0", " ") for text in said
    ]


def test_only_exact_shares_are_written_as_0_or_100_percent() -> None:
    shares = [(0, 7), (1, 10**30), (1, 100), (1, 3), (10**30 - 1, 10**30), (7, 7)]
    assert [format_share(*share, "en") for share in shares] == ["0%", "<1%", "1%", "33%", "99%", "100%"]
    assert format_share(1, 3, "fr") == "33\xa0%"
