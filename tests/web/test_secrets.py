"""Hidden information is not in the page, the scripts or the frames."""

from __future__ import annotations

from random import Random

from gaslamp.core.messages import message
from gaslamp.locale import catalogue
from gaslamp.titles.pocket.rules import board
from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_games import invite

SAY = catalogue("en").say
WHOEVER = [
    SAY(message(id, suspect=message(f"pocket.suspect.{name}")))
    for id in (
        "pocket.news.identity",
        "pocket.beside.identity_mine",
        "pocket.beside.identity_revealed",
        "pocket.news.alibi_kept",
    )
    for name in board.SUSPECTS
]
# Texts that only Jack, or no one before the end, may see.
SECRET = [
    *WHOEVER,
    SAY(message("pocket.beside.held", cards="")).strip(),
    SAY(message("pocket.beside.total", count="")).strip(),
]
CHASE = SAY(message("pocket.beside.chase"))
STATE = """() => JSON.stringify([
    Object.keys(window).filter(key => !key.startsWith('on')).length,
    {...localStorage}, {...sessionStorage}, document.cookie, history.state
])"""


def nothing_secret(player: Player) -> None:
    page = player.page.content() + str(player.page.evaluate(STATE))
    for words in SECRET:
        assert words not in page, words
        assert all(words not in raw for raw in player.raw), words


def test_neither_the_other_seat_nor_a_spectator_learns_a_secret(players: PlayerMaker) -> None:
    one, other = invite(players)
    watcher = players()
    watch = one.page.evaluate("() => Object.values({...sessionStorage}).join(' ')")
    link = next(word for word in str(watch).replace('"', " ").split() if "/watch/" in word)
    watcher.page.goto(link if link.startswith("http") else one.address + link)
    watcher.until(lambda: watcher.state == "table", "the table")
    detectives, jack = (one, other) if one.table["seat"] == "detectives" else (other, one)
    assert any(any(words in raw for words in SECRET) for raw in jack.raw), (
        "the words to look for are not the right ones"
    )
    rng = Random(2)
    looked = 0
    while True:
        one.until(lambda: one.to_act or other.to_act or one.over, "somebody's turn")
        (one if one.to_act else other).play(rng)
        if one.over or other.over or any(CHASE in raw for raw in one.raw):
            break  # everything is revealed from here on
        nothing_secret(detectives)
        nothing_secret(watcher)
        looked += 1
    assert looked > 5  # every game reaches its second round
    assert watcher.table["seat"] == "spectator"
    assert watcher.table["prompt"]["choices"] == []


def test_behind_the_curtain_there_is_nothing(players: PlayerMaker) -> None:
    player = players()
    player.start(side="jack", opponent="same_device")
    player.until(lambda: player.state in {"table", "curtain"}, "the table")
    rng = Random(4)
    for _ in range(12):
        if player.state == "curtain":
            page = player.page.content()
            assert player.page.locator("#board :not(#pills)").count() == 0
            assert player.page.inner_html("#pills") == ""
            assert player.page.locator(".panels *").count() == 0
            assert all(words not in page for words in SECRET)
            player.page.click("#curtain button.primary")
            player.until(lambda: player.state == "table", "the table")
        elif player.to_act:
            player.play(rng)
