"""The words of the house in every language it speaks: one catalogue a language.

It is read from the .po file here and from those beside each title, in its folder `locale`. A title that somebody added
may lack some of them: it is spoken of in English then, or in plain words.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from gettext import c2py  # what gettext itself reads plural rules with
from itertools import product
from pathlib import Path
from typing import Final
from unicodedata import category

from babel.messages.pofile import PoFileError, read_po

from gaslamp import titles
from gaslamp.core.errors import BrokenTitle, Unreadable
from gaslamp.core.messages import Count, Message, Param, Share
from gaslamp.locale import numbers, plain

LANGUAGES: Final = ("en", "fr", "es", "ru")
NAMES: Final = {"en": "English", "fr": "Français", "es": "Español", "ru": "Русский"}  # each in its own language

# Control characters and halves of broken ones: text from outside must not steer a terminal or break a line.
_UNSAYABLE: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})


_HERE: Final = Path(__file__).parent


class Catalogue:
    """All messages of one language."""

    def __init__(self, language: str, sentences: Mapping[str, tuple[str, ...]], plural_rule: str) -> None:
        self.language = language
        self._sentences = sentences
        self._form = c2py(plural_rule)
        self._plain = {id: forms[0].format_map({}) for id, forms in sentences.items() if "{" not in forms[0]}

    def __contains__(self, id: str) -> bool:
        return id in self._sentences

    @property
    def sentences(self) -> Mapping[str, tuple[str, ...]]:
        """Every message id with its text, or with one text for each plural form."""
        return self._sentences

    def say(self, message: Message) -> str:
        """A message in words; `count` among its gaps chooses the plural form. An unknown id is a bug: KeyError.

        Only a title may leave something unsaid: then it is said plainly.
        """
        if not message.params and message.id in self._plain:
            return self._plain[message.id]
        if message.id not in self._sentences:
            return plain.say(self, message)
        forms = self._sentences[message.id]
        count = message.params.get("count")
        text = forms[self._form(count)] if len(forms) > 1 and isinstance(count, int) else forms[0]
        return text.format_map({key: self.fill(value) for key, value in message.params.items()})

    def fill(self, value: Param) -> str | int:
        """What goes into a gap in words."""
        match value:
            case Message():
                return self.say(value)
            case Count(number):
                return numbers.count(number, self.language)
            case Share(part, whole):
                return numbers.share(part, whole, self.language)
            case tuple():
                return ", ".join(self.say(part) for part in value)
            case str():
                if value.isprintable():
                    return value
                return "".join("�" if category(char) in _UNSAYABLE else char for char in value)
            case _:
                return value


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language."""
    if language not in LANGUAGES:
        raise Unreadable("error.language", language=language[:20], known=", ".join(LANGUAGES))
    sentences, plural_rule = _read(_HERE / f"{language}.po")
    for title in titles.titles():
        try:
            sentences = {**words_of(title, language), **sentences}  # no title says what the house says
        except BrokenTitle:
            continue  # it has its plain words, and `check` says what is wrong
    return Catalogue(language, sentences, plural_rule)


def words_of(title: str, language: str) -> Mapping[str, tuple[str, ...]]:
    """The messages of a title: in a language it lacks, those in English; none where it has no words at all."""
    folder = titles.folder(title)
    files = [folder / "locale" / f"{known}.po" for known in (language, LANGUAGES[0])] if folder is not None else []
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
    """Refuse titles whose words cannot be read."""
    for title, language in product(titles.titles(), LANGUAGES):
        words_of(title, language)


def _read(file: Path) -> tuple[dict[str, tuple[str, ...]], str]:
    """The messages of a file, and how its language chooses plural forms."""
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
    """The language of the user's locale if the house speaks it, else English."""
    chosen = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    wanted = [*environment.get("LANGUAGE", "").split(":"), chosen] if chosen not in ("", "C", "POSIX") else [chosen]
    for name in wanted:
        if name[:2].lower() in LANGUAGES and not name[2:3].isalpha():
            return name[:2].lower()
    return LANGUAGES[0]
