"""The account page in a real browser."""

from __future__ import annotations

import pytest

from gaslamp.locale import LANGUAGES
from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_accessibility import serious, sideways

SECRET = "lamp fog tile whistle"  # noqa: S105 - of the tests


def send(player: Player, action: str, **fields: str) -> None:
    form = f"form[data-post='{action}']"
    for name, value in fields.items():
        player.page.fill(f"{form} [name={name}]", value)
    player.page.focus(f"{form} [type=submit]")
    player.page.keyboard.press("Enter")


def test_an_account_is_opened_and_used_on_a_second_device(players: PlayerMaker) -> None:
    phone, laptop = players(phone=True), players()
    phone.start()
    phone.page.goto(f"{phone.address}/account")
    send(phone, "", name="Anna", passphrase=SECRET)
    phone.page.wait_for_selector("#made:not([hidden])")
    assert phone.page.evaluate("document.activeElement.id") == "made-title"
    login, code = (phone.text(f"[data-made={part}]") for part in ("name", "code"))
    assert serious(phone) == []
    phone.page.click("#made a")
    phone.page.wait_for_selector("form[data-post=passphrase]")
    assert code not in phone.page.content()

    laptop.page.goto(f"{laptop.address}/account")
    laptop.page.fill("form[data-post=sign-in] [name=passphrase]", "wrong")
    laptop.troubles.clear()
    send(laptop, "sign-in", name=login)
    laptop.until(lambda: laptop.text("form[data-post=sign-in] .problem"), "the refusal")
    laptop.troubles.clear()  # the browser reports the 403
    send(laptop, "sign-in", name=login, passphrase=SECRET)
    laptop.page.wait_for_selector(".devices li + li")
    laptop.page.goto(laptop.address)
    assert laptop.page.locator("#mine li").count() == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_fits_a_phone(players: PlayerMaker, language: str) -> None:
    player = players(language, phone=True)
    page = player.page
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{player.address}/account")
    assert sideways(player) <= 0
    assert serious(player) == []
    send(player, "", name="Anna", passphrase=SECRET)
    page.click("#made a")
    page.wait_for_selector(".devices")
    assert sideways(player) <= 0
    assert serious(player) == []
    with page.expect_download() as download:
        send(player, "export")
    assert download.value.suggested_filename == "gaslamp.json"
    page.check("form[data-post=delete] [type=checkbox]")
    send(player, "delete", passphrase=SECRET)
    page.wait_for_selector("#setup")
    assert {cookie["name"] for cookie in page.context.cookies()} <= {"lang"}
