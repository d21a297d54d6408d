"""Whitehall Mystery in the browser: three people hunt one Jack of the house, and everybody sees where he went."""

from __future__ import annotations

from random import Random

from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.test_chat import hears, open_chat, say
from tests.web.test_games import finished


def three_investigators(maker: PlayerMaker) -> list[Player]:
    """Give three people on one side of a table: one begins the game, two come by the same link."""
    first = maker()
    first.start(title="whitehall", side="investigators", level="constable", options={"false_clues": "on"}, company="3")
    first.until(lambda: first.state == "room", "the waiting room")
    link = first.page.input_value("#invite")
    others = [maker(), maker()]
    for other in others:
        other.page.goto(link)
        other.until(lambda other=other: other.state in {"room", "table"}, "a seat")  # type: ignore[misc]
    everybody = [first, *others]
    for player in everybody:
        player.until(lambda player=player: player.state == "table", "the table")  # type: ignore[misc]
    return everybody


def test_three_browsers_hunt_a_jack_of_the_house_to_the_end(players: PlayerMaker) -> None:
    everybody = three_investigators(players)
    first = everybody[0]
    assert {player.table["seat"] for player in everybody} == {"investigator1", "investigator2", "investigator3"}
    rng = Random(18)
    acted = set()
    while not first.over:
        first.until(lambda: first.over or any(player.to_act for player in everybody), "somebody's turn")
        for player in everybody:
            if player.to_act:
                acted.add(player.table["seat"])
                player.play(rng)
    assert len(acted) == 3
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
    say(first, "he went north")  # the switch stands at the side alone
    for player in (first, second, third):
        hears(player, "he went north")
    first.page.check("#chat-rooms input[value=table]", force=True)
    say(first, "good evening")
    watcher.until(lambda: any("good evening" in raw for raw in watcher.raw), "what all may read")
    assert all("he went north" not in raw for raw in watcher.raw)
