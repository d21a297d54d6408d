"""Whitehall Mystery in the browser: three players against a bot Jack, and the revealed path."""

from __future__ import annotations

from collections import Counter
from random import Random

from gaslamp.locale import catalogue
from tests.conftest import PROVING
from tests.web.conftest import PlayerMaker
from tests.web.game.test_chat import hears, open_chat, say
from tests.web.player import Player
from tests.web.whole.test_accessibility import look_behind_the_tabs, sideways
from tests.web.whole.test_games import arrests, finished


def three_investigators(maker: PlayerMaker) -> list[Player]:
    """Return three players on one side: one creates the game, two join by the same link."""
    first = maker()
    options = {"false_clues": "on"}
    first.start(title="whitehall", side="investigators", level="passer_by", options=options, investigators="3")
    first.until(lambda: first.state == "room", "the waiting room")
    link = first.page.input_value("#invite")
    second, third = maker(phone=True), maker(phone=True)  # small maps render faster
    third.page.goto(link)
    third.page.wait_for_selector(".sit input[value=investigator2]:checked")
    assert third.page.locator(".sit input[type=radio]:enabled").count() == 2
    third.page.check(".sit input[value=investigator3]")
    third.page.fill(".sit [data-called]", "Dora")
    third.page.click(".sit button")
    third.until(lambda: third.state == "room", "a seat")
    first.until(lambda: first.text(".places").endswith("Dora"), "somebody in the third seat")
    second.accept(link)  # the only free seat
    second.until(lambda: second.state == "table", "the table")
    everybody = [first, second, third]
    for player in everybody:
        player.until(lambda player=player: player.state == "table", "the table")  # type: ignore[misc]
    return everybody


def test_three_browsers_hunt_a_bot_jack(players: PlayerMaker) -> None:
    """Until each has acted four times; in `make proof` to the end."""
    everybody = three_investigators(players)
    first = everybody[0]
    assert [player.table["seat"] for player in everybody] == ["investigator1", "investigator2", "investigator3"]
    rng = Random(18)
    acted: Counter[str] = Counter()
    while not first.over and (PROVING or len(acted) < 3 or min(acted.values()) < 4):
        first.until(lambda: first.over or any(player.to_act for player in everybody), "somebody's turn")
        for player in everybody:
            if player.to_act:
                acted[player.table["seat"]] += 1
                player.play(rng, arrests)
    assert len(acted) == 3
    if not first.over:
        return
    for player in everybody:
        player.until(lambda player=player: player.over, "the end")  # type: ignore[misc]
        assert player.page.is_visible("[data-replay]")
        assert player.page.locator(".trail.in-story").count() > 0
    finished(first)


def test_the_investigators_whisper_and_a_watcher_is_sent_nothing_of_it(players: PlayerMaker) -> None:
    first, second, third = three_investigators(players)
    watcher = players()
    kept = str(first.page.evaluate("() => Object.values({...sessionStorage}).join(' ')"))
    link = next(word for word in kept.replace('"', " ").split() if "/watch/" in word)
    watcher.page.goto(link if link.startswith("http") else first.address + link)
    watcher.until(lambda: watcher.state == "table", "the table")
    for player in (first, second, third):
        open_chat(player)
    say(first, "he went north")  # the private channel is selected
    for player in (first, second, third):
        hears(player, "he went north")
    first.page.check("#chat-rooms input[value=table]", force=True)
    say(first, "good evening")
    watcher.until(lambda: any("good evening" in raw for raw in watcher.raw), "what all may read")
    assert all("he went north" not in raw for raw in watcher.raw)


def test_the_home_page_shows_an_option_only_where_it_matters(players: PlayerMaker) -> None:
    """The third figure's holder is an option for two investigators only (WM-07)."""
    player = players()
    player.page.goto(player.address)
    player.page.check("input[name=title][value=whitehall]", force=True)
    player.page.click("details.options[data-title=whitehall] summary")
    for number, matters in (("1", False), ("2", True), ("3", False)):
        player.page.check(f".seat-count[data-title=whitehall] input[value='{number}']", force=True)
        assert player.page.is_visible("[data-option=second_holds]") == matters
        assert player.page.is_visible("[data-option=casebook]")


def test_jack_has_his_sheet_under_a_tab_of_its_own_on_a_phone(players: PlayerMaker) -> None:
    player = players(phone=True)
    player.start(title="whitehall", side="jack")
    player.until(lambda: player.to_act, "my turn")
    rng = Random(5)
    while not player.page.is_visible("#tab-own"):
        player.play(rng)
        player.until(lambda: player.to_act, "my turn")
    assert player.page.get_attribute("#tab-own", "aria-selected") == "true"
    assert player.text(".panels [data-tab=own].show h2").startswith(
        catalogue("en").sentences["whitehall.panel.sheet"][0]
    )
    player.page.tap("#tab-sheet")
    assert not player.page.is_visible(".panels [data-tab=own]")
    assert player.page.is_visible(".panels [data-tab=sheet]")


# Targets of the board, after its scrolling has ended.
AT_REST = """() => new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const targets = [...document.querySelectorAll("#board g[data-target]")].map((one) => one.dataset.target);
  tell(document.querySelector("#board .moving") ? [] : targets);
})))"""
# Centres of the targets that nothing covers.
IN_REACH = """() => [...document.querySelectorAll("#board g[data-target]")]
  .map((one) => one.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])
  .filter(([x, y]) => document.elementFromPoint(x, y)?.closest("#board, #zoom")?.id === "board")"""


def drawn(player: Player) -> bool:
    """Return True if the board shows the newest targets and is not moving."""
    frame = player.table
    wanted = {choice["target"] for choice in frame["prompt"]["choices"]} & {one["id"] for one in frame["targets"]}
    return set(player.page.evaluate(AT_REST)) == wanted


def tap_a_target(player: Player, rng: Random) -> None:
    """Tap a visible target, after scrolling the map if there is none, and confirm it."""
    step = player.table["step"]
    player.until(lambda: drawn(player), "the targets")
    while not (spots := player.page.evaluate(IN_REACH)):
        player.page.tap("#zoom [data-zoom=out]")
    player.page.touchscreen.tap(*rng.choice(spots))
    player.until(lambda: player.table["step"] != step or player.page.is_enabled("#confirm"), "an answer to a tap")
    if player.table["step"] == step:
        player.page.tap("#confirm")
        player.until(lambda: player.table["step"] != step, "an answer to the button")


def give_up_by_touch(player: Player) -> None:
    for button in ("#menu summary", "#give-up", "#ask-resign button[value=resign]"):
        player.page.tap(button)
    player.until(lambda: player.over, "the end")


def test_a_game_on_a_phone_by_touch_alone_never_scrolls_sideways(players: PlayerMaker) -> None:
    """In `make proof` to the end; otherwise Jack resigns on his way."""
    player = players(phone=True)
    player.page.goto(player.address)
    assert sideways(player) <= 0
    for card in ("title][value=whitehall", "side-whitehall][value=jack", "level-whitehall][value=passer_by"):
        player.page.tap(f"label:has(input[name={card}])")
    player.page.tap("#setup button[type=submit]")
    player.page.wait_for_url("**/table/*")
    player.until(lambda: player.to_act, "my turn")
    look_behind_the_tabs(player)
    rng = Random(4)
    while not player.over:
        player.until(lambda: player.to_act or player.over, "my turn")
        if player.to_act and len(player.table["trails"]) > 1 and not PROVING:
            give_up_by_touch(player)
        elif player.to_act:
            tap_a_target(player, rng)
    assert sideways(player) <= 0
    player.page.wait_for_selector("#result .verdict")
    if PROVING:
        player.page.tap("[data-replay]")
        assert player.page.locator(".trail.in-story").count() > 0
