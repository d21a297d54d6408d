"""What is kept and shown again is what would be made anew, whoever looks, in whatever language, through whole games."""

from __future__ import annotations

import asyncio
from random import Random
from typing import cast

import pytest

from gaslamp import titles
from gaslamp.core.game import SPECTATOR
from gaslamp.core.messages import message
from gaslamp.game import requests
from gaslamp.server.wire import frame_cache, rendering
from gaslamp.server.wire.fragment_cache import FragmentCache
from gaslamp.server.wire.frame_cache import FrameCache
from gaslamp.server.wire.frames import sent
from gaslamp.server.wire.frames.sent import TableFrame
from gaslamp.server.wire.presenter import Presenter
from gaslamp.service.games.bot_driver import Opponents
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.registry import LiveGames
from tests.conftest import Proof
from tests.host.memory_store import MemoryStore


def around(live: LiveGame, present: bool) -> rendering.Around:
    who = message("web.seat.guest")
    chairs = [
        rendering.Chair(seat, rendering.GUEST, who, present, seat == live.state.to_move) for seat in live.game.seats
    ]
    return rendering.Around("id", tuple(chairs), rematch=None if present else "next")


def anew(live: LiveGame, viewer: str, language: str, *, present: bool) -> TableFrame:
    return rendering.table_frame(live.update(viewer), live.game, viewer, around(live, present), FragmentCache(language))


@pytest.mark.parametrize("title", titles.titles())
def test_what_is_kept_is_what_would_be_made_anew(title: str, proof: Proof) -> None:
    rng = Random(f"{proof.seed} {title}")

    async def play() -> int:
        live_games = LiveGames(MemoryStore(), cast("Opponents", None), lambda: 0.0)
        live = await live_games.open(await live_games.create(title, {}, {}))
        assert live is not None
        viewers = (*live.game.seats, SPECTATOR)
        caches = {viewer: FrameCache(live) for viewer in viewers} | {"one device": FrameCache(live)}
        languages, kept, frames_before = ["en", "ru"], 0, dict.fromkeys(caches, "")
        while live.state.outcome is None and live.state.updates[SPECTATOR] < proof.amount(test=30, proof=1000):
            present, language = rng.random() < 0.9, languages[rng.random() < 0.1]
            for who, cache in caches.items():
                viewer = who if who in viewers else rng.choice(viewers)
                before = frames_before[who]
                _, frame = await cache.look(viewer, around(live, present), language)
                frames_before[who] = sent.encode(frame)
                assert frames_before[who] == sent.encode(anew(live, viewer, language, present=present))
                kept += frames_before[who] == before
            seat = live.state.to_move
            assert seat is not None
            update = live.update(seat)
            if update.may_undo and rng.random() < 0.1:
                await live.submit(requests.Undo(seat, update.step))
            else:
                await live.submit(requests.Play(seat, rng.choice(update.legal), update.step))
        await live_games.close()
        return kept

    assert any(asyncio.run(play()) for _ in range(20))  # a game may end at once, and then nothing was shown twice


@pytest.mark.parametrize("title", titles.titles())
def test_others_are_served_while_a_frame_is_drawn(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame_cache, "SLICE", 0.0)  # every part takes longer
    served = 0

    async def others() -> None:
        nonlocal served
        while True:
            served += 1
            await asyncio.sleep(0)

    async def look() -> None:
        live_games = LiveGames(MemoryStore(), cast("Opponents", None), lambda: 0.0)
        live = await live_games.open(await live_games.create(title, {}, {}))
        assert live is not None
        serving = asyncio.create_task(others())
        _, frame = await FrameCache(live).look(SPECTATOR, around(live, True), "en")
        serving.cancel()
        assert served >= len(frame.panels)
        await live_games.close()

    asyncio.run(look())


class Curtain:
    """One that falls while somebody is drawn for."""

    def __init__(self) -> None:
        self.down = False

    def viewer(self) -> str | None:
        return None if self.down else "jack"

    def frame(self, language: str) -> str:
        return f"the curtain, in {language}"

    async def look(self, *_: object) -> tuple[None, str]:
        self.down = True
        return None, "the table"


def test_a_curtain_that_falls_while_a_frame_is_drawn_hides_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Presenter, "_around", lambda *_: None)
    presenter, curtain = Presenter.__new__(Presenter), Curtain()
    presenter.__dict__ |= {"_curtain": curtain, "_frame_cache": curtain, "language": "en", "_seen": None}
    assert str(asyncio.run(presenter._drawn())) == "the curtain, in en"
    assert presenter._seen is None
