"""What a title has no words for is said plainly, in every language; what the house has none for is a bug."""

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
def test_what_pages_ask_of_every_title_has_a_plain_sentence(language: str) -> None:
    say = catalogue(language).say
    jack = say(message("pocket.seat.jack"))
    kinds = ("card.new", "curtain.new", "curtain_show.new", "curtain_back.new", "seat_about.new", "seat.about")
    for kind in kinds:
        assert say(message(f"pocket.{kind}"))
    plain = catalogue(language).sentences
    assert plain["plain.curtain"][0].format(name=jack).endswith(jack)
    assert say(message("pocket.curtain_show.somebody")).startswith("Somebody")
    assert say(message("pocket.kicker.over")) == plain["plain.kicker_over"][0]  # as the titles of the house say it


@pytest.mark.parametrize("id", ["nobody.title", "web.nothing", "pocket", ""])
def test_only_a_title_may_leave_something_unsaid(id: str) -> None:
    with pytest.raises(KeyError):
        catalogue("en").say(message(id))
