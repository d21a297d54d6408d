"""Frames are drawn again exactly when something changed that the viewer may know, and in slices."""

from __future__ import annotations

import asyncio
from random import Random
from typing import cast

import pytest

from gaslamp import titles
from gaslamp.core.game import SPECTATOR
from gaslamp.core.messages import message
from gaslamp.game import requests
from gaslamp.server.wire import rendering
from gaslamp.server.wire.presenter import Presenter, TableDrawing
from gaslamp.server.wire.server_frames import TableFrame
from gaslamp.service.games.bot_driver import Opponents
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.registry import LiveGames
from gaslamp.service.lobby.membership import SeatInfo
from gaslamp.ui.presentation import presentation
from tests.conftest import Proof
from tests.host.memory_store import MemoryStore
from tests.patched import completed

GUEST = message("web.seat.guest")


async def opened(title: str) -> tuple[LiveGames, LiveGame]:
    live_games = LiveGames(MemoryStore(), cast("Opponents", None), lambda: 0.0)
    live = await live_games.open(await live_games.create(title, {}, {}))
    assert live is not None
    return live_games, live


def seat_infos(live: LiveGame, present: bool) -> tuple[SeatInfo, ...]:
    return tuple(
        SeatInfo(
            seat,
            live.game.side(seat),
            "guest",
            name="",
            number=0,
            present=present,
            acting=seat == live.state.to_move,
            awaited=False,
            adds=None,
            hints=0,
            lost=False,
        )
        for seat in live.game.seats
    )


def frame_of(live: LiveGame, viewer: str, present: bool) -> TableFrame:
    """Draw the frame of a viewer."""
    drawing, seats = TableDrawing(live, hotseat=False), seat_infos(live, present)
    live.rematch = None if present else "next"
    return drawing.with_seats(completed(drawing.draw(viewer, seats)), seats)


async def step(live: LiveGame, rng: Random, *, resigns: float = 0) -> None:
    """Play or undo a random step."""
    seat = live.state.to_move
    assert seat is not None
    update = live.update(seat)
    if update.may_undo and rng.random() < 0.1:
        await live.submit(requests.Undo(update.step), seat)
    elif rng.random() < resigns:
        await live.submit(requests.Resign(), seat)
    else:
        await live.submit(requests.Play(rng.choice(update.legal), update.step), seat)


@pytest.mark.parametrize("title", titles.titles())
def test_a_frame_that_is_not_drawn_again_has_not_changed(title: str, proof: Proof) -> None:
    rng = Random(f"{proof.seed} {title}")

    async def play() -> int:
        live_games, live = await opened(title)
        viewers = (*live.game.seats, SPECTATOR)
        drawings = {name: TableDrawing(live, hotseat=False) for name in (*viewers, "one device")}
        reused = 0
        while live.state.outcome is None and live.state.updates[SPECTATOR] < proof.amount(test=30, proof=1000):
            for name, drawing in drawings.items():
                viewer = name if name in viewers else rng.choice(viewers)
                before = drawing._last
                drawn = await drawing.draw(viewer, seat_infos(live, present=True))
                info = drawn.info
                ui = presentation(live.game)
                assert drawn.frame == await rendering.table_frame(live.update(viewer), ui, viewer, info)
                reused += drawn is before
            await step(live, rng)
        await live_games.close()
        return reused

    assert any(asyncio.run(play()) for _ in range(20))  # a game may end at once


@pytest.mark.parametrize("title", titles.titles())
def test_other_tasks_run_while_a_frame_is_drawn(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "SLICE", 0.0)
    served = 0

    async def others() -> None:
        nonlocal served
        while True:
            served += 1
            await asyncio.sleep(0)

    async def look() -> None:
        live_games, live = await opened(title)
        serving = asyncio.create_task(others())
        await TableDrawing(live, hotseat=False).draw(SPECTATOR, seat_infos(live, present=True))
        serving.cancel()
        assert served >= 3
        await live_games.close()

    asyncio.run(look())


class Curtain:
    """A curtain that falls while a frame is drawn."""

    def __init__(self) -> None:
        self.down = False

    def viewer(self) -> str | None:
        return None if self.down else "jack"

    def curtain(self, _: str) -> str:
        return "the curtain"

    async def draw(self, *_: object) -> str:
        self.down = True
        return "the table"


def test_a_curtain_that_falls_while_a_frame_is_drawn_hides_it() -> None:
    presenter, curtain = Presenter.__new__(Presenter), Curtain()
    place = type("Place", (), {"seats": ()})
    presenter.__dict__ |= {"viewpoint": curtain, "_drawing": curtain, "place": place, "_shown": None, "_language": "en"}
    assert str(asyncio.run(presenter._table_or_curtain())) == "the curtain"
    assert presenter._shown is None
