"""A title from an extra folder, without presentation and with one language, in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.titles.added.commands import TOYS, gaslamp, rules_alone
from tests.web.conftest import PlayerMaker, Profiles, hosted
from tests.web.whole.test_accessibility import serious, sideways


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a server with the toy title."""
    with hosted(tmp_path_factory.mktemp("data"), GASLAMP_TITLES=str(TOYS)) as address:
        yield address


@pytest.fixture
def visitors(profiles: Profiles, house: str) -> Iterator[PlayerMaker]:
    """Yield a factory of players on that server."""
    maker = PlayerMaker(profiles, house)
    yield maker
    for player in maker.made:
        player.check()
        profiles.leave(player.page.context, house)


def test_a_whole_game_by_its_list_of_choices(visitors: PlayerMaker, tmp_path: Path) -> None:
    player, rng = visitors(), Random(1888)
    player.page.goto(player.address)
    assert "Hidden Noughts and Crosses" in player.text(".games")
    player.start(title="noughts", side="crosses", options={"hidden_stones": "1"})
    player.until(lambda: player.to_act or player.over, "my turn")
    step = player.table["step"]
    player.page.click("#pills button >> nth=0")  # a choice without a place on the board is a button
    player.until(lambda: player.table["step"] != step, "the next step")  # no confirmation needed
    player.play_to_the_end(rng)
    assert player.page.is_visible("#result .verdict")
    assert "What you see" in player.text("main")
    with player.page.expect_download() as waiting:
        player.page.click("#result a[download]")
    paper = tmp_path / "noughts.record"
    waiting.value.save_as(paper)
    assert gaslamp("verify", paper).code == 0


@pytest.mark.parametrize("phone", [False, True])
def test_a_shared_device_in_a_language_without_messages(visitors: PlayerMaker, phone: bool) -> None:
    player = visitors("ru", phone=phone)
    player.start(title="noughts", side="crosses", opponent="same_device")
    player.play_to_the_end(Random(7))
    assert any(frame["type"] == "curtain" for frame in player.frames)
    assert player.page.is_visible("#result .verdict")
    assert sideways(player) == 0
    assert serious(player) == []


def test_rules_alone_are_offered_without_a_machine(profiles: Profiles, tmp_path: Path) -> None:
    rules_alone(tmp_path / "titles")
    with hosted(tmp_path / "data", GASLAMP_TITLES=str(tmp_path / "titles")) as address:
        player = PlayerMaker(profiles, address)()
        player.page.goto(address)
        player.page.eval_on_selector("input[name=title][value=noughts]", "input => input.click()")
        assert player.page.is_hidden(".against-machine")
        player.start(title="noughts", side="crosses", opponent="same_device")
        player.play_to_the_end(Random(3))
        assert player.page.is_visible("#result .verdict")
        player.check()
        profiles.leave(player.page.context, address)
