"""A dead connection in a real browser: shown to both players, and the pending action is played once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.host.proxy import Proxy
from tests.web.conftest import PlayerMaker, Profiles
from tests.web.player import Player

BANNER = {
    "en": "No connection. Trying again…",
    "fr": "Pas de connexion. Nouvelle tentative…",
    "es": "Sin conexión. Reintentando…",
    "ru": "Нет связи, пробуем снова…",
}


@pytest.fixture
def proxy(address: str) -> Iterator[Proxy]:
    with Proxy(address).running() as proxy:
        yield proxy


@pytest.fixture
def afar(profiles: Profiles, proxy: Proxy) -> Iterator[PlayerMaker]:
    """Yield a factory of players behind the proxy."""
    maker = PlayerMaker(profiles, proxy.address)
    yield maker
    for player in maker.made:
        player.check()
        profiles.leave(player.page.context, proxy.address)


def at_one_table(near: Player, far: Player) -> None:
    """Seat the detectives, who start, behind the proxy, and Jack directly at the server."""
    far.start(side="detectives", opponent="friend")
    far.until(lambda: far.state == "room", "the waiting room")
    invite = far.page.evaluate("sessionStorage.getItem(`invite ${location.pathname}`)")
    near.accept(near.address + invite)
    for player in (near, far):
        player.until(lambda player=player: player.state == "table", "the table")  # type: ignore[misc]
    far.until(lambda: far.to_act, "the first turn")


def other(player: Player) -> str:
    """Return a player's status of the detectives."""
    return player.page.get_attribute('#seats [data-seat="detectives"]', "title") or ""


def plays_sent(player: Player) -> list[str]:
    sent: list[str] = []
    player.page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    return sent


def test_a_dead_connection_is_shown_to_both_and_the_action_played_once(
    players: PlayerMaker, afar: PlayerMaker, proxy: Proxy
) -> None:
    near, far = players(), afar()
    sent = plays_sent(far)
    at_one_table(near, far)
    near.until(lambda: "is here" in other(near), "the other player")
    step, ways = far.table["step"], far.ways()
    way = next(way for way, leaf in ways.items() if not leaf.get("final"))

    proxy.stall()
    far.page.eval_on_selector(f'#listing-groups button[data-way="{way}"]', "button => button.click()")
    far.page.evaluate("document.querySelector('#confirm:enabled')?.click()")
    far.page.wait_for_selector("#confirm.sending[aria-busy=true]")
    assert far.text("#lost") == ""  # the button is marked before the banner appears
    far.until(lambda: far.text("#lost") == BANNER["en"], "the banner")
    near.until(lambda: "connection lost" in other(near), "the lost connection of the other player")
    assert near.page.is_visible('#seats [data-seat="detectives"] .gone')

    proxy.resume()
    far.until(lambda: far.table["step"] > step, "the answer")
    far.until(lambda: far.text("#lost") == "" and far.page.locator("#confirm.pending").count() == 0, "the connection")
    near.until(lambda: "is here" in other(near), "the other player again")
    assert far.table["step"] == step + 1
    assert not any(frame["type"] == "error" for frame in far.frames)
    resent = [text for text in sent if '"again":true' in text]
    assert len(resent) <= 1
    far.play(Random(1))  # the game continues
    assert far.table["step"] == step + 2


def test_an_action_without_a_connection_is_played_after_reconnecting(afar: PlayerMaker, proxy: Proxy) -> None:
    far = afar(phone=True)
    far.start(side="detectives")
    far.until(lambda: far.to_act, "my turn")
    step, way = far.table["step"], next(way for way, leaf in far.ways().items() if not leaf.get("final"))
    proxy.stall()
    far.until(lambda: far.text("#lost") == BANNER["en"], "the banner")
    far.page.eval_on_selector(f'#listing-groups button[data-way="{way}"]', "button => button.click()")
    far.page.evaluate("document.querySelector('#confirm:enabled')?.click()")
    far.page.wait_for_selector("#confirm.sending")
    proxy.resume()
    far.until(lambda: far.table["step"] == step + 1, "the answer")
    assert not any(frame["type"] == "error" for frame in far.frames)


@pytest.mark.parametrize("language", ["fr", "es", "ru"])
def test_the_banner_is_in_the_language_of_the_page(language: str, afar: PlayerMaker, proxy: Proxy) -> None:
    far = afar(language)
    far.page.goto(f"{far.address}/learn/pocket/detectives")
    far.until(lambda: far.state == "table", "the lesson")
    proxy.stall()
    far.until(lambda: far.text("#lost") == BANNER[language], "the banner")
    proxy.resume()
    far.until(lambda: far.text("#lost") == "", "the connection")


def test_a_healthy_connection_is_not_marked(players: PlayerMaker) -> None:
    player = players()
    sockets: list[str] = []
    player.page.on("websocket", lambda socket: sockets.append(socket.url))
    player.start(side="detectives")
    player.until(lambda: player.to_act, "my turn")
    player.until(lambda: [frame["type"] for frame in player.frames].count("heartbeat") >= 4, "heartbeats")
    assert len(sockets) == 1
    assert player.text("#lost") == ""
    assert player.page.locator("#confirm.pending").count() == 0
