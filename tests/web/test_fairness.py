"""The fairness check of a finished game: agreement, and detection of changed records.

Most forgeries here are complete: a server that knows the secret rewrites the whole record consistently.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from gaslamp.core.messages import message
from gaslamp.core.records import record
from gaslamp.core.records.fairness import NOTHING, Seal, Secret, Terms
from gaslamp.core.records.proof import prove
from gaslamp.core.records.record_format import pairs
from gaslamp.locale import catalogue
from tests.terminal.test_commands import run
from tests.web.conftest import PlayerMaker
from tests.web.player import Player

SAY = catalogue("en").say
KEPT = "fairness "


def give_up(player: Player) -> None:
    player.until(lambda: player.state in {"table", "curtain"}, "the table")
    if player.state == "curtain":
        player.page.click("#curtain [data-uncover]")
        player.until(lambda: player.state == "table", "the table")
    player.page.click("#menu summary")
    player.page.click("#give-up")
    player.page.click("#ask-resign button[value=resign]")
    player.until(lambda: player.over, "the end")


def kept(player: Player) -> dict[str, Any]:
    """Return the stored evidence of the only game."""
    told = player.page.evaluate("() => ({...localStorage})")
    (game,) = (json.loads(value) for key, value in told.items() if key.startswith(KEPT))
    return dict(game)


def keep(player: Player, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the stored evidence and reload the page."""
    key = next(key for key in player.page.evaluate("() => Object.keys(localStorage)") if key.startswith(KEPT))
    now = kept(player)
    change(now)
    player.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, json.dumps(now)])
    player.page.reload()


def verdict(player: Player) -> str:
    player.page.evaluate("() => document.querySelector('[data-checked]').setAttribute('data-checked', '')")
    player.page.click("#result [data-check]")
    player.page.wait_for_selector("#result [data-checked]:not([data-checked=''])")
    return player.page.get_attribute("#result [data-checked]", "data-checked") or ""


def the_record(player: Player) -> str:
    path = f"/games/{player.page.url.rpartition('/')[2]}/record"
    text: str = player.page.evaluate("url => fetch(url).then(answer => answer.text())", path)
    return text


def rewritten(text: str, nonces: Mapping[str, bytes], secret: bytes | None = None, **agreed: Any) -> str:
    """Return the record as a server would rewrite it with other nonces or terms."""
    found = record.read(text)
    proof = found.proof
    assert proof is not None
    terms = Terms(found.title, found.rules_version, pairs(found.options), proof.clock, pairs(proof.bots), proof.hints)
    own = {seat: bytes.fromhex(nonce.value) for seat, nonce in proof.nonces.items()}
    seal = Seal(
        proof.game,
        terms._replace(**agreed),
        Secret(secret or bytes.fromhex(proof.secret)),
        own | dict(nonces),
    )
    return record.write(replace(found, proof=prove(seal, [entry.text.encode() for entry in proof.entries])))


def check_each(player: Player, changes: Mapping[str, list[str]]) -> None:
    """Check that each record has the expected verdict."""
    answers = [text for texts in changes.values() for text in texts]
    player.page.route("**/games/*/record", lambda route: route.fulfill(body=answers.pop(0)))
    for wrong, texts in changes.items():
        for _ in texts:
            assert verdict(player) == wrong
            told = "fair" if wrong == "right" else wrong  # the reason is in the details
            assert SAY(message(f"web.check.{told}")) in player.text("#result [data-checked]")
    player.page.unroute("**/games/*/record")


def test_stored_evidence_is_compared_and_given_as_a_command(players: PlayerMaker, tmp_path: Path) -> None:
    player = players()
    player.start(side="jack")
    give_up(player)
    mine = kept(player)
    assert verdict(player) == "right"
    answer = "#result [data-checked]"
    assert player.text(answer).startswith(SAY(message("web.check.fair")))
    assert SAY(message("web.check.right")) not in player.text(answer)
    assert not player.page.is_visible(f"{answer} code")  # the command is hidden by default
    player.page.click(f"{answer} summary")
    assert SAY(message("web.check.right")) in player.text(answer)
    with player.page.expect_download() as waiting:
        player.page.click("#result a[download]")
    text = waiting.value.path().read_text("utf-8")
    proof = record.read(text).proof
    assert proof is not None
    assert proof.nonces == {"jack": ("player", mine["nonces"]["jack"]), "detectives": ("house", "")}
    assert proof.commitment == mine["commitment"]
    assert proof.entries[-1].head == mine["heads"][-1]
    program, *words = shlex.split(player.text("#result .command code"))
    (tmp_path / words[1]).write_text(text, encoding="utf-8")
    words[1] = str(tmp_path / words[1])
    assert (program, words.count("--head")) == ("gaslamp", len(mine["heads"]))
    assert {"--commitment", "--nonce", "--house"} <= set(words)
    told = run(*words)
    assert (told.exit_code, told.stderr) == (0, "")
    player.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.page.click("#result .command button")
    copied = player.page.evaluate("() => navigator.clipboard.readText()")
    assert shlex.split(copied)[0] == "gaslamp"
    assert copied == player.text("#result .command code")


def test_a_changed_record_is_reported(players: PlayerMaker) -> None:
    player = players()
    player.start()
    give_up(player)
    text = the_record(player)
    proof = record.read(text).proof
    assert proof is not None
    mine, other = kept(player), "0" * 64
    check_each(
        player,
        {
            "secret": [
                text.replace(proof.secret, other),
                rewritten(text, {}, secret=b"another secret".ljust(32)),
            ],
            "nonce": [
                text.replace(mine["nonces"]["detectives"], other),
                rewritten(text, {"detectives": NOTHING}),  # as if the nonce had been late
            ],
            "shares": [
                rewritten(text, {"jack": b"tried out".ljust(32)}),
                rewritten(text, {"jack": b"tried out".ljust(32)}, bots=""),
                rewritten(text, {}, bots=""),
            ],
            "chain": [text.replace(proof.entries[0].head, other)],
            "head": [rewritten(text, {}, clock="1+0"), rewritten(text, {}, bots="jack=somebody")],
            "none": [text.partition("gaslamp proof 3")[0]],
        },
    )
    assert verdict(player) == "right"


def test_at_one_device_each_seat_has_its_own_nonce_and_is_checked(players: PlayerMaker) -> None:
    player = players()
    player.start(opponent="same_device")
    give_up(player)
    text, nonces = the_record(player), kept(player)["nonces"]
    jack, detectives = (bytes.fromhex(nonces[seat]) for seat in ("jack", "detectives"))
    assert jack != detectives
    check_each(
        player,
        {
            "right": [text],
            "nonce": [
                rewritten(text, {"jack": detectives, "detectives": jack}),
                rewritten(text, {"jack": detectives}),
                rewritten(text, {"jack": b"tried out".ljust(32)}),
                rewritten(text, {"detectives": NOTHING}),
            ],
        },
    )


def test_joining_by_link_sends_a_nonce(players: PlayerMaker) -> None:
    host, friend = players(), players()
    host.start(opponent="friend")
    host.until(lambda: host.state == "room", "the room before the game")
    friend.page.goto(host.page.input_value("#room input"))
    friend.page.click("#choice button[type=submit]")
    for player in (host, friend):
        player.until(lambda player=player: player.state == "table", "the table")  # type: ignore[misc]
    give_up(friend)
    host.until(lambda: host.over, "the end")
    proof = record.read(the_record(host)).proof
    assert proof is not None
    assert proof.players == ("jack", "detectives")
    own = [kept(player)["nonces"] for player in (host, friend)]
    assert own[0] | own[1] == {seat: nonce.value for seat, nonce in proof.nonces.items()}
    assert [verdict(player) for player in (host, friend)] == ["right", "right"]
    assert not host.page.locator("#result .draws").count()


def test_a_game_without_player_nonces_is_reported(players: PlayerMaker) -> None:
    player = players()
    player.page.goto(player.address)
    wanted = {"title": "pocket", "side": "detectives", "opponent": "bot:passer_by"}
    made = player.page.evaluate(
        "wanted => fetch('/games', {method: 'POST', body: JSON.stringify(wanted)}).then(answer => answer.json())",
        wanted,
    )
    player.page.goto(player.address + made["table"])
    player.until(lambda: player.state == "table", "the table")
    word = SAY(message("web.draws.servers_word"))
    player.until(lambda: word in player.text("#status"), "the notice")
    give_up(player)
    assert word in player.text("#result")
    text = the_record(player)
    check_each(player, {"word": [text], "foreign": [rewritten(text, {"detectives": b"tried out".ljust(32)})]})


def test_a_rewritten_log_is_reported(players: PlayerMaker) -> None:
    player = players()
    player.start()
    player.until(lambda: player.state == "table", "the table")
    keep(player, lambda now: now["heads"].append("0" * 64))
    give_up(player)
    assert verdict(player) == "head"
    assert SAY(message("web.check.head")) in player.text("#result [data-checked]")
