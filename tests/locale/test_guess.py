"""The language is guessed from the locale variables as other programs do."""

from __future__ import annotations

import pytest

from gaslamp.locale import guess_language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "es_ES@euro"}, "es"),
        ({"LANG": "ru-RU"}, "ru"),
        ({"LANG": "RU_ru.KOI8-R"}, "ru"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "frp_IT"}, "en"),  # Arpitan is not French
        ({"LANG": "est_EE"}, "en"),  # nor Estonian Spanish
    ],
)
def test_lang_names_the_language(environment: dict[str, str], language: str) -> None:
    assert guess_language(environment) == language


def test_lc_all_is_stronger_than_lc_messages_and_that_than_lang() -> None:
    assert guess_language({"LANG": "fr_FR", "LC_MESSAGES": "es_ES"}) == "es"
    assert guess_language({"LANG": "fr_FR", "LC_MESSAGES": "es_ES", "LC_ALL": "ru_RU"}) == "ru"
    assert guess_language({"LANG": "fr_FR", "LC_ALL": ""}) == "fr"
    assert guess_language({"LANG": "fr_FR", "LC_ALL": "C"}) == "en"


def test_language_has_priority_order() -> None:
    assert guess_language({"LANG": "en_GB", "LANGUAGE": "ru"}) == "ru"
    assert guess_language({"LANG": "en_GB", "LANGUAGE": "de:es_MX:fr"}) == "es"
    assert guess_language({"LANG": "fr_FR", "LANGUAGE": "de:it"}) == "fr"
    assert guess_language({"LANG": "fr_FR", "LANGUAGE": ""}) == "fr"


def test_language_is_not_heard_in_the_c_locale() -> None:
    assert guess_language({"LANG": "C", "LANGUAGE": "fr"}) == "en"
    assert guess_language({"LANGUAGE": "fr"}) == "en"
