"""Number formats by language: abbreviated counts, percentages and decimals."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal

from babel.numbers import format_compact_decimal, format_decimal, format_percent

EXACT = 10_000  # smaller counts are not abbreviated
_TWO_DIGITS = Context(prec=2, rounding=ROUND_HALF_EVEN)


def count(number: int, language: str) -> str:
    """Format a count exactly, or abbreviated, as in 3.2 million."""
    if number < EXACT:
        return format_decimal(number, locale=language)
    rounded = _TWO_DIGITS.create_decimal(number)
    if language == "fr" and rounded.as_tuple().digits in {(1,), (1, 0)}:
        rounded += Decimal(1).scaleb(rounded.adjusted() - 4)  # avoids Babel's "1 millions"; rounded away
    return format_compact_decimal(rounded, format_type="long", locale=language, fraction_digits=1)


def share(part: int, whole: int, language: str) -> str:
    """Format a percentage. 0 and 100 are used only for none and all."""
    if 0 < part * 100 < whole:
        return "<" + format_percent(Decimal("0.01"), locale=language)
    hundredths = round(Decimal(part * 100) / Decimal(whole)) if part < whole else 100
    return format_percent(Decimal(min(hundredths, 99 if part < whole else 100)) / 100, locale=language)


def decimal(number: float, language: str) -> str:
    return format_decimal(number, format="#,##0.00", locale=language)
