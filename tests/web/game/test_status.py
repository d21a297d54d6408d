"""Status in a real browser: joining an open game, clocks, a pause, and the turn in the page title."""

from __future__ import annotations

from random import Random

from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_accessibility import serious, sideways

STUB = """
  window.told = [];
  window.Notification = class extends EventTarget {
    static permission = "default";
    static async requestPermission() { return (Notification.permission = "granted"); }
    constructor(title, options) { super(); window.told.push([title, options.body]); }
    close() {}
  };
  Object.defineProperty(Document.prototype, "hidden", { get: () => true });
"""


def clock_of(player: Player, seat: str) -> str:
    return player.text(f'#seats [data-seat="{seat}"] .clock')


def test_an_open_game_with_clocks_and_a_pause(players: PlayerMaker) -> None:
    host, other = players(), players(phone=True)
    host.page.goto(host.address)
    for name, value in (("title", "pocket"), ("opponent", "anyone"), ("clock", "own")):
        host.page.eval_on_selector(f'input[name={name}][value="{value}"]', "input => input.click()")
    host.page.fill("input[name=clock-minutes]", "1")
    host.page.fill("input[name=clock-seconds]", "0")
    host.page.click("#setup button[type=submit]")
    host.until(lambda: host.state == "room", "the room before the game")
    id = host.page.url.rsplit("/", 1)[1]

    other.page.goto(other.address)
    button = f'button[data-open="{id}"]'
    assert "1 min + 0 s" in other.text(f".opened li:has({button})")
    assert serious(other) == []
    assert sideways(other) <= 0
    other.page.focus(button)
    other.page.keyboard.press("Enter")
    for player in (host, other):
        player.until(lambda player=player: player.state == "table", "the table")  # type: ignore[misc]
    host.until(lambda: host.page.title().startswith("● Your turn"), "the title to say it")
    assert "favicon-turn" in (host.page.get_attribute("link[rel=icon]", "href") or "")
    assert not other.page.title().startswith("●")
    first = clock_of(host, "detectives")
    host.until(lambda: clock_of(host, "detectives") != first, "the clock to tick")
    assert clock_of(other, "jack") == "1:00"
    host.until(lambda: host.page.locator("#seats .short .clock").count() == 1, "the last minute")
    assert host.text("#clock-news") == "You have one minute left."
    assert not other.text("#clock-news")
    assert sideways(other) <= 0

    other.page.focus("#menu summary")
    other.page.keyboard.press("Enter")
    other.page.focus("#ask-pause")
    other.page.keyboard.press("Enter")
    host.page.wait_for_selector('#status [data-status="yes"]')
    assert "Guest (Mr. Jack)" in host.text("#status p")  # the player, with the seat
    assert serious(host) == []
    host.page.click('#status [data-status="yes"]')
    for player in (host, other):
        player.page.wait_for_selector('#status [data-status="resume"]')
    assert not host.to_act
    assert serious(other) == []
    assert sideways(other) <= 0
    other.page.click('#status [data-status="resume"]')
    host.until(lambda: host.to_act, "the game to go on")
    assert not host.page.is_visible("#status")


def test_notifications_are_opt_in(players: PlayerMaker) -> None:
    player = players()
    player.page.add_init_script(STUB)
    player.start(side="jack")
    player.until(lambda: player.to_act, "my turn")
    assert player.page.evaluate("told") == []
    player.page.click("#menu summary")
    player.page.click("#notify")
    player.until(lambda: player.page.get_attribute("#notify", "aria-pressed") == "true", "the button to be on")
    rng = Random(3)
    turns = player.page.evaluate("told.length")
    while player.page.evaluate("told.length") == turns:
        player.until(lambda: player.to_act, "my turn")
        player.play(rng)
    assert player.page.evaluate("told[0]") == ["Your turn", "Mr. Jack Pocket · Gaslamp"]
