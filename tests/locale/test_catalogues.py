"""The four catalogues have the same messages, exactly those that the program uses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from gaslamp import locale, titles
from gaslamp.core.errors import Unreadable
from gaslamp.core.messages import Message, message
from gaslamp.locale import LANGUAGES, NAMES, catalogue
from tests.architecture.tree import ROOT
from tests.locale.uses import HOLE, Source, Use, read

HOUSE = ROOT / "src" / "gaslamp"
FORMS = {"en": 2, "fr": 2, "es": 2, "ru": 3}
ENGLISH = catalogue("en").sentences

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_translation = pytest.mark.parametrize("language", LANGUAGES[1:])


def gaps(text: str) -> set[str]:
    return {gap for _, gap, _, _ in Formatter().parse(text) if gap is not None}


@cache
def house() -> Source:
    return read(HOUSE, namespaces={id.split(".")[0] for id in ENGLISH})


# ---- the catalogues among themselves


@every_translation
def test_a_translation_has_the_messages_of_the_english_one(language: str) -> None:
    ours = catalogue(language).sentences
    assert sorted(ours) == sorted(ENGLISH)


@every_language
def test_every_form_of_a_message_has_the_gaps_of_the_english_one(language: str) -> None:
    sentences = catalogue(language).sentences
    wrong = {
        id: text
        for id in ENGLISH.keys() & sentences.keys()
        for text in sentences[id]
        if gaps(text) != gaps(ENGLISH[id][0])
    }
    assert wrong == {}


@every_language
def test_every_message_has_a_text_in_each_plural_form(language: str) -> None:
    wrong = {
        id: forms
        for id, forms in catalogue(language).sentences.items()
        if len(forms) != (FORMS[language] if len(ENGLISH[id]) > 1 else 1) or not all(form.strip() for form in forms)
    }
    assert wrong == {}


@every_language
def test_plural_forms_are_those_of_the_language(language: str) -> None:
    words = {
        "en": ["0 actions", "1 action", "2 actions", "5 actions", "11 actions", "21 actions", "22 actions"],
        "fr": ["0 action", "1 action", "2 actions", "5 actions", "11 actions", "21 actions", "22 actions"],
        "es": ["0 acciones", "1 acción", "2 acciones", "5 acciones", "11 acciones", "21 acciones", "22 acciones"],
        "ru": ["0 действий", "1 действие", "2 действия", "5 действий", "11 действий", "21 действие", "22 действия"],
    }
    say = catalogue(language).say
    told = [say(message("record.right", count=count, result="")) for count in (0, 1, 2, 5, 11, 21, 22)]
    assert [re.sub(r".*: (.*)\. $", r"\1", text.replace("\N{NO-BREAK SPACE}", "")) for text in told] == words[language]


def files(language: str) -> Mapping[str, Path]:
    """Return the catalogue files of the titles and of the program."""
    titled = {title: HOUSE / "titles" / title / "locale" / f"{language}.po" for title in titles.titles()}
    return titled | {"": Path(locale.__file__).with_name(f"{language}.po")}


@every_language
def test_the_files_name_each_message_once(language: str) -> None:
    ids = []
    for file in files(language).values():
        ids += re.findall(r'^msgid "(.+)"$', file.read_text(encoding="utf-8"), re.MULTILINE)
        with file.open("rb") as lines:
            assert str(read_po(lines).locale) == language
    assert len(ids) == len(set(ids)) == len(catalogue(language).sentences)


@every_language
def test_a_titles_messages_are_in_its_own_catalogue(language: str) -> None:
    for title, file in files(language).items():
        ids = re.findall(r'^msgid "(.+)"$', file.read_text(encoding="utf-8"), re.MULTILINE)
        assert {id.partition(".")[0] for id in ids} & {*titles.titles()} == ({title} if title else set())
        assert title == "" or set(ids) == set(locale.words_of(title, language))


@every_language
def test_plural_forms_are_chosen_alike_in_all_files(language: str) -> None:
    rules = set()
    for file in files(language).values():
        with file.open("rb") as lines:
            rules.add(read_po(lines).plural_expr)
    assert len(rules) == 1


@every_language
def test_no_word_mixes_latin_and_cyrillic_letters(language: str) -> None:
    # Latin lookalikes in Cyrillic words break sorting, searching and screen readers.
    latin, cyrillic = "a-zA-Z", r"\u0400-\u04ff"
    mixed = re.compile(f"[{latin}][{cyrillic}]|[{cyrillic}][{latin}]")
    wrong = {id: form for id, forms in catalogue(language).sentences.items() for form in forms if mixed.search(form)}
    assert wrong == {}


# ---- the catalogues and the house


@pytest.mark.long
def test_every_used_message_is_in_the_catalogues() -> None:
    of_plain_titles = ["pocket.view.jack"]  # view fields, used by the fallback presentation
    assert house().unknown([*ENGLISH, *of_plain_titles]) == []


@pytest.mark.long
def test_every_message_of_the_catalogues_is_used() -> None:
    assert house().unused(ENGLISH) == []


def test_a_hole_stands_only_for_words_of_the_source() -> None:
    source = Source((Use("here", f"{HOLE}.seat.{HOLE}"),), frozenset({"pocket", "jack"}))
    ids = ["pocket.seat.jack", "pocket.seat.moriarty", "pocket.suspect.jack", "pocket.seat.jack.hat"]
    assert source.unused(ids) == ids[1:]


def test_a_hole_in_the_middle_proves_nothing_used() -> None:
    source = Source((Use("here", f"pocket.{HOLE}.{HOLE}"),), frozenset({"seat", "jack"}))
    assert source.unused(["pocket.seat.jack"]) == ["pocket.seat.jack"]
    assert source.unknown(["pocket.seat.jack"]) == []
    assert source.unknown(["pocket.face.jack"]) == ["here: pocket.*.*"]


def test_an_id_is_noticed_wherever_it_is_written(tmp_path: Path) -> None:
    lines = ['say("error.a")', 'x = f"error.{b}"', 'raise Unreadable("eror.c")', 'f("error-log.d", f"{e}.{f}.g")']
    tmp_path.joinpath("module.py").write_text("\n".join(lines))
    found = {use.id for use in read(tmp_path, namespaces={"error"}).uses}
    assert found == {"error.a", f"error.{HOLE}", "eror.c"}


# ---- saying


def test_names_and_lists_of_names_are_put_into_gaps() -> None:
    faces = (message("pocket.face.alibi"), message("pocket.face.joker"))
    assert catalogue("en").say(message("pocket.do.throw", faces=faces)) == "Throw: Alibi, Joker"
    assert catalogue("ru").say(message("pocket.do.throw", faces=faces)) == "Бросок жетонов: Алиби, Джокер"


def test_control_characters_from_outside_are_removed() -> None:
    told = catalogue("en").say(message("error.notation", text="a\x1b[2J\nb\udcff{text}"))
    assert told == "“a�[2J�b�{text}” is not an action here. Type ? for help."


def test_a_missing_message_raises_an_error() -> None:
    with pytest.raises(KeyError):
        catalogue("en").say(Message("error.nobody_wrote_this"))


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(Unreadable) as refused:
        catalogue("xx")
    assert catalogue("en").say(refused.value.message) == "There is no language “xx”. Languages: en, fr, es, ru."


def test_every_language_has_its_name() -> None:
    assert tuple(NAMES) == LANGUAGES
