"""What a native player tripped over once is not said again: one word for a thing, one voice, and no false rule."""

from __future__ import annotations

import re

import pytest

from gaslamp.core.messages import message
from gaslamp.locale import LANGUAGES, catalogue

every_language = pytest.mark.parametrize("language", LANGUAGES)


def said(language: str, pattern: str) -> dict[str, str]:
    """Give the messages of a language in which a pattern is found, whatever the case of its letters."""
    wanted = re.compile(pattern, re.IGNORECASE)
    return {
        id: form for id, forms in catalogue(language).sentences.items() for form in forms if wanted.search(form)
    }  # fmt: skip


@pytest.mark.parametrize(
    ("language", "other_word"),
    [
        ("fr", r"hors de cause"),  # the rulebook's word is innocent
        ("es", r"(fuera|libre)s? de sospecha"),  # the rulebook's word is inocente
        ("ru", r"невиновн(ы|ых|ые)\b"),  # it would have to agree with Miss Stealthy: вне подозрений
        ("ru", r"записная книжка"),  # the tab says Блокнот
        ("ru", r"кончить ход"),
        ("en", r"\blook on\b"),  # who looks on does nothing
        ("en", r"hides? behind|hiding behind"),  # a place on a board; Jack is disguised as a character
        ("en", r"dark posts?|lamp posts?"),  # a gaslight is lit or out
        ("en", r"the Smoker"),  # the name of a dog
    ],
)
def test_one_thing_has_one_word(language: str, other_word: str) -> None:
    assert said(language, other_word) == {}


def test_spanish_says_tu() -> None:
    politely = r"\b(usted|ustedes|su turno|le quedan?)\b|\b\w+(elo|ela|ese) primero\b"
    to_several = r"\b(vosotros|vuestr[ao]s?|estáis|sois|tenéis|podéis|usad|indicad(l[ao]s?)?|elegid)\b"
    assert said("es", f"{politely}|{to_several}") == {}


def test_russian_jack_takes_tiles_back_and_gives_none() -> None:
    words = catalogue("ru")
    for id in ("whitehall.do.reclaim_alley", "whitehall.do.reclaim_boat", "whitehall.news.reclaimed_alley"):
        assert "обратно" in words.say(message(id)).lower()
    assert said("ru", r"вернуть (переулок|лодку)|возвращает (переулок|лодку)") == {}


def test_an_empty_circle_was_empty_in_that_move_too() -> None:
    assert catalogue("ru").say(message("whitehall.scene.empty", circle="84", turn=3)).endswith("по ход 3 включительно")


@pytest.mark.parametrize(
    ("id", "english", "french", "spanish", "russian"),
    [
        ("mr_jack.hint.pick", "Gull does one or the other", "Gull fait", "lo uno o lo otro", "что-то одно"),
        ("mr_jack.ability.goodley", "three steps in all", "trois pas en tout", "tres pasos en total", "на всех"),
        ("mr_jack.do.stay", "in reach", "à portée", "al alcance", "в пределах досягаемости"),
        ("pocket.over.hourglasses", "six hourglasses or more", "au moins six", "al menos seis", "не меньше шести"),
        ("whitehall.rules", "the other three", "trois autres", "otros tres", "остальных трёх"),
        ("whitehall.option.roll_up_your_sleeves", "at least one", "au moins l", "al menos una", "хотя бы"),
        ("whitehall.option.investigators", "How many", "Combien", "Cuántos", "Сколько"),
        ("whitehall.over.deduced", "before Jack has", "avant que Jack", "antes de que Jack", "раньше, чем Джек"),
    ],
)  # fmt: skip
def test_a_sentence_tells_the_rule_as_it_is(id: str, english: str, french: str, spanish: str, russian: str) -> None:
    for language, part in zip(LANGUAGES, (english, french, spanish, russian), strict=True):
        assert part in catalogue(language).sentences[id][0]
