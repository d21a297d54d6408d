"""Chat in the browser: messages are plain text and do not disturb the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING

import pytest

from gaslamp.core.messages import message
from gaslamp.locale import LANGUAGES, catalogue
from tests.host.running import Guest, Socket
from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_accessibility import serious, sideways

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

SAY = catalogue("en").say


def offered(player: Player) -> bool:
    return player.page.locator("#chat:visible, #sides:visible, #tab-chat:visible").count() > 0


def meet(one: Player, other: Player) -> None:
    """Seat two players at one table."""
    one.start(side="detectives", opponent="friend")
    one.until(lambda: one.state == "room", "the waiting room")
    assert not offered(one)
    other.accept(one.page.input_value("#invite"))
    for player in (one, other):
        player.until(lambda player=player: player.state == "table", "the table")  # type: ignore[misc]
        assert offered(player)  # sent before the table


@contextmanager
def company(player: Player) -> Iterator[Socket]:
    """Seat a client without a browser."""
    player.start(side="detectives", opponent="friend")
    player.until(lambda: player.state == "room", "the waiting room")
    link = player.page.input_value("#invite")
    guest = Guest(player.address)
    try:
        guest.follow(link.removeprefix(player.address)).raise_for_status()
        socket = guest.sit(player.page.url.removeprefix(player.address))
        player.until(lambda: player.state == "table", "the table")
        assert offered(player)
        yield socket
    finally:
        guest.leave()


def open_chat(player: Player) -> None:
    """Open the chat: by its tab on a phone, by its bar on a low screen."""
    for door in ("#tab-chat", "#side-chat[aria-selected=false]"):
        if player.page.is_visible(door):
            player.page.click(door)
    assert player.page.is_visible("#chat-said")


def say(player: Player, text: str) -> None:
    player.page.fill("#chat-text", text)
    player.page.press("#chat-text", "Enter")


def lines(player: Player) -> list[str]:
    return player.page.locator("#chat-said li").all_inner_texts()


def hears(player: Player, text: str) -> None:
    player.until(lambda: any(text in line for line in lines(player)), f"“{text}”")


def heard(socket: Socket, text: str) -> None:
    """Read frames until a message arrives."""
    while not any(said["text"] == text for said in socket.until("chat")["said"]):
        pass


def test_two_browsers_talk(players: PlayerMaker) -> None:
    one, other = players(), players("fr")
    meet(one, other)
    assert one.page.is_visible(".log")
    open_chat(one)
    say(one, "Good evening!")
    hears(one, "Good evening!")
    assert one.page.input_value("#chat-text") == ""
    assert one.page.locator("#chat-said li.mine").count() == 1
    other.until(lambda: other.page.is_visible("#side-chat .unread"), "the mark")
    open_chat(other)
    assert not other.page.is_visible("#side-chat .unread")
    hears(other, "Good evening!")
    (line,) = lines(other)
    assert line.startswith(catalogue("fr").say(message("pocket.seat.detectives")))
    assert "Good evening!" in other.text("#chat-news")  # for screen readers
    say(other, "Bonsoir")
    hears(one, "Bonsoir")
    assert [frame["type"] for frame in one.frames].count("error") == 0
    one.page.reload()
    one.until(lambda: one.state == "table", "the table")
    open_chat(one)
    assert ["Good evening!" in lines(one)[0], "Bonsoir" in lines(one)[1]] == [True, True]
    assert one.text("#chat-news") == ""


def test_a_tall_screen_has_the_chat_beside_the_log(players: PlayerMaker) -> None:
    one = players()
    one.page.set_viewport_size({"width": 1440, "height": 1000})
    with company(one):
        assert not one.page.is_visible("#side-chat")
        boxes = [one.page.locator(place).bounding_box() for place in (".people", ".log", "#chat", "#chat-form")]
        bottom = 0.0
        for box in boxes[:3]:
            assert box is not None
            assert box["y"] >= bottom
            assert box["height"] > 70
            bottom = box["y"] + box["height"]
        assert bottom <= 1000
        assert one.page.is_visible("#chat-text")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off_on_a_low_screen(players: PlayerMaker, language: str) -> None:
    one = players(language)
    with company(one):
        open_chat(one)
        one.page.focus("#chat-text")
        for height in (640, 800, 900):
            one.page.set_viewport_size({"width": 1280, "height": height})
            for place in ("#chat", "#chat-text"):
                box = one.page.locator(place).bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= height
        assert one.page.evaluate("() => [document.scrollingElement.scrollTop, document.body.scrollTop]") == [0, 0]


MARKUP = "<script>window.caught = 1</script><img src=x onerror='window.caught = 1'><b>bold</b> &amp; {most}"


def test_markup_is_shown_as_it_was_written(players: PlayerMaker) -> None:
    one, other = players(), players()
    meet(one, other)
    for player in (one, other):
        open_chat(player)
    say(one, MARKUP)
    for player in (one, other):
        hears(player, MARKUP)
        assert player.page.locator("#chat-said :is(script, img, i, u), #chat-said .words *").count() == 0
        assert player.page.evaluate("() => 'caught' in window") is False
    assert MARKUP in other.text("#chat-news")


def test_a_phone_has_a_fourth_tab(players: PlayerMaker) -> None:
    other = players(phone=True)
    with company(other) as one:
        assert other.page.locator("#tabs button:visible").count() == 4
        assert not other.page.is_visible("#chat-said")
        one.send(say="x" * 300, room="table")
        other.until(lambda: other.page.is_visible("#tab-chat .unread"), "the mark")
        open_chat(other)
        assert not other.page.is_visible("#tab-chat .unread")
        assert not other.page.is_visible(".log")
        assert sideways(other) <= 0
        say(other, "Quiet, please")
        heard(one, "Quiet, please")
    for place in ("#tab-chat", "#chat-text", "#chat-form button:not([data-phrase])", "[data-phrase] >> nth=0"):
        box = other.page.locator(place).bounding_box()
        assert box is not None
        assert min(box["height"], box["width"]) >= 43.5, place
    other.page.set_viewport_size({"width": 320, "height": 640})
    assert sideways(other) <= 0
    other.page.focus("#tab-chat")
    other.page.keyboard.press("ArrowLeft")
    assert other.page.is_visible(".log")
    assert not other.page.is_visible("#chat-said")


@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing_serious_in_the_chat(players: PlayerMaker, phone: bool) -> None:
    other = players(phone=phone)
    with company(other) as one:
        open_chat(other)
        assert serious(other) == []
        say(other, "Good evening!")
        one.send(say="Good evening!", room="table")
        other.until(lambda: len(lines(other)) == 2, "both")
        assert serious(other) == []


def test_keys_play_nothing_in_a_text_field(players: PlayerMaker) -> None:
    one = players()
    with company(one) as other:
        open_chat(one)
        chosen = one.page.locator('[data-target][aria-pressed="true"]')
        begin_a_step(one)
        step, count = one.table["step"], chosen.count()
        one.page.fill("#chat-text", "Let me see")
        for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "Escape", "Enter", "Enter", " "):
            one.page.press("#chat-text", key)
            assert one.page.evaluate("() => document.activeElement?.id") == "chat-text"
        heard(other, "Let me see")
        assert (one.table["step"], chosen.count()) == (step, count)
        assert count > 0
        one.page.focus("#prompt-title")
        one.page.keyboard.press("Escape")
        assert chosen.count() == 0


def begin_a_step(player: Player) -> None:
    """Start a choice that needs another choice or a confirmation."""
    player.until(lambda: player.to_act, "my turn")
    rng = Random(3)
    while not player.page.locator('[data-target][aria-pressed="true"]').count():
        spots = player.page.locator("#board g[data-target], .panels button.open[data-target]")
        step = player.table["step"]
        spots.nth(rng.randrange(spots.count())).click(force=True)
        player.page.wait_for_timeout(150)
        if player.table["step"] != step:
            player.until(lambda: player.to_act, "my turn")


def test_a_message_that_is_refused_is_given_back(players: PlayerMaker) -> None:
    one = players()
    with company(one):
        open_chat(one)
        sent = 0
        while not one.page.input_value("#chat-text"):
            say(one, f"message {sent}")
            sent += 1
            one.until(
                lambda: len(lines(one)) == sent or one.page.input_value("#chat-text"),  # noqa: B023
                "an answer",
            )
            assert sent < 60
        assert one.page.input_value("#chat-text") == f"message {sent - 1}"
        assert one.text("#toast") == SAY(message("web.error.too_fast"))


def test_spectators_read_but_cannot_write(players: PlayerMaker) -> None:
    one, other, watcher = players(), players(), players()
    meet(one, other)
    links = str(one.page.evaluate("() => Object.values({...sessionStorage}).join(' ')"))
    watcher.page.goto(one.address + next(word for word in links.split() if "/watch/" in word))
    watcher.until(lambda: watcher.state == "table", "the table")
    open_chat(watcher)
    open_chat(one)
    say(one, "Hello, whoever you are")
    hears(watcher, "Hello, whoever you are")
    assert not watcher.page.is_visible("#chat-form")


@pytest.mark.parametrize("opponent", ["machine", "same_device"])
@pytest.mark.parametrize("phone", [False, True])
def test_there_is_no_chat_without_other_people(players: PlayerMaker, opponent: str, phone: bool) -> None:
    player = players(phone=phone)
    player.start(opponent=opponent)
    player.until(lambda: player.state in {"table", "curtain"}, "the table")
    if player.state == "curtain":
        player.page.click("#curtain button.primary")
        player.until(lambda: player.state == "table", "the table")
    assert not offered(player)


# ---- what the server sends in a title with sides of several seats


def relayed(player: Player, change: Callable[[dict[str, object]], list[dict[str, object]]]) -> list[dict[str, object]]:
    """Change frames on their way to a browser. Returns the list of frames it sends."""
    sent: list[dict[str, object]] = []

    def handle(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def up(text: str | bytes) -> None:
            sent.append(json.loads(text))
            server.send(text)

        def down(text: str | bytes) -> None:
            for frame in change(json.loads(text)):
                socket.send(json.dumps(frame))

        socket.on_message(up)
        server.on_message(down)

    player.page.route_web_socket("**/socket?*", handle)
    return sent


def test_with_two_rooms_there_is_a_switch_and_it_stands_at_the_safe_one(players: PlayerMaker) -> None:
    def change(frame: dict[str, object]) -> list[dict[str, object]]:
        if frame["type"] == "chat" and frame["whole"]:
            whispered = {"room": "side", "who": "Watson", "mine": False, "text": "Only for us"}
            frame |= {"rooms": ["table", "side"], "said": [whispered]}
        return [frame]

    one, other = players(), players(phone=True)
    sent = relayed(other, change)
    meet(one, other)
    open_chat(other)
    assert SAY(message("web.chat.side")) in other.text("#chat-said li.side")
    assert other.page.is_checked("#chat-rooms input[value=side]")
    assert sideways(other) <= 0
    assert serious(other) == []
    say(other, "secret")
    other.page.check("#chat-rooms input[value=table]", force=True)
    say(other, "open")
    other.until(lambda: len([frame for frame in sent if "say" in frame]) == 2, "both messages")
    assert [frame for frame in sent if "say" in frame] == [
        {"say": "secret", "room": "side", "phrase": False},
        {"say": "open", "room": "table", "phrase": False},
    ]
    assert not one.page.is_visible("#chat-rooms")


@pytest.mark.parametrize("cover", ["curtain", "waiting"])
def test_the_curtain_and_the_waiting_room_leave_nothing_of_it(players: PlayerMaker, cover: str) -> None:
    covers = False

    def change(frame: dict[str, object]) -> list[dict[str, object]]:
        if covers and frame["type"] == "chat":
            html = '<p><input><button type="button">Lift</button></p>'
            return [{"type": cover, "seat": "jack", "html": html, "commitment": "", "asked": [], "house": []}]
        return [frame]

    other = players(phone=True)
    relayed(other, change)
    with company(other) as one:
        open_chat(other)
        one.send(say="the first words", room="table")
        hears(other, "the first words")
        other.page.fill("#chat-text", "half a thought")
        covers = True
        one.send(say="the second words", room="table")
        other.until(lambda: other.state in {"curtain", "room"}, "the cover")
        assert not other.page.is_visible("#chat")
        assert other.page.input_value("#chat-text") == ""
        assert other.page.get_attribute("#tab-sheet", "aria-selected") == "true"
        for words in ("first words", "second words"):
            assert words not in other.page.content()
