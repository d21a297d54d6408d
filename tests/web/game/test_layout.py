"""Layout of the table: captions in each language, legible numbers, room for the board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from gaslamp import titles
from gaslamp.locale import LANGUAGES
from tests.web.conftest import PlayerMaker, Profiles
from tests.web.game.test_chat import say
from tests.web.player import Player
from tests.web.whole.test_games import invite, lasts

SIZES = {"short": (1280, 720), "wide": (1920, 1080), "tablet": (1024, 768), "upright": (820, 1180), "phone": (390, 844)}

# Texts that overlap others or overflow their panel, button or prompt.
CROWDED = """() => {
  const seen = [];
  const walker = document.createTreeWalker(document.querySelector("#app"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (!node.data.trim() || holder.closest(".hidden, svg.board, [hidden], .sr")) continue;
    if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (getComputedStyle(holder).clipPath !== "none") continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    seen.push(...boxes.map((box) => ({ holder, text: node.data.trim(), box })));
  }
  const found = [];
  for (const { holder, text, box } of seen) {
    const frame = holder.closest("button, li, section, .seat, .bar, .prompt")?.getBoundingClientRect();
    if (frame && (box.left < frame.left - 1 || box.right > frame.right + 1)) found.push(`out of its frame: ${text}`);
  }
  const scrolled = (one) => one.closest("ol[data-scroll], .people, .log, .talk, .groups");
  for (const [k, one] of seen.entries()) {
    for (const other of seen.slice(k + 1)) {
      if (one.holder === other.holder || scrolled(one.holder) !== scrolled(other.holder)) continue;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      const sticky = [one, other].some(({ holder }) => holder.closest(".aside, .act, .replay, .prompt, .bar"));
      if (across > 1.5 && down > 3 && !sticky) found.push(`over each other: ${one.text} / ${other.text}`);
    }
  }
  return found;
}"""
# Height of the map's numbers, in pixels.
NUMBERS = """() => {
  const svg = document.querySelector("svg.board");
  const size = parseFloat(svg.querySelector(".layer-over text").parentElement.getAttribute("font-size"));
  return size * svg.getScreenCTM().a;
}"""
CUT = "() => { const left = document.querySelector('.left'); return left.scrollHeight - left.clientHeight; }"


def resize(player: Player, size: str) -> None:
    width, height = SIZES[size]
    player.page.set_viewport_size({"width": width, "height": height})


def middle(player: Player, title: str, steps: int = 8) -> None:
    """Play until every panel has content."""
    game: dict[str, Any] = {"side": "jack", "investigators": "1"} if title == "whitehall" else {"side": "detective"}
    if title == "pocket":
        game = {}
    player.start(title=title, **game)
    rng = Random(5)
    player.until(lambda: player.to_act, "my turn")
    while player.table["step"] < steps or not playing(player):
        player.play(rng, lasts)
        player.until(lambda: player.to_act or player.over, "my turn")
        if player.over:
            player.start(title=title, **game)
            player.until(lambda: player.to_act, "my turn")


def playing(player: Player) -> bool:
    """Return True if a token or card is in play with its caption; Whitehall has none."""
    return player.page.locator(".token").count() == 0 or player.page.locator(".token small").count() > 0


def speak(player: Player, language: str) -> None:
    """Choose a language and wait for the table."""
    button = f'.bar > .lang [data-language="{language}"]'
    if player.page.get_attribute(button, "aria-pressed") != "true":
        with player.page.expect_navigation():
            player.page.click(button)
    player.until(lambda: player.page.get_attribute("html", "lang") == language and player.to_act, "the language")


@pytest.fixture(scope="module", params=titles.titles())
def player(request: pytest.FixtureRequest, profiles: Profiles, address: str) -> Iterator[Player]:
    """Yield a player in the middle of a game, to be viewed in several languages and sizes."""
    made = PlayerMaker(profiles, address)()
    middle(made, request.param)
    yield made
    made.check()
    profiles.leave(made.page.context, address)


class Looks(NamedTuple):
    """Measurements of a table in every language, taken once."""

    crowded: dict[tuple[str, str], list[str]]  # by language and size
    cut: dict[str, int]  # of the left column of a short page, in pixels


@pytest.fixture(scope="module")
def looks(player: Player) -> Looks:
    found = Looks({}, {})
    for language in LANGUAGES:
        resize(player, "short")
        speak(player, language)
        found.cut[language] = player.page.evaluate(CUT)
        for size in SIZES:
            resize(player, size)
            found.crowded[language, size] = sorted(set(player.page.evaluate(CROWDED)))
    return found


def test_captions_have_room_in_every_language_and_on_every_page(looks: Looks) -> None:
    assert {where: what for where, what in looks.crowded.items() if what} == {}


def test_a_short_page_shows_the_left_column_to_its_end(looks: Looks) -> None:
    assert {language: pixels for language, pixels in looks.cut.items() if pixels > 0} == {}


def test_the_numbers_of_the_map_can_be_read_on_every_page(players: PlayerMaker) -> None:
    """Ten pixels, with the whole map or a part of it."""
    player = players()
    player.start(title="whitehall", side="jack", investigators="1")
    player.until(lambda: player.to_act, "my turn")
    for _ in range(5):
        player.play(Random(1))
        player.until(lambda: player.to_act, "my turn")
    for size in SIZES:
        resize(player, size)
        player.page.reload()
        player.until(lambda: player.page.locator("svg.board .layer-over text").count() > 0, "the map")
        assert player.page.evaluate(NUMBERS) >= 10, size
        if size in {"short", "wide", "upright"}:
            assert not player.page.is_visible("svg.mini"), "the whole map is seen"


def test_the_list_of_all_choices_takes_nothing_from_the_board(player: Player) -> None:
    for size in ("short", "wide", "tablet"):
        resize(player, size)
        before = player.page.locator("#board").bounding_box()
        player.page.click("#lister")
        assert player.page.is_visible("#listing-groups button >> nth=0")
        assert player.page.locator("#board").bounding_box() == before
        player.page.click("#lister")
        assert not player.page.is_visible("#listing-groups")


def test_the_board_gets_the_room_of_a_wide_page(players: PlayerMaker) -> None:
    """Columns keep their width, and no panel is higher than its content."""
    player = players()
    middle(player, "pocket")
    for width, height in ((1920, 1080), (2560, 1440)):
        player.page.set_viewport_size({"width": width, "height": height})
        for column in (".left", ".right"):
            box = player.page.locator(column).bounding_box()
            assert box is not None
            assert box["width"] <= 360
        board = player.page.locator("#board").bounding_box()
        assert board is not None
        assert board["height"] > 0.9 * (height - 52)
        stretched = player.page.locator(".left .panels > *").evaluate_all(
            """all => all.filter((one) => {
              const last = [...one.children].at(-1).getBoundingClientRect().bottom;
              return one.getBoundingClientRect().bottom - last > 24;
            }).map((one) => one.className)"""
        )
        assert stretched == []


def test_log_and_chat_are_a_tab_apart_on_a_short_page(players: PlayerMaker) -> None:
    one, other = invite(players)
    resize(other, "short")
    resize(one, "wide")
    assert other.page.is_visible(".panels .log")
    assert not other.page.is_visible("#side-chat .unread")
    say(one, "good evening")
    other.until(lambda: other.page.is_visible("#side-chat .unread"), "the mark")
    assert other.page.is_visible(".panels .log")
    other.page.click("#side-chat")
    assert other.page.is_visible("#chat-said")
    assert not other.page.is_visible("#side-chat .unread")
    assert not other.page.is_visible(".panels .log")
    other.page.keyboard.press("ArrowLeft")
    assert other.page.is_visible(".panels .log")
    assert not other.page.is_visible("#chat-said")
    for element in (".panels .log", "#chat-said"):  # with room for both, both are there
        assert one.page.is_visible(element)
