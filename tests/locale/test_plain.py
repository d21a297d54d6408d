"""Fallback messages for titles without their own; other missing messages are errors."""

from __future__ import annotations

import pytest

from gaslamp.core.messages import message
from gaslamp.locale import LANGUAGES, catalogue

every_language = pytest.mark.parametrize("language", LANGUAGES)


def test_an_id_without_words_is_read_in_letters() -> None:
    say = catalogue("en").say
    assert say(message("pocket.news.three_in_a_row")) == "Three in a row"
    assert say(message("pocket.news.placed", seat="crosses", square=5)) == "Placed: crosses, 5"
    assert say(message("pocket.view.stones", value=(message("pocket.seat.jack"),))) == "Stones: Mr. Jack"


@every_language
def test_every_page_message_of_a_title_has_a_fallback(language: str) -> None:
    say = catalogue(language).say
    jack = say(message("pocket.seat.jack"))
    kinds = ("card.new", "curtain.new", "curtain_show.new", "curtain_back.new", "seat_about.new", "seat.about")
    for kind in kinds:
        assert say(message(f"pocket.{kind}"))
    plain = catalogue(language).sentences
    assert plain["plain.curtain"][0].format(name=jack).endswith(jack)
    assert say(message("pocket.curtain_show.somebody")).startswith("Somebody")
    assert say(message("pocket.kicker.over")) == plain["plain.kicker_over"][0]  # as in the built-in titles


@pytest.mark.parametrize("id", ["nobody.title", "web.nothing", "pocket", ""])
def test_only_title_messages_have_fallbacks(id: str) -> None:
    with pytest.raises(KeyError):
        catalogue("en").say(message(id))
