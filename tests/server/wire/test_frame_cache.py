"""What is kept and shown again is what would be made anew, whoever looks, in whatever language, through whole games."""

from __future__ import annotations

import asyncio
from random import Random
from typing import cast

import pytest

from gaslamp import titles
from gaslamp.core.game import SPECTATOR
from gaslamp.core.messages import message
from gaslamp.server import frames, render
from gaslamp.server.frames import TableFrame
from gaslamp.server.paint import Paint
from gaslamp.server.showing import Showing
from gaslamp.table.house import House
from gaslamp.table.live import LiveGame, Opponents
from gaslamp.table.memory import MemoryStore
from tests.conftest import Proof


def around(live: LiveGame, present: bool) -> render.Around:
    who = message("web.seat.guest")
    chairs = [render.Chair(seat, render.GUEST, who, present, seat == live.to_move) for seat in live.game.seats]
    return render.Around("id", tuple(chairs))


def anew(live: LiveGame, viewer: str, language: str, *, present: bool) -> TableFrame:
    return render.table_frame(live.update(viewer), live.game, viewer, around(live, present), Paint(language))


@pytest.mark.parametrize("title", titles.titles())
def test_what_is_kept_is_what_would_be_made_anew(title: str, proof: Proof) -> None:
    rng = Random(f"{proof.seed} {title}")

    async def play() -> int:
        house = House(MemoryStore(), cast("Opponents", None), lambda: 0.0)
        live = await house.open(await house.create(title, {}, {}))
        assert live is not None
        viewers = (*live.game.seats, SPECTATOR)
        showings = {viewer: Showing(live) for viewer in viewers} | {"one device": Showing(live)}
        languages, kept, frames_before = ["en", "ru"], 0, dict.fromkeys(showings, "")
        while live.outcome is None and live.step(SPECTATOR) < proof.amount(test=30, proof=1000):
            present, language = rng.random() < 0.9, languages[rng.random() < 0.1]
            for who, showing in showings.items():
                viewer = who if who in viewers else rng.choice(viewers)
                before = frames_before[who]
                _, frame = showing.look(viewer, around(live, present), language)
                frames_before[who] = frames.encode(frame)
                assert frames_before[who] == frames.encode(anew(live, viewer, language, present=present))
                kept += frames_before[who] == before
            seat = live.to_move
            assert seat is not None
            update = live.update(seat)
            if update.may_undo and rng.random() < 0.1:
                await live.undo(seat, update.step)
            else:
                await live.play(seat, rng.choice(update.legal), update.step)
        await house.close()
        return kept

    assert asyncio.run(play())  # or nothing was shown twice
