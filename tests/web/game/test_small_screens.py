"""Phones, tablets and short desktop pages: header in one line, next choice visible, numbers not covered."""

from __future__ import annotations

from random import Random

import pytest

from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_games import invite, lasts

# Whether an element is between the prompt and the actions.
IN_ROOM = """(element) => {
  const { top, bottom } = element.getBoundingClientRect();
  const prompt = document.getElementById("prompt").getBoundingClientRect();
  const act = document.getElementById("act").getBoundingClientRect();
  return top >= prompt.bottom - 1 && bottom <= act.top + 1;
}"""
# Numbers of the map covered by a button.
COVERED = """() => {
  const buttons = [...document.querySelectorAll("#zoom .btn")].map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll("svg.board .layer-over text")].filter((number) => {
    const { left, right, top, bottom } = number.getBoundingClientRect();
    const apart = (one) => left >= one.right || right <= one.left || top >= one.bottom || bottom <= one.top;
    return buttons.some((one) => one.width && !apart(one));
  }).map((number) => number.textContent);
}"""
UNSEEN = """() => {
  const list = document.querySelector(".people ul").getBoundingClientRect();
  return [...document.querySelectorAll(".people li")].filter((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    return top < list.top - 1 || bottom > list.bottom + 1;
  }).length;
}"""


def small(player: Player, width: int, height: int) -> None:
    player.page.set_viewport_size({"width": width, "height": height})


def hint(player: Player) -> None:
    player.page.click("#ask-hint")
    player.until(lambda: player.page.locator("#advice .what").count() == 1, "the advice")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_hint_keeps_the_header_and_its_target_visible(players: PlayerMaker, language: str) -> None:
    player = players(language, phone=True)
    small(player, 360, 740)
    board = player.page.locator("#board g.target")
    while not board.count():  # some tokens have their choices on buttons
        take_advice(player)
    player.until(lambda: player.page.locator("#board").evaluate(IN_ROOM), "the board in sight")


def take_advice(player: Player) -> None:
    """Start a game, request a hint and take the advised token."""
    player.start(title="pocket", side="jack")
    player.until(lambda: player.to_act, "my turn")
    before = player.page.locator(".bar").bounding_box()
    hint(player)
    player.until(lambda: player.page.locator(".seat .hints").count() == 1, "the count of hints")
    assert player.page.locator(".bar").bounding_box() == before
    menu, lamp = (player.page.locator(one).bounding_box() for one in ("#menu", ".brand"))
    assert menu is not None
    assert lamp is not None
    assert menu["y"] < lamp["y"] + lamp["height"]
    advised = player.page.locator("button.advised >> nth=0")
    assert advised.evaluate(IN_ROOM)
    step = player.table["step"]
    advised.click()
    chosen = player.page.locator('.token[aria-pressed="true"]')
    player.until(lambda: player.table["step"] > step or chosen.count() > 0, "what comes next")


def test_no_button_lies_over_a_number_of_the_map(players: PlayerMaker) -> None:
    player = players()
    player.start(title="whitehall", investigators="1")
    player.until(lambda: player.to_act, "my turn")
    for width, height in ((1280, 720), (820, 1180)):
        small(player, width, height)
        player.page.reload()
        player.until(lambda: player.page.locator("svg.board .layer-over text").count() > 0, "the map")
        assert player.page.evaluate(COVERED) == [], (width, height)


def test_the_map_has_a_key(players: PlayerMaker) -> None:
    player = players()
    player.start(title="whitehall", investigators="1")
    player.until(lambda: player.to_act, "my turn")
    player.page.click("#key summary")
    assert player.page.locator("#key li").count() == 4
    assert player.page.is_visible("#key li >> nth=3")
    player.start(title="pocket")
    player.until(lambda: player.to_act, "my turn")
    assert not player.page.is_visible("#key")


def test_a_short_page_shows_all_suspects_and_the_message_box(players: PlayerMaker) -> None:
    one, other = invite(players, "mr_jack")
    for player in (one, other):
        small(player, 1280, 720)
    assert one.page.evaluate(UNSEEN) == 0
    one.page.click("#side-chat")
    assert one.page.evaluate(UNSEEN) <= 1  # rounding; a shadow shows that the list scrolls
    box = one.page.locator("#chat-text").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 720
    last = one.page.locator(".people li >> nth=7")
    last.scroll_into_view_if_needed()
    assert last.evaluate(
        """(line) => {
          const { left, top, bottom } = line.getBoundingClientRect();
          return line.contains(document.elementFromPoint(left + 60, (top + bottom) / 2));
        }"""
    ), "nothing lies over the last suspect"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_start_button_is_in_the_first_screen(players: PlayerMaker, language: str) -> None:
    player = players(language)
    small(player, 1280, 720)
    for games in (0, 5):
        for _ in range(games):
            player.start(title="pocket")
            player.until(lambda: player.to_act, "my turn")
        player.page.goto(player.address)
        player.page.evaluate("document.querySelector('.opened')?.remove()")  # open games of other tests
        for part in (".go .btn", ".clock .segments"):
            box = player.page.locator(part).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 720, (part, games)


def test_a_two_part_card_is_confirmed_in_both_parts(players: PlayerMaker) -> None:
    """Taking a card needs one click; each part on the board needs the confirm button."""
    player, rng = players(), Random(3)
    player.start(title="mr_jack", side="detective")
    seen: set[bool] = set()
    while len(seen) < 2:
        player.until(lambda: player.to_act or player.over, "my turn")
        if player.over:
            player.start(title="mr_jack", side="detective")
            continue
        prompt = player.table["prompt"]
        leaves = player.ways().values()
        taking = prompt["done"] == 0
        seen.add(taking)
        assert {bool(leaf.get("final")) for leaf in leaves} == {not taking}
        player.play(rng, lasts)


def test_chosen_options_are_seen_in_the_waiting_room_and_at_the_table(players: PlayerMaker) -> None:
    one, other = players(), players()
    chosen = {"false_clues": "on", "aid": "on"}
    one.start(title="whitehall", opponent="friend", investigators="1", options=chosen)
    one.until(lambda: one.state == "room", "the waiting room")
    listed = one.page.locator("#room .terms li").all_inner_texts()
    assert len(listed) >= 2
    other.accept(one.page.input_value("#invite"))
    for player in (one, other):
        player.until(lambda player=player: player.state == "table", "the table")  # type: ignore[misc]
        player.page.click("#terms summary")
        assert player.page.locator("#terms li").all_inner_texts() == listed
