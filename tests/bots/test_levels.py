"""The registry: who can be played against is asked there alone, and a title without opponents has none."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from gaslamp import titles
from gaslamp.bots import BeliefCache, Question, levels
from gaslamp.bots.levels import RANDOM, Level
from gaslamp.core.errors import GaslampError
from gaslamp.locale import LANGUAGES, catalogue
from tests.architecture.tree import ROOT
from tests.bots.matches import Match

WHITEHALL = titles.game("whitehall")


@pytest.fixture
def fallback_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have somebody who plays only Jack, and somebody who does not know every option."""
    made: Mapping[str, Level] = {
        "inspector": Level("nowhere", sides=("jack",)),
        "sergeant": Level("nowhere", options={"false_clues": ("off",)}),
        "random": RANDOM,
    }
    monkeypatch.setattr(levels, "_in_folder", lambda _: made)


def test_every_title_has_a_passer_by_and_a_constable_for_every_seat() -> None:
    for title in titles.titles():
        game = titles.game(title)
        for seat in game.seats:
            assert levels.of_seat(game, seat)[:2] == ("random", "constable")


@pytest.mark.parametrize("reading", ["detectives_win", "chase"])
def test_pocket_has_a_sergeant_and_an_inspector_for_both_sides_and_both_readings_of_its_option(reading: str) -> None:
    game = titles.game("pocket", {"both_goals_while_seen": reading})
    for seat in game.seats:
        assert levels.of_seat(game, seat)[2:] == ("sergeant", "inspector")


@pytest.mark.parametrize("edition", ["revised", "original"])
def test_mr_jack_has_all_levels_on_both_sides_of_both_editions(edition: str) -> None:
    game = titles.game("mr_jack", {"edition": edition})
    assert [levels.of_seat(game, seat) for seat in game.seats] == [levels.NAMES] * 2


def test_a_title_without_a_folder_has_no_opponents() -> None:
    assert levels.of_title("a_fourth_title") == {}


def test_levels_are_named_from_the_weakest_to_the_strongest(fallback_levels: None) -> None:
    assert [*levels.of_title("whitehall")] == ["random", "sergeant", "inspector"]


def test_who_plays_depends_on_side_and_options(fallback_levels: None) -> None:
    tricky = titles.game("whitehall", {"false_clues": "on"})
    assert levels.of_seat(WHITEHALL, "jack") == ("random", "sergeant", "inspector")
    assert levels.of_seat(WHITEHALL, "investigator1") == ("random", "sergeant")
    assert levels.of_seat(tricky, "jack") == ("random", "inspector")
    levels.check(tricky, "jack", "inspector")
    with pytest.raises(GaslampError) as refused:
        levels.check(tricky, "jack", "sergeant")
    assert refused.value.message.params == {"bot": "sergeant", "known": "random, inspector"}


def test_in_another_seat_plays_whoever_is_nearest(fallback_levels: None) -> None:
    assert levels.closest_level(WHITEHALL, "investigator1", "inspector") == "sergeant"
    assert levels.closest_level(WHITEHALL, "investigator1", "constable") == "random"
    assert levels.closest_level(WHITEHALL, "jack") == "inspector"


def test_where_nobody_plays_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "_in_folder", lambda _: {})
    assert levels.closest_level(WHITEHALL, "jack", "constable") is None
    with pytest.raises(GaslampError) as refused:
        levels.check(WHITEHALL, "jack", "random")
    assert refused.value.message.id == "error.no_bots"


def test_an_unknown_opponent_is_refused() -> None:
    with pytest.raises(GaslampError) as refused:
        levels.check(WHITEHALL, "jack", "moriarty")
    assert refused.value.message.id == "error.bot"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_level_has_a_name_and_a_character(language: str) -> None:
    said = catalogue(language).sentences
    for name in levels.NAMES:
        assert said[f"web.bot.{name}"] != said[f"web.bot_about.{name}"]
    assert len({said[f"web.bot.{name}"] for name in levels.NAMES}) == len(levels.NAMES)


def test_shared_code_knows_no_title_and_no_seat() -> None:
    """Outside the titles' own folders."""
    for path in sorted((ROOT / "src" / "gaslamp" / "bots").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert not [word for word in (*titles.titles(), '"jack"', "'jack'") if word in text], path.name


def test_what_is_kept_is_handed_on_even_while_it_is_empty() -> None:
    (question, *_) = (asked for _, asked, _ in Match("pocket", {"jack": "random", "detectives": "random"}, 1).answers())
    cache = BeliefCache()
    levels.answer("constable", Question(question), cache)
    assert len(cache) == 1
