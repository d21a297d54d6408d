"""The rules by GET: a page a title in every language, its sections and pictures, and nothing for what has none."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from gaslamp.locale import LANGUAGES
from gaslamp.web.rulebook import rulebook, section_ids
from tests.host.running import Guest
from tests.titles.test_rulebooks import TITLES

Come = Callable[[], Guest]


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_the_rules_are_served_in_every_language_with_all_their_pictures(guest: Come, title: str) -> None:
    me = guest()
    for language in LANGUAGES:
        answer = me.http.get(f"/rules/{title}", headers={"Accept-Language": language})
        assert answer.status_code == 200
        assert f'<html lang="{language}">' in answer.text
        assert " style=" not in answer.text
        book = rulebook(title, language)
        assert book is not None
        for section in book.sections:
            assert f'<section id="{section.id}"' in answer.text
            assert f'href="#{section.id}"' in answer.text
        pictures = set(re.findall(r'<img src="([^"]+)"', answer.text))
        assert pictures
        assert all(f"/{language}/" in picture for picture in pictures)
        if language == "ru":  # drawing all in four languages would take long
            for picture in pictures:
                drawn = me.http.get(picture)
                assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/svg+xml")


def test_one_section_is_given_with_those_below_it(guest: Come) -> None:
    me = guest()
    told = me.http.get("/rules/pocket/sections/tokens").text
    assert re.findall(r'<section id="rules-([^"]+)"', told) == [
        "tokens", "detectives", "joker", "rotation", "exchange", "alibi",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "path",
    ["nothing", "pocket/sections/nothing", "pocket/pictures/en/nothing.svg", "pocket/pictures/xx/start.svg",
     "pocket/pictures/en/start", "noughts"],
)  # fmt: skip
def test_what_is_not_there_is_not_found(guest: Come, path: str) -> None:
    assert guest().http.get(f"/rules/{path}").status_code == 404


def test_the_home_page_says_what_each_option_does_and_links_to_its_section(guest: Come) -> None:
    page = guest().http.get("/", headers={"Accept-Language": "en"}).text
    for title in TITLES:
        assert f'href="/rules/{title}"' in page
    links = re.findall(r'<p class="about">[^<]{20,} <a href="/rules/([a-z_]+)#([a-z-]+)">', page)
    assert ("pocket", "both-goals-while-seen") in links
    assert all(section in section_ids(title) for title, section in links)
