"""The home page in a real browser: lists update without disturbing the user."""

from __future__ import annotations

import pytest

from gaslamp import titles
from gaslamp.locale import LANGUAGES
from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_accessibility import serious, sideways


def offer(host: Player) -> str:
    """Create an open game without a clock. Returns its button on other home pages."""
    host.page.goto(host.address)
    for name, value in (("title", "pocket"), ("opponent", "anyone")):
        host.page.eval_on_selector(f'input[name={name}][value="{value}"]', "input => input.click()")
    host.page.click("#setup button[type=submit]")
    host.until(lambda: host.state == "room", "the room before the game")
    return f'button[data-open="{host.page.url.rsplit("/", 1)[1]}"]'


def test_the_list_of_open_games_is_updated(players: PlayerMaker) -> None:
    host, other, me = players(), players(), players(phone=True)
    first = offer(host)
    me.page.clock.install()
    me.page.goto(me.address)
    me.page.eval_on_selector("input[name=clock][value=own]", "input => input.click()")
    me.page.fill("input[name=clock-minutes]", "7")
    me.page.focus(first)
    second = offer(other)
    me.page.clock.fast_forward(25_000)
    me.page.wait_for_selector(second)
    assert me.page.evaluate(f"document.activeElement === document.querySelector('{first}')")
    assert me.page.input_value("input[name=clock-minutes]") == "7"
    assert me.page.is_hidden("#mine")
    assert sideways(me) <= 0
    assert serious(me) == []

    host.page.click("#room [data-status=abort]")
    host.until(lambda: host.page.evaluate("document.activeElement.matches('#room a')"), "the focus on the way out")
    me.page.clock.fast_forward(25_000)
    me.page.wait_for_selector(first, state="detached")
    assert me.page.evaluate("document.activeElement.id") == "opened-title"


def test_each_choice_of_a_clock_is_explained_below_it(players: PlayerMaker) -> None:
    player = players(phone=True)
    page = player.page
    page.goto(player.address)
    shown = ["Take as long as you like"]
    assert page.inner_text(".clock > .own:visible") == shown[0]
    values = page.eval_on_selector_all("input[name=clock]", "inputs => inputs.map(input => input.value)")
    for value in values[1:]:
        page.eval_on_selector(f'input[name=clock][value="{value}"]', "input => input.click()")
        shown.append(page.locator(".clock > [data-clock]:visible").inner_text().splitlines()[0])
        assert sideways(player) <= 0
    assert len({*shown}) == len(values) > 4
    assert shown[1:3] == ["5 min per player + 5 s per action", "15 min per player + 10 s per action"]
    assert serious(player) == []


def test_a_replay_stays_at_its_step_in_another_language(players: PlayerMaker) -> None:
    player = players()
    player.start(side="detectives")
    player.until(lambda: player.to_act, "my turn")
    page = player.page
    page.click("#menu summary")
    page.click("#give-up")
    page.click("#ask-resign [value=resign]")
    page.click("[data-steps]")
    page.wait_for_selector("#replay:not([hidden])")
    page.keyboard.press("End")
    player.until(lambda: "step 1 of" in player.text("#prompt-kicker"), "the last step")
    page.click("header > .lang [data-language=fr]")
    player.until(lambda: "étape 1 sur" in player.text("#prompt-kicker"), "the same step in French")
    page.keyboard.press("Escape")
    player.until(lambda: not page.is_visible("#replay"), "the finished game")
    assert "#" not in page.url


OUTSIDE = """() => [...document.querySelectorAll(".segment")].filter((one) => one.offsetParent).flatMap((one) => {
  const [inner, box] = [one.getBoundingClientRect(), one.parentElement.getBoundingClientRect()];
  return inner.left < box.left - 1 || inner.right > box.right + 1 ? [one.innerText] : [];
})"""


@pytest.mark.parametrize("width", [None, 390, 360])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_lies_in_its_box(players: PlayerMaker, language: str, width: int | None) -> None:
    player = players(language, phone=width is not None)
    if width is not None:
        player.page.set_viewport_size({"width": width, "height": 740})
    player.page.goto(player.address)
    for title in titles.titles():
        choose(player, title=title)
        assert player.page.is_visible("input[name=clock][value=days]")
        assert player.page.evaluate(OUTSIDE) == []
        assert sideways(player) <= 0


def test_a_shared_device_has_no_choice_of_side(players: PlayerMaker) -> None:
    player = players()
    player.page.goto(player.address)
    choose(player, title="pocket", opponent="same_device")
    assert not any(side.is_visible() for side in player.page.locator(".side").all())
    assert "both sides" in player.text(".both")
    player.page.click("#setup button[type=submit]")
    player.page.wait_for_url("**/table/*")
    player.page.goto(player.address)
    choose(player, opponent="machine")
    assert player.page.is_visible(".side[data-title=pocket]")
    assert not player.page.is_visible(".both")


def test_the_aid_is_on_in_a_first_game_against_bots(players: PlayerMaker) -> None:
    player = players()
    page = player.page
    page.goto(player.address)
    choose(player, title="whitehall")
    assert page.is_visible(".aid[data-title=whitehall]")  # outside the folded options
    assert "where Jack can be" in player.text(".aid[data-title=whitehall]")
    chosen = "input[name=option-whitehall-aid]:checked"
    assert page.input_value(chosen) == "on"
    choose(player, opponent="friend")  # friends have to agree on it
    assert page.input_value(chosen) == "off"
    choose(player, opponent="machine")
    assert page.input_value(chosen) == "on"
    page.click("#setup button[type=submit]")
    player.until(lambda: any(frame["type"] == "aid" for frame in player.frames), "what the aid shows")
    page.evaluate("sessionStorage.clear()")
    page.goto(player.address)
    choose(player, title="whitehall")
    assert page.input_value(chosen) == "off"  # no longer the first game
    choose(player, **{"option-whitehall-aid": "on"})
    choose(player, opponent="friend")
    assert page.input_value(chosen) == "on"  # the user's choice is kept


def test_an_option_selects_what_it_needs(players: PlayerMaker) -> None:
    player = players()
    page = player.page
    page.goto(player.address)
    choose(player, title="whitehall")

    def chosen(option: str) -> str:
        return page.input_value(f"input[name=option-whitehall-{option}]:checked")

    choose(player, **{"option-whitehall-smoker": "on"})
    assert (chosen("roll_up_your_sleeves"), chosen("reinforcements")) == ("on", "yellow_blue_red")
    choose(player, **{"option-whitehall-roll_up_your_sleeves": "off"})
    assert chosen("smoker") == "off"
    choose(player, **{"option-whitehall-roll_up_your_sleeves": "on"})  # Smoker comes with it (WM-66)
    assert chosen("smoker") == "on"
    choose(player, **{"option-whitehall-reinforcements": "blue_red_green"})  # and goes with yellow (WM-68a)
    assert (chosen("smoker"), chosen("roll_up_your_sleeves")) == ("off", "on")
    choose(player, **{"option-whitehall-smoker": "on"})
    assert chosen("reinforcements") == "yellow_blue_red"
    choose(player, **{"option-whitehall-smoker": "off", "option-whitehall-reinforcements": "yellow_red_green"})
    assert chosen("smoker") == "off"  # switched off by hand
    choose(player, **{"option-whitehall-reinforcements": "yellow_blue_red"})
    page.click("#setup button[type=submit]")
    player.until(lambda: bool(player.text("#problem")), "what is missing")
    assert "Roll Up Your Sleeves (on) also needs at least one of these: Smoker\u2019s Nose" in player.text("#problem")
    assert [trouble for trouble in player.troubles if "400" not in trouble] == []
    player.troubles.clear()  # the browser logs the refused request


def choose(player: Player, **fields: str) -> None:
    for name, value in fields.items():
        player.page.eval_on_selector(f'input[name={name}][value="{value}"]', "input => input.click()")


def test_a_hidden_page_tells_that_it_is_my_turn(players: PlayerMaker) -> None:
    me, friend = players(), players()
    me.page.add_init_script("AudioContext.prototype.resume = async () => { window.chimes = (window.chimes ?? 0) + 1; }")
    me.page.goto(f"{me.address}/settings")
    with me.page.expect_response("**/settings"):
        me.page.eval_on_selector("input[name=sounds][value=yes]", "input => input.click()")
    me.start(opponent="friend", side="detectives")
    me.until(lambda: me.state == "room", "the room")
    link = me.page.input_value("#invite")
    me.page.clock.install()
    me.page.goto(me.address)
    usual = me.page.title()
    assert "favicon.svg" in str(me.page.get_attribute("link[rel=icon]", "href"))
    me.page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    friend.accept(link)
    friend.until(lambda: friend.state == "table", "the table")
    me.page.clock.fast_forward(65_000)
    me.page.wait_for_selector("#mine a.turn")
    me.until(lambda: me.page.title() == f"(1) {usual}", "the title")
    assert "favicon-turn.svg" in str(me.page.get_attribute("link[rel=icon]", "href"))
    assert me.page.evaluate("chimes") == 1
