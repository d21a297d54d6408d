"""Message catalogues, one for each language.

A catalogue is read from the .po file in this folder and from those in each title's folder `locale`. An added title may
lack a language, which falls back to English, or messages, which fall back to generic ones.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import cache
from gettext import c2py  # parser of plural expressions
from itertools import product
from pathlib import Path
from typing import Final
from unicodedata import category

from babel.dates import format_date, format_timedelta
from babel.messages.pofile import PoFileError, read_po
from babel.numbers import format_compact_decimal, format_decimal, format_percent

from gaslamp import titles
from gaslamp.core.errors import BrokenTitle, Unreadable
from gaslamp.core.messages import Count, Message, Param, Share, message

LANGUAGES: Final = ("en", "fr", "es", "ru")
NAMES: Final = {"en": "English", "fr": "Français", "es": "Español", "ru": "Русский"}  # each in its own language

# Control characters, surrogates and line separators: input must not control a terminal or break a line.
_UNPRINTABLE: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})

# Messages with a generic fallback, by the id without the title; and those that end with a seat.
_GENERIC: Final = frozenset({"card_about", "card_motto", "card_players", "kicker_over", "rules", "tab_sheet"})
_GENERIC_BY_SEAT: Final = frozenset({"curtain", "curtain_back", "curtain_show", "resign", "seat_about"})

_HERE: Final = Path(__file__).parent


class Catalogue:
    def __init__(self, language: str, sentences: Mapping[str, tuple[str, ...]], plural_rule: str) -> None:
        self.language = language
        self._sentences = sentences
        self._form = c2py(plural_rule)
        self._plain = {id: forms[0].format_map({}) for id, forms in sentences.items() if "{" not in forms[0]}

    def __contains__(self, id: str) -> bool:
        return id in self._sentences

    @property
    def sentences(self) -> Mapping[str, tuple[str, ...]]:
        return self._sentences

    def say(self, message: Message) -> str:
        """Render a message; its parameter `count` selects the plural form.

        A message that a title lacks has a generic text. Raises KeyError for any other unknown id.
        """
        if not message.params and message.id in self._plain:
            return self._plain[message.id]
        if message.id not in self._sentences:
            return self._generic(message)
        forms = self._sentences[message.id]
        count = message.params.get("count")
        text = forms[self._form(count)] if len(forms) > 1 and isinstance(count, int) else forms[0]
        return text.format_map({key: self.fill(value) for key, value in message.params.items()})

    def fill(self, value: Param) -> str | int:
        match value:
            case Message():
                return self.say(value)
            case Count(number):
                return format_count(number, self.language)
            case Share(part, whole):
                return format_share(part, whole, self.language)
            case tuple():
                return ", ".join(self.say(part) for part in value)
            case str():
                if value.isprintable():
                    return value
                return "".join("�" if category(char) in _UNPRINTABLE else char for char in value)
            case _:
                return value

    def _generic(self, missing: Message) -> str:
        title, _, rest = missing.id.partition(".")
        kind, _, name = rest.partition(".")
        if not rest or title not in titles.titles():
            raise KeyError(missing.id)
        if kind in _GENERIC_BY_SEAT:
            return self.say(message(f"plain.{kind}", name=message(f"{title}.seat.{name}")))
        if (id := rest.replace(".", "_")) in _GENERIC:
            return self.say(message(f"plain.{id}"))
        params = ", ".join(str(self.fill(value)) for value in missing.params.values())
        words = (title if rest == "title" else rest.rpartition(".")[2]).replace("_", " ").capitalize()
        return f"{words}: {params}" if params else words


@cache
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language. Raises Unreadable."""
    if language not in LANGUAGES:
        raise Unreadable("error.language", language=language[:20], known=", ".join(LANGUAGES))
    sentences, plural_rule = _read(_HERE / f"{language}.po")
    for title in titles.titles():
        try:
            sentences = {**words_of(title, language), **sentences}  # a title cannot override common messages
        except BrokenTitle:
            continue  # generic texts are used; `check` reports the error
    return Catalogue(language, sentences, plural_rule)


def words_of(title: str, language: str) -> Mapping[str, tuple[str, ...]]:
    """Return the messages of a title in *language*, else in English, else {}. Raises BrokenTitle."""
    folder = titles.folder(title)
    files = [folder / "locale" / f"{code}.po" for code in (language, LANGUAGES[0])] if folder is not None else []
    file = next((file for file in files if file.is_file()), None)
    if file is None:
        return {}
    try:
        sentences, _ = _read(file)
    except (OSError, ValueError, PoFileError) as error:
        raise BrokenTitle("error.title_words", title=title, file=str(file)) from error
    if any(not id.startswith(f"{title}.") for id in sentences):
        raise BrokenTitle("error.title_words", title=title, file=str(file))
    return sentences


def check() -> None:
    """Raise BrokenTitle for a title whose catalogues cannot be read."""
    for title, language in product(titles.titles(), LANGUAGES):
        words_of(title, language)


def _read(file: Path) -> tuple[dict[str, tuple[str, ...]], str]:
    with file.open("rb") as lines:
        po = read_po(lines, locale=file.stem, abort_invalid=True)
    sentences: dict[str, tuple[str, ...]] = {}
    for entry in po:
        if entry.id:
            id = entry.id if isinstance(entry.id, str) else entry.id[0]
            forms = (entry.string,) if isinstance(entry.string, str) else entry.string or ()
            sentences[id] = tuple(forms)
    return sentences, po.plural_expr


def guess_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the user's locale if it is supported, else English."""
    chosen = next((environment[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(key)), "")
    names = [*environment.get("LANGUAGE", "").split(":"), chosen] if chosen not in ("", "C", "POSIX") else [chosen]
    for name in names:
        if name[:2].lower() in LANGUAGES and not name[2:3].isalpha():
            return name[:2].lower()
    return LANGUAGES[0]


EXACT = 10_000  # smaller counts are not abbreviated
_TWO_DIGITS = Context(prec=2, rounding=ROUND_HALF_EVEN)


def format_count(number: int, language: str) -> str:
    """Format a count exactly, or abbreviated, as in 3.2 million."""
    if number < EXACT:
        return format_decimal(number, locale=language)
    rounded = _TWO_DIGITS.create_decimal(number)
    if language == "fr" and rounded.as_tuple().digits in {(1,), (1, 0)}:
        rounded += Decimal(1).scaleb(rounded.adjusted() - 4)  # avoids Babel's "1 millions"; rounded away
    return format_compact_decimal(rounded, format_type="long", locale=language, fraction_digits=1)


def format_share(part: int, whole: int, language: str) -> str:
    """Format a percentage. 0 and 100 are used only for none and all."""
    if 0 < part * 100 < whole:
        return "<" + format_percent(Decimal("0.01"), locale=language)
    hundredths = round(Decimal(part * 100) / Decimal(whole)) if part < whole else 100
    return format_percent(Decimal(min(hundredths, 99 if part < whole else 100)) / 100, locale=language)


def format_span(seconds: int, language: str) -> str:
    """Format a duration in its largest unit, minutes or more: "10 min"."""
    return format_timedelta(seconds, "minute", threshold=1, format="short", locale=language)


def format_day(at: int, language: str) -> str:
    """Format the date of a time in milliseconds since 1970."""
    return format_date(datetime.fromtimestamp(at / 1000, UTC), "medium", language)


def format_number(number: float, language: str) -> str:
    return format_decimal(number, format="#,##0.00", locale=language)
