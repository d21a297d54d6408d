"""The deal of the day in a real browser: played to its end, withheld until midnight, revealed and proven after it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import ViewportSize

from gaslamp import titles
from gaslamp.core.records import record
from gaslamp.game import verification
from gaslamp.server.ops import services
from tests.host.running import Time, serving
from tests.web.conftest import PlayerMaker, Profiles
from tests.web.player import Player
from tests.web.whole.test_accessibility import serious, sideways

DAY = 86_400
PHONE: ViewportSize = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def time() -> Time:
    return Time()


@pytest.fixture(scope="module")
def day_server(tmp_path_factory: pytest.TempPathFactory, time: Time) -> Iterator[str]:
    """Yield the address of a server whose day ends when the test says so."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "_DEALS", 0.1)
        with serving(tmp_path_factory.mktemp("data"), beat=0.02, now=time) as address:
            yield address


@pytest.fixture
def visitors(profiles: Profiles, day_server: str) -> Iterator[PlayerMaker]:
    maker = PlayerMaker(profiles, day_server)
    yield maker
    for player in maker.made:
        player.check()
        profiles.leave(player.page.context, day_server)


def begun(player: Player, title: str, side: str) -> None:
    player.page.goto(f"{player.address}/deals")
    player.page.click(f"form:has(input[value={title}]):has(input[value={side}]) button")
    player.page.wait_for_url("**/table/*")
    player.until(lambda: player.state == "table", "the table")


@pytest.mark.parametrize("language", ["fr", "es"])
def test_the_page_of_today_fits_a_phone(visitors: PlayerMaker, language: str) -> None:
    player = visitors(language, phone=True)
    player.page.set_viewport_size(PHONE)
    player.page.goto(f"{player.address}/deals")
    player.page.click(".proof summary")
    assert serious(player) == []
    assert sideways(player) <= 0


@pytest.mark.parametrize(("language", "phone"), [("en", False), ("ru", True)])
def test_a_try_is_played_withheld_and_revealed(visitors: PlayerMaker, time: Time, language: str, phone: bool) -> None:
    player, rng = visitors(language, phone=phone), Random(7)
    page, title, side = player.page, "pocket", "detectives"
    if phone:
        page.set_viewport_size(PHONE)
    day = datetime.fromtimestamp(time.now, UTC).date()
    page.goto(f"{player.address}/deals")
    assert serious(player) == []
    assert sideways(player) <= 0
    promised = page.locator(f"dt:has-text('deal-{day}-{title}-{side}') + dd code").text_content()
    begun(player, title, side)
    table = urlsplit(page.url).path
    while not player.over:
        player.until(lambda: player.to_act or player.over, "my turn or the end")
        if player.to_act:
            player.play(rng)
    page.wait_for_selector("#result .ending")
    assert page.locator("#result [data-steps], #result [data-check], #result [download]").count() == 0
    assert page.locator("#result a[href$='/deals']").is_visible()
    assert serious(player) == []
    page.goto(f"{player.address}/deals")
    assert page.locator(f"form:has(input[value={title}]):has(input[value={side}])").count() == 0
    assert page.request.get(f"{player.address}/deals/{day}").status == 404
    time.now += DAY
    player.until(lambda: page.request.get(f"{player.address}/deals/{day}").status == 200, "midnight")
    page.goto(f"{player.address}/deals/{day}")
    assert page.locator(".results .mine").count() == 1
    assert serious(player) == []
    assert sideways(player) <= 0
    secret = page.locator(".proof code").first.text_content()
    page.click(f".newest a[href='{table}']")
    player.until(lambda: page.locator("#result [data-check]").count() == 1, "the whole result")
    told = record.read(page.request.get(f"{player.address}/games/{table.rpartition('/')[2]}/record").text())
    assert told.proof is not None
    assert told.proof.secret == secret
    verification.check(titles.game(title), told, told.proof, verification.kept(commitment=promised))
