"""One server for all tests of a module, and as many guests as a test wants."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.server.running import Guest, serving


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data")) as address:
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
