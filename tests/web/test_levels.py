"""Bot levels on the home page: by title, side and options, with descriptions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gaslamp.bots import levels
from tests.host.running import serving
from tests.service.lobby.test_opponents import MADE
from tests.web.conftest import PlayerMaker, Profiles
from tests.web.player import Player
from tests.web.whole.test_accessibility import serious, sideways


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server where Pocket has no bots and Mr. Jack has an inspector for some options."""
    with pytest.MonkeyPatch.context() as patch, serving(tmp_path_factory.mktemp("house")) as address:
        patch.setattr(levels, "_in_folder", lambda folder: MADE[folder.rpartition(".")[2]])
        yield address


@pytest.fixture
def player(profiles: Profiles, house: str) -> Iterator[Player]:
    """Open the home page of that server."""
    made = PlayerMaker(profiles, house)()
    made.page.goto(made.address)
    yield made
    made.check()
    profiles.leave(made.page.context, house)


def choose(player: Player, **chosen: str) -> None:
    for name, value in chosen.items():
        field = name.replace("__", "-")
        player.page.eval_on_selector(f'input[name="{field}"][value="{value}"]', "input => input.click()")


def offered(player: Player) -> dict[str, bool]:
    """Return the visible levels and whether each is chosen."""
    inputs = player.page.locator(".level:not([hidden]) .segment:not([hidden]) input").all()
    return {str(one.get_attribute("value")): one.is_checked() for one in inputs}


def test_levels_for_the_other_side_are_offered(player: Player) -> None:
    choose(player, title="mr_jack", side__mr_jack="jack")
    assert offered(player) == {"passer_by": False, "inspector": True}
    assert player.page.is_visible(".level [data-level=inspector]")
    choose(player, side__mr_jack="detective")
    assert offered(player) == {"passer_by": True}
    assert player.page.is_visible(".level [data-level=passer_by]")
    assert player.page.is_hidden(".level [data-level=inspector]")
    choose(player, side__mr_jack="either")
    assert offered(player) == {"passer_by": True}
    choose(player, side__mr_jack="jack")
    assert offered(player) == {"passer_by": False, "inspector": True}


def test_a_level_chosen_by_the_user_is_kept(player: Player) -> None:
    choose(player, title="mr_jack", side__mr_jack="jack", level__mr_jack="passer_by")
    choose(player, side__mr_jack="detective")
    choose(player, side__mr_jack="jack")
    assert offered(player) == {"passer_by": True, "inspector": False}


def test_levels_without_an_option_are_not_offered(player: Player) -> None:
    choose(player, title="mr_jack", side__mr_jack="jack")
    choose(player, **{"option-mr_jack-edition": "original"})
    assert offered(player) == {"passer_by": True}


def test_a_game_without_bots_is_played_with_people(player: Player) -> None:
    choose(player, title="pocket")
    assert player.page.is_hidden(".against-machine")
    assert player.page.is_checked("input[name=opponent][value=friend]")
    assert offered(player) == {}
    assert sideways(player) <= 0
    assert serious(player) == []
    choose(player, title="whitehall")
    assert player.page.is_visible(".against-machine")
