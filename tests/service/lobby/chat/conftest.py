"""A server for people who talk much, and a side of two people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.server.ops import limits
from gaslamp.server.ops.limits import Rate
from gaslamp.titles.pocket import game as pocket
from gaslamp.titles.pocket import meta
from tests.host.running import serving
from tests.service.lobby.chat.talking import Crowded


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve guests who all come from one address, and may all the same say what their sockets may."""
    with pytest.MonkeyPatch.context() as always, ExitStack() as stack:
        for language in LANGUAGES:
            always.setitem(catalogue(language).sentences, "pocket.seat.constable", ("Constable",))
        with pytest.MonkeyPatch.context() as at_the_start:
            at_the_start.setattr(limits, "CHAT_ADDRESS", Rate(100_000, 0))
            address = stack.enter_context(serving(tmp_path_factory.mktemp("data")))
        yield address


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Pocket be played by three."""
    monkeypatch.setattr(pocket, "GAME", Crowded)
    monkeypatch.setattr(meta, "META", replace(meta.META, seats=Crowded.seats))
