"""API clients for the tests, which follow docs/protocol.md."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from gaslamp.server.ops import limits
from gaslamp.server.ops.limits import Rate
from tests.host.running import NO_TLS, WAIT, serving

BUSY = Rate(1_000_000, 1_000_000)
State = dict[str, Any]
NEW = {"title": "mr_jack", "side": "detective", "opponent": "friend"}


@contextmanager
def serving_at(rate: Rate, data: Path, now: Callable[[], float] = time.time) -> Iterator[str]:
    """Run a server on a data folder with high rate limits. Yields the address."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("ADDRESS", "POSTS"):
            patch.setattr(limits, name, rate)
        with serving(data, now=now) as address:
            yield address


class Program:
    """An API client with an account."""

    def __init__(self, address: str, name: str = "tester") -> None:
        self.http = httpx.Client(base_url=f"{address}/api/v1", timeout=WAIT, verify=NO_TLS)
        answer = self.http.post("/accounts", json={"name": name})
        self.token: str = answer.json()["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    def told(self, method: str, path: str, body: Any = None, *, status: int = 200) -> Any:
        """Send a request, check its status, and return the answer."""
        answer = self.http.request(method, path, json=body) if body is not None else self.http.request(method, path)
        assert answer.status_code == status, answer.text
        return answer.json()

    def error(self, method: str, path: str, body: Any = None, *, status: int) -> str:
        """Send a request that is refused, and return the error id."""
        answer = self.told(method, path, body, status=status)
        assert answer.keys() == {"error", "message"}
        assert answer["message"]
        id: str = answer["error"]
        return id

    def begin(self, **changed: Any) -> State:
        made: State = self.told("POST", "/games", NEW | changed, status=201)
        return made

    def join(self, made: State) -> None:
        self.told("POST", f"/games/{made['game']}/join", {"secret": made["invite"]["secret"]})

    def state(self, game: str) -> State:
        state: State = self.told("GET", f"/games/{game}/state")
        return state

    def play(self, game: str, state: State, action: str | None = None) -> State:
        """Play an action, by default the first legal one."""
        body = {"play": action or state["legal"][0], "step": state["step"]}
        after: State = self.told("POST", f"/games/{game}/play", body)
        return after

    def ask(self, game: str, path: str, status: int = 200, **body: Any) -> Any:
        """Post to a table. Returns the answer or the error id."""
        if status != 200:
            return self.error("POST", f"/games/{game}/{path}", body or None, status=status)
        return self.told("POST", f"/games/{game}/{path}", body or None)

    @contextmanager
    def stream(self, game: str) -> Iterator[Iterator[State]]:
        """Yield the states of a stream."""
        with self.http.stream("GET", f"/games/{game}/updates") as answer:
            assert answer.status_code == 200
            yield (json.loads(line) for line in answer.iter_lines() if line)
