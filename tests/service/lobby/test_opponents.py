"""Pages and programs offer the opponents that the registry knows for a title, and nobody else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.bots.levels import PASSER_BY, Level
from gaslamp.core.messages import message
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.server.http import templates
from tests.host.programs import Program
from tests.host.running import Guest, serving
from tests.terminal.test_commands import refused, run

MADE: Mapping[str, Mapping[str, Level]] = {
    "mr_jack": {
        "passer_by": PASSER_BY,
        "inspector": Level("nowhere", sides=("detective",), options={"edition": ("revised",)}),
    },
    "pocket": {},
    "whitehall": {"passer_by": PASSER_BY},
}


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serve where Pocket has no opponents, and Mr. Jack an inspector who plays only some of it."""
    monkeypatch.setattr(levels, "_in_folder", lambda folder: MADE[folder.rpartition(".")[2]])
    monkeypatch.setattr(templates, "SAME_FOR_ALL", templates.PageCache())  # other tests filled it with other levels
    with serving(tmp_path) as address:
        yield address


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_home_page_offers_them_by_title_with_their_characters(address: str, language: str) -> None:
    me = Guest(address)
    page = me.http.get("/", headers={"Accept-Language": language}).text
    me.leave()
    for title in titles.titles():
        for name in levels.NAMES:
            assert (f'name="level-{title}" value="{name}"' in page) == (name in MADE[title])
    assert 'data-sides="detective" data-matters="option-mr_jack-edition=revised"' in page
    for name in ("passer_by", "inspector"):
        assert catalogue(language).say(message(f"web.bot_about.{name}")) in page
    assert catalogue(language).say(message("web.bot_about.constable")) not in page


def test_programs_are_told_them_by_title(address: str) -> None:
    one = Program(address)
    told = one.told("GET", "/titles")
    one.http.close()
    assert told["bots"] == ["passer_by", "inspector"]
    by_title = {title["id"]: title["bots"] for title in told["titles"]}
    assert by_title["pocket"] == []
    assert by_title["mr_jack"] == [
        {"name": "passer_by", "sides": ["jack", "detective"], "options": {}},
        {"name": "inspector", "sides": ["detective"], "options": {"edition": ["revised"]}},
    ]


@pytest.mark.parametrize(
    "wanted",
    [
        {"title": "pocket", "side": "jack", "opponent": "bot:passer_by"},
        {"title": "mr_jack", "side": "detective", "opponent": "bot:inspector"},
        {"title": "mr_jack", "side": "jack", "opponent": "bot:inspector", "options": {"edition": "original"}},
        {"title": "whitehall", "side": "jack", "opponent": "bot:constable"},
    ],
)
def test_who_does_not_play_that_is_refused(address: str, wanted: dict[str, object]) -> None:
    one = Program(address)
    error = one.error("POST", "/games", wanted, status=400)
    one.http.close()
    assert error == ("error.no_bots" if wanted["title"] == "pocket" else "error.bot")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_offers_no_others(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "_in_folder", lambda folder: MADE[folder.rpartition(".")[2]])
    say = catalogue(language).say
    assert refused(run("play", "pocket", "--lang", language)) == say(message("error.no_bots"))
    only = message("error.bot", bot="constable", known="passer_by")
    assert refused(run("play", "whitehall", "--bot", "constable", "--lang", language)) == say(only)
