"""The words of the house in every language it speaks: one catalogue a language, read from its .po file here."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from gettext import c2py  # what gettext itself reads plural rules with
from importlib.resources import files
from typing import Final
from unicodedata import category

from babel.messages.pofile import read_po

from gaslamp.core.errors import Unreadable
from gaslamp.core.messages import Count, Message, Param, Share
from gaslamp.locale import numbers

LANGUAGES: Final = ("en", "fr", "es", "ru")
NAMES: Final = {"en": "English", "fr": "Français", "es": "Español", "ru": "Русский"}  # each in its own language

# Control characters and halves of broken ones: text from outside must not steer a terminal or break a line.
_UNSAYABLE: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})


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
        """Give every message id with its text, or with one text for each plural form."""
        return self._sentences

    def say(self, message: Message) -> str:
        """Give a message in words; `count` among its gaps chooses the plural form. An unknown id is a bug: KeyError."""
        if not message.params and message.id in self._plain:
            return self._plain[message.id]
        forms = self._sentences[message.id]
        count = message.params.get("count")
        text = forms[self._form(count)] if len(forms) > 1 and isinstance(count, int) else forms[0]
        return text.format_map({key: self._param(value) for key, value in message.params.items()})

    def _param(self, value: Param) -> str | int:
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
                return "".join("�" if category(char) in _UNSAYABLE else char for char in value)
            case _:
                return value


@cache
def catalogue(language: str) -> Catalogue:
    """Give the catalogue of a language."""
    if language not in LANGUAGES:
        raise Unreadable("error.language", language=language[:20], known=", ".join(LANGUAGES))
    with files(__package__).joinpath(f"{language}.po").open("rb") as file:
        po = read_po(file, locale=language)
    sentences: dict[str, tuple[str, ...]] = {}
    for entry in po:
        if entry.id:
            id = entry.id if isinstance(entry.id, str) else entry.id[0]
            forms = (entry.string,) if isinstance(entry.string, str) else entry.string or ()
            sentences[id] = tuple(forms)
    return Catalogue(language, sentences, po.plural_expr)


def guess_language(environment: Mapping[str, str] = os.environ) -> str:
    """Give the language of the user's locale if the house speaks it, else English."""
    chosen = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    wanted = [*environment.get("LANGUAGE", "").split(":"), chosen] if chosen not in ("", "C", "POSIX") else [chosen]
    for name in wanted:
        if name[:2].lower() in LANGUAGES and not name[2:3].isalpha():
            return name[:2].lower()
    return LANGUAGES[0]
