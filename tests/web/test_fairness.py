"""The button on the finished page: what the browser kept agrees with the record, and what was changed is told."""

from __future__ import annotations

import json
from typing import Any

from gaslamp.core import record
from gaslamp.core.messages import message
from gaslamp.locale import catalogue
from tests.web.conftest import PlayerMaker
from tests.web.player import Player

SAY = catalogue("en").say
KEPT = "fairness "


def give_up(player: Player) -> None:
    player.until(lambda: player.state == "table", "the table")
    player.page.click("#menu summary")
    player.page.click("#give-up")
    player.page.click("#ask-resign button[value=resign]")
    player.until(lambda: player.over, "the end")


def kept(player: Player) -> dict[str, Any]:
    """Give what the browser keeps of the one game it played."""
    told = player.page.evaluate("() => ({...localStorage})")
    (game,) = (json.loads(value) for key, value in told.items() if key.startswith(KEPT))
    return dict(game)


def verdict(player: Player) -> str:
    player.page.click("#result [data-check]")
    player.page.wait_for_selector("#result [data-checked]:not([data-checked=''])")
    return player.page.get_attribute("#result [data-checked]", "data-checked") or ""


def test_what_the_browser_kept_is_compared_with_the_record(players: PlayerMaker) -> None:
    player = players()
    player.start(side="jack")
    give_up(player)
    mine = kept(player)
    assert verdict(player) == "right"
    assert SAY(message("web.check.right")) in player.text("#result [data-checked]")
    assert mine["heads"][-1] in player.text("#result [data-checked]")
    with player.page.expect_download() as waiting:
        player.page.click("#result a[download]")
    proof = record.read(waiting.value.path().read_text("utf-8")).proof
    assert proof is not None
    assert proof.nonces["jack"] == ("player", mine["nonce"])
    assert proof.commitment == mine["commitment"]
    assert proof.entries[-1].head == mine["heads"][-1]


def test_what_was_changed_is_told(players: PlayerMaker) -> None:
    player = players()
    player.start()
    give_up(player)
    address = f"**/games/{player.page.url.rpartition('/')[2]}/record"
    text = player.page.evaluate("url => fetch(url).then(answer => answer.text())", address.removeprefix("**"))
    proof = record.read(text).proof
    assert proof is not None
    mine = kept(player)
    other = "0" * 64
    changes = {
        "secret": text.replace(proof.secret, other),
        "nonce": text.replace(mine["nonce"], other),
        "chain": text.replace(proof.entries[0].head, other),
        "none": text.partition("gaslamp proof 1")[0],
    }
    answers = list(changes.values())
    player.page.route(address, lambda route: route.fulfill(body=answers.pop(0)))
    for wrong in changes:
        player.page.evaluate("() => document.querySelector('[data-checked]').setAttribute('data-checked', '')")
        assert verdict(player) == wrong
        assert player.text("#result [data-checked]").startswith(SAY(message(f"web.check.{wrong}")))


def test_a_log_that_was_written_anew_is_told(players: PlayerMaker) -> None:
    player = players()
    player.start()
    player.until(lambda: player.state == "table", "the table")
    key = next(key for key in player.page.evaluate("() => Object.keys(localStorage)") if key.startswith(KEPT))
    forged = kept(player)
    forged["heads"].append("0" * 64)
    player.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, json.dumps(forged)])
    player.page.reload()
    give_up(player)
    assert verdict(player) == "head"
    assert SAY(message("web.check.head")) in player.text("#result [data-checked]")
