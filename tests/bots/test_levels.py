"""The registry of bot levels."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from gaslamp import titles
from gaslamp.bots import BeliefCache, Question, levels
from gaslamp.bots.levels import PASSER_BY, Level
from gaslamp.core.errors import GaslampError
from gaslamp.locale import LANGUAGES, catalogue
from tests.architecture.tree import ROOT
from tests.bots.matches import Match

WHITEHALL = titles.game("whitehall")


@pytest.fixture
def fallback_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register a level for Jack only, and one that supports few options."""
    made: Mapping[str, Level] = {
        "superintendent": Level("nowhere", sides=("jack",)),
        "inspector": Level("nowhere", options={"false_clues": ("off",)}),
        "passer_by": PASSER_BY,
    }
    monkeypatch.setattr(levels, "_in_folder", lambda _: made)


def test_every_title_has_a_passer_by_and_a_constable_for_every_seat() -> None:
    for title in titles.titles():
        game = titles.game(title)
        for seat in game.seats:
            assert levels.of_seat(game, seat)[:2] == ("passer_by", "constable")


@pytest.mark.parametrize("reading", ["detectives_win", "chase"])
def test_pocket_has_all_levels_for_both_sides_and_both_readings_of_its_option(reading: str) -> None:
    game = titles.game("pocket", {"both_goals_while_seen": reading})
    for seat in game.seats:
        assert levels.of_seat(game, seat)[2:] == ("sergeant", "inspector", "superintendent")


@pytest.mark.parametrize("edition", ["revised", "original"])
def test_mr_jack_has_all_levels_on_both_sides_of_both_editions(edition: str) -> None:
    game = titles.game("mr_jack", {"edition": edition})
    assert [levels.of_seat(game, seat) for seat in game.seats] == [tuple(levels.of_title("mr_jack"))] * 2


def test_a_title_without_a_folder_has_no_opponents() -> None:
    assert levels.of_title("a_fourth_title") == {}


def test_levels_are_named_from_the_weakest_to_the_strongest(fallback_levels: None) -> None:
    assert [*levels.of_title("whitehall")] == ["passer_by", "inspector", "superintendent"]


def test_levels_depend_on_side_and_options(fallback_levels: None) -> None:
    tricky = titles.game("whitehall", {"false_clues": "on"})
    assert levels.of_seat(WHITEHALL, "jack") == ("passer_by", "inspector", "superintendent")
    assert levels.of_seat(WHITEHALL, "investigator1") == ("passer_by", "inspector")
    assert levels.of_seat(tricky, "jack") == ("passer_by", "superintendent")
    levels.check(tricky, "jack", "superintendent")
    with pytest.raises(GaslampError) as refused:
        levels.check(tricky, "jack", "inspector")
    assert refused.value.message.params == {"bot": "inspector", "known": "passer_by, superintendent"}


def test_closest_level_picks_a_level_for_another_seat(fallback_levels: None) -> None:
    assert levels.closest_level(WHITEHALL, "investigator1", "superintendent") == "inspector"
    assert levels.closest_level(WHITEHALL, "investigator1", "constable") == "passer_by"
    assert levels.closest_level(WHITEHALL, "jack") == "superintendent"
    assert levels.closest_level(WHITEHALL, "jack", "a former level") == "superintendent"


def test_a_seat_without_levels_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "_in_folder", lambda _: {})
    assert levels.closest_level(WHITEHALL, "jack", "constable") is None
    with pytest.raises(GaslampError) as refused:
        levels.check(WHITEHALL, "jack", "passer_by")
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
    for path in sorted((ROOT / "src" / "gaslamp" / "bots").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert not [word for word in (*titles.titles(), '"jack"', "'jack'") if word in text], path.name


def test_an_empty_cache_is_passed_on() -> None:
    (question, *_) = (
        asked for _, asked, _ in Match("pocket", {"jack": "passer_by", "detectives": "passer_by"}, 1).answers()
    )
    cache = BeliefCache()
    levels.answer("constable", Question(question), cache)
    assert len(cache) == 1
