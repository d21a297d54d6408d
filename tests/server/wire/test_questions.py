"""Fuzz the sockets: every kind of request, with valid and mutated fields, at games and lessons of every title.

The application is called in process. It asks for the next frame when it has answered the one before, so that each
question is made from the table that was shown last.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import httpx
import pytest

from gaslamp import titles
from gaslamp.game import lesson
from gaslamp.server.http.app import App, make_app
from gaslamp.server.ops import limits
from gaslamp.server.ops.limits import Rate
from gaslamp.server.ops.settings import Settings
from gaslamp.server.wire import client_frames, connection, socket
from tests.conftest import Proof
from tests.host.places import fill
from tests.host.running import plays
from tests.patched import Frame, listed, patched

HOST = "127.0.0.1:1888"
NO_LIMIT = Rate(10**9, 1)
LIMITS = (
    (connection, ("REPLAY", "CHAT")),
    (socket, ("SOCKET", "WHY")),
    (limits, ("ADDRESS", "POSTS", "CHAT", "CHAT_ADDRESS")),
)
PER_SOCKET = 250  # questions
AFTER_THE_END = 40  # questions at a finished game
KINDS = {kind.__struct_encode_fields__[0]: kind for kind in get_args(client_frames.Frame)}
# Questions about the board are asked most; what ends a game is asked seldom.
WEIGHTS = {"why": 12.0, "places": 4.0, "play": 3.0, "undo": 2.0, "resign": 0.05, "abort": 0.05, "hint": 0.2}


class Asker:
    """The client of one socket: builds questions from what it was sent."""

    def __init__(self, rng: Random, count: int) -> None:
        self.rng = rng
        self.left = count
        self.asked = 0
        self.closed: int | None = None  # the code with which the server closed the socket
        self._accepted = False
        self._after_the_end = AFTER_THE_END
        self._frame: Frame = {}
        self._table: Frame | None = None
        self._lesson: Frame | None = None
        self._ids = ["", "x", "tile-", "circle-999", "tok-nobody", "hex-z99", "place-13", "token-9"]
        self._points = [(0.0, 0.0), (-1e300, 1.7e308), (1e9, 5.0)]

    async def receive(self) -> dict[str, Any]:
        if not self._accepted:
            self._accepted = True
            return {"type": "websocket.connect"}
        for _ in range(20):  # let the server show what changed
            await asyncio.sleep(0)
        over = self._table is not None and self._table["over"] and self._lesson is None
        self._after_the_end -= over
        if not self.left or not self._after_the_end or self.closed is not None:
            return {"type": "websocket.disconnect", "code": 1000}
        self.left -= 1
        self.asked += 1
        return {"type": "websocket.receive", "text": self._question()}

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self.closed = message["code"]
        elif message["type"] == "websocket.send":
            self._read(json.loads(message["text"]))

    def _read(self, frame: Frame) -> None:
        if frame["type"] == "patch":
            frame = patched(self._table, frame)
        match frame["type"]:
            case "table":
                self._table = frame
                frame = listed(frame)
                things = [*frame["sprites"], *frame["targets"]]
                self._ids += [thing["id"] for thing in things]
                self._ids += [choice["target"] for choice in every_choice(frame["prompt"]["choices"])]
                tokens = [token for panel in frame["panels"] for token in panel.get("tokens", {}).values()]
                self._ids += [token["target"] for token in tokens]
                self._points += [(thing["x"], thing["y"]) for thing in things]
            case "places":
                self._ids += [place["id"] for place in frame["places"]]
                self._points += [(place["x"], place["y"]) for place in frame["places"]]
            case "lesson":
                self._lesson = frame
        if frame["type"] in {"table", "curtain", "waiting"}:
            self._frame = frame
        self._ids, self._points = self._ids[:8] + self._ids[8:][-400:], self._points[:3] + self._points[3:][-400:]

    # ---- questions

    def _question(self) -> str:
        rng, frame = self.rng, self._frame
        if rng.random() < 0.15 and (honest := self._honest()):
            return json.dumps(honest)
        kind = rng.choices([*KINDS], [WEIGHTS.get(name, 1.0) for name in KINDS])[0]
        fields = KINDS[kind].__struct_fields__
        question = {name: self._value(kind, name) for name in fields if name == kind or rng.random() < 0.8}
        if rng.random() < 0.05:
            other = rng.choice([*KINDS])
            question[other] = self._value(other, other)
        if kind == "why" and rng.random() < 0.7:
            question |= {"step": frame.get("step", 0), "path": self._path()}
        return json.dumps(question)

    def _honest(self) -> Frame | None:
        """What a player would send now."""
        if self._frame.get("type") == "curtain":
            return {"uncover": self._frame["seat"]}
        if self._lesson is not None:
            step = min(self._lesson["step"] + 1, self._lesson["last"])
            return {"lesson": step if self.rng.random() < 0.8 else self.rng.randrange(self._lesson["last"])}
        if self._frame.get("type") == "table" and (legal := plays(self._frame)):
            return {"play": self.rng.choice(legal), "step": self._frame["step"]}
        return None

    def _value(self, kind: str, name: str) -> Any:
        rng = self.rng
        match name:
            case "why" | "uncover" | "language" | "ask":
                words = ["en", "fr", "jack", "detectives", "investigators", "pause", "undo", "hand_over jack"]
                return rng.choice(words) if name != "why" and rng.random() < 0.7 else self._id()
            case "at":
                x, y = rng.choice(self._points)
                return rng.choice([[x, y], [x + rng.uniform(-60, 60), y], None, [x], "middle", [x, None]])
            case "path":
                return self._path()
            case "play":
                legal = plays(self._frame) if self._frame.get("type") == "table" else []
                return rng.choice([*legal[:20], "", "x", self._id()])
            case "say":
                return rng.choice(["hello", "", "x" * 301, "\u202e", "\x00", self._id()])
            case "room":
                return rng.choice(["table", "side", "elsewhere", None])
            case "nonces":
                return {rng.choice(["jack", "detective", "x"]): rng.choice(["0" * 64, "0", None])}
            case "agree" | "cover" | "rematch" | "resume" | "take_seat" | "abort" | "whole":
                return rng.choice([True, True, False, None, 1])
            case _:
                step = self._frame.get("step", 0)
                return rng.choice([step, step, step, step + 1, max(step - 1, 0), 0, 10**6, -1, 1.5, "1", None])

    def _id(self) -> str:
        rng, id = self.rng, str(self.rng.choice(self._ids))
        if rng.random() < 0.4:
            return id
        kind, dash, rest = id.partition("-")
        other = str(rng.choice(self._ids)).partition("-")
        return rng.choice(
            [other[0] + dash + rest, kind + dash + other[2], id[:-1], id + "0", rest, kind + dash + "999", id.upper()]
        )[:80]

    def _path(self) -> list[str]:
        """Inner choices: nested ones of the table, cut off or mutated, or any ids."""
        rng = self.rng
        path: list[str] = []
        level = self._frame["prompt"]["choices"] if self._frame.get("type") == "table" else []
        while level and rng.random() < 0.7:
            choice = rng.choice(level)
            path.append(choice["target"])
            level = choice.get("next", [])
        if rng.random() < 0.3:
            path.insert(rng.randrange(len(path) + 1), self._id())
        return path


def every_choice(choices: list[Frame]) -> Iterator[Frame]:
    for choice in choices:
        yield choice
        yield from every_choice(choice.get("next", []))


async def visit(app: App, path: str, cookie: str, asker: Asker) -> None:
    """Ask at one socket until the asker has had enough."""
    headers = {"host": HOST, "origin": f"http://{HOST}", "cookie": cookie}
    scope = {
        "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws", "path": path,
        "raw_path": path.encode(), "query_string": b"", "root_path": "", "subprotocols": [], "state": {},
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 1888), "extensions": {},
    }  # fmt: skip
    await app(scope, asker.receive, asker.send)


async def game(app: App, title: str, rng: Random, count: int) -> list[Asker]:
    """Ask at one new game: with two people, at a device that both sides share, or against a bot."""
    transport = httpx.ASGITransport(app)

    def browser() -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", headers={"Origin": f"http://{HOST}"})

    opponent = rng.choice(["friend", "friend", "same_device", "bot:passer_by"])
    body = {"title": title, "side": rng.choice(titles.game(title).sides), "opponent": opponent, "hints": True}
    if opponent != "friend":
        del body["hints"]
    async with browser() as me, browser() as friend:
        told = (await me.post("/games", json=body)).raise_for_status().json()
        people = [me]
        if opponent == "friend":
            path, secret = told["invite"].split("#")
            join = path.replace("/join/", "/games/") + "/join"
            (await friend.post(join, json={"secret": secret})).raise_for_status()
            people.append(friend)
        askers = [Asker(rng, min(count, PER_SOCKET)) for _ in people]
        cookies = [f"guest={one.cookies['guest']}" for one in people]
        path = f"{told['table']}/socket"
        await asyncio.gather(*(visit(app, path, *pair) for pair in zip(cookies, askers, strict=True)))
        return askers


async def ask(folder: Path, title: str, rng: Random, amount: int) -> tuple[int, int, list[int | None]]:
    """Ask at games, and a quarter as much at lessons: the numbers asked, and the codes of closed sockets."""
    folder.mkdir()
    fill(folder)
    app = make_app(Settings(folder, beat=0.0))
    at_games = at_lessons = 0
    askers: list[Asker] = []
    async with app._live(None):  # type: ignore[arg-type]
        while at_games < amount and all(asker.closed is None for asker in askers):
            askers = await game(app, title, rng, amount - at_games)
            at_games += sum(asker.asked for asker in askers)
        while at_lessons < amount // 4 and all(asker.closed is None for asker in askers):
            askers = [Asker(rng, min(PER_SOCKET, amount // 4 - at_lessons))]
            await visit(app, f"/learn/{title}/{rng.choice(lesson.sides(title))}/socket", "", askers[0])
            at_lessons += askers[0].asked
    return at_games, at_lessons, [asker.closed for asker in askers if asker.closed is not None]


@pytest.mark.long
@pytest.mark.parametrize("title", titles.titles())
def test_no_question_breaks_a_socket(
    title: str, tmp_path: Path, proof: Proof, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, names in LIMITS:
        for name in names:
            monkeypatch.setattr(module, name, NO_LIMIT)
    amount = proof.amount(test=1500, proof=20_000)
    with caplog.at_level(logging.WARNING):
        rng = Random(f"{proof.seed} {title}")
        at_games, at_lessons, closed = asyncio.run(ask(tmp_path / "data", title, rng, amount))
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
    assert closed == []
    proof.report(f"questions at sockets, {title}", games=at_games, lessons=at_lessons)
