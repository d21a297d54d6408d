"""With every event in the log: nothing of what is played, said or kept secret is in it, not even when things break."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.game.requests import Play, Request
from gaslamp.server.ops import logs
from gaslamp.service.games.live_game import LiveGame
from gaslamp.storage.sqlite import DATABASE
from tests.host.programs import Program
from tests.host.running import Guest, Socket, plays, serving

# All that a line may have, and what it may be. Who adds to this asks first what it tells to whom.
EVENTS = {"request", "socket opened", "socket closed", "step kept", "game over", "socket failed"}
FIELDS = {
    "at": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z",
    "level": "info|warning|error",
    "event": "|".join(EVENTS),
    "request": "[0-9a-f]{10}",
    "method": "GET|POST",
    "path": r"/|/name|/(table|join|watch|(api/v1/)?games)/[\w-]{12}(/\w+)?|/games|/api/v1/(games|accounts)",
    "status": r"\d{3}",
    "ms": r"\d+(\.\d+)?",
    "game": r"[\w-]{12}",
    "step": r"\d+",
    "errors": r"\['RuntimeError < [\w/.: <]+'\]",
}


@pytest.fixture
def lines() -> Iterator[StringIO]:
    """Give the log that a server writes with all that can be asked for, as `gaslamp serve --log` would."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    logs.configure("json", all_events=True)
    written = StringIO()
    handler = root.handlers[0]
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(written)
    handler.addFilter(lambda record: not record.name.startswith(("httpx", "httpcore", "websockets")))  # the guests
    yield written
    for new in root.handlers[:]:
        root.removeHandler(new)
    for old in before:
        root.addHandler(old)
    root.setLevel(level)


def play_a_while(socket: Socket, rng: Random, steps: int) -> list[str]:
    """Play at one device, and give what was played; a game may be over sooner."""
    played: list[str] = []
    while len(played) < steps:
        frame = socket.receive()
        if frame.get("over"):
            break
        if frame["type"] == "curtain":
            socket.send(uncover=frame["seat"])
        elif frame["type"] == "table" and plays(frame):
            played.append(socket.play(frame, rng))
    return played


def told(lines: StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines.getvalue().splitlines()]


def strange(line: dict[str, Any]) -> dict[str, Any]:
    """Give what of a line is not known to be harmless."""
    return {key: value for key, value in line.items() if not re.fullmatch(FIELDS.get(key, ""), str(value))}


def kept_secrets(data: Path) -> Iterator[str]:
    columns = ("games.secret", "nonces.nonce", "guests.id", "links.secret")
    wanted = " UNION ".join(f"SELECT {column} FROM {column.partition('.')[0]}" for column in columns)  # noqa: S608
    with closing(sqlite3.connect(data / DATABASE)) as database:
        yield from (text for (text,) in database.execute(wanted) if text)


@pytest.mark.long
@pytest.mark.parametrize("title", titles.titles())
def test_what_is_played_and_kept_secret_is_not_in_the_log(tmp_path: Path, lines: StringIO, title: str) -> None:
    with serving(tmp_path) as address:
        me, friend = Guest(address), Guest(address)
        for name, status in (("Zerubbabel", 200), ("\u202ezerubbabel", 400)):
            assert me.http.post("/name", json={"name": name}).status_code == status
        side = titles.meta(title).default_side
        game = me.create(title=title, side=side)
        socket = me.sit(game["table"])
        played = play_a_while(socket, Random(1), 12)
        socket.send("nonsense of mine")
        socket.until("error")
        socket.send(play="nonsense of mine", step=1)
        socket.until("error")
        assert me.http.get(f"{game['table'].replace('table', 'games')}/record?secret=1").status_code in {
            200,
            403,
        }  # luck may have ended it
        friend.follow(game["watch"])
        invite = me.create(opponent="friend")["invite"]
        share = f"/games/{invite.split('/')[-1].partition('#')[0]}/share"
        assert me.http.post(share, json={"secret": invite.partition("#")[2]}).status_code == 200
        secrets = [
            invite.partition("#")[2],
            *kept_secrets(tmp_path),
            *(str(cookie.value) for cookie in me.http.cookies.jar),
        ]
        secrets += [game["watch"].partition("#")[2], "nonsense", "erubbabel"]
        me.leave()
        friend.leave()
    text = lines.getvalue()
    assert [wrong for line in told(lines) if (wrong := strange(line))] == []
    assert [secret for secret in secrets if secret in text] == []
    assert [notation for notation in played if re.search(rf"\b{re.escape(notation)}\b", text)] == []
    steps = [line for line in told(lines) if line["event"] == "step kept"]
    assert len(steps) >= len(played) > 3
    assert {line["game"] for line in steps} == {game["table"].rpartition("/")[2]}
    assert [line["step"] for line in steps] == sorted(line["step"] for line in steps)


def test_what_programs_play_is_not_in_the_log(tmp_path: Path, lines: StringIO) -> None:
    with serving(tmp_path) as address:
        one = Program(address, "a name of mine")
        game = one.begin(opponent="same_device")["game"]
        at, played = f"/games/{game}", ["nonsense of mine"]
        while len(played) < 8:
            for seat in ("detective", "jack"):
                state = one.told("GET", f"{at}/state?seat={seat}")
                if state["legal"]:
                    played.append(state["legal"][0])
                    one.told("POST", f"{at}/play?seat={seat}", {"play": played[-1], "step": state["step"]})
        body = {"play": played[0], "step": state["step"]}
        assert one.http.post(f"{at}/play?seat=jack", json=body).status_code in {400, 409}
        assert one.error("GET", f"{at}/state?seat={played[0]}", status=403)
        one.http.close()
    text = lines.getvalue()
    assert [wrong for line in told(lines) if (wrong := strange(line))] == []
    assert [secret for secret in (*kept_secrets(tmp_path), one.token, "of mine") if secret in text] == []
    assert [notation for notation in played if re.search(rf"\b{re.escape(notation)}\b", text)] == []
    assert {line["game"] for line in told(lines) if line["event"] == "step kept"} == {game}


def test_even_what_breaks_does_not_tell(tmp_path: Path, lines: StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(self: LiveGame, request: Request, seat: str = "", received: float | None = None) -> None:
        assert isinstance(request, Play)
        raise RuntimeError(f"{seat} cannot {request.notation}")

    monkeypatch.setattr(LiveGame, "submit", broken)
    with serving(tmp_path) as address:
        me = Guest(address)
        socket = me.sit(me.create()["table"])
        (played,) = play_a_while(socket, Random(1), 1)
        assert socket.closed_with() == 1011
        me.leave()
    assert [wrong for line in told(lines) if (wrong := strange(line))] == []
    (broke,) = [line for line in told(lines) if line["event"] == "socket failed"]
    assert socket._connection.close_reason == broke["request"]
    assert played not in lines.getvalue()
    assert "cannot" not in lines.getvalue()
