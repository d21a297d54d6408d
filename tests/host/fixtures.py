"""Fixtures: one server per module, guests and API clients, and all storage backends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from gaslamp.server.ops import limits
from tests.host.places import InDatabase, InMemory, Place, in_database
from tests.host.programs import BUSY, Program
from tests.host.running import Guest, serving


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server for a module, with rate limits high enough for all its tests."""
    with ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:  # for this server only
            patch.setattr(limits, "POSTS", BUSY)
            address = stack.enter_context(serving(tmp_path_factory.mktemp("data")))
        yield address


@pytest.fixture
def guest(address: str) -> Iterator[Callable[[], Guest]]:
    came: list[Guest] = []

    def come() -> Guest:
        came.append(Guest(address))
        return came[-1]

    yield come
    for one in came:
        one.leave()


@pytest.fixture
def program(address: str) -> Iterator[Callable[[], Program]]:
    came: list[Program] = []

    def come() -> Program:
        came.append(Program(address, f"tester {len(came)}"))
        return came[-1]

    yield come
    for one in came:
        one.http.close()


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return InMemory() if request.param == "memory" else in_database(request.param, request, tmp_path)


@pytest.fixture(params=["sqlite", "postgres"])
def base(request: pytest.FixtureRequest, tmp_path: Path) -> InDatabase:
    return in_database(request.param, request, tmp_path)
