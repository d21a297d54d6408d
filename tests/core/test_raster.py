"""Pixels of drawings: preview cards and animations."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from gaslamp.ui import raster

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="{}"/></svg>'
RED = (255, 0, 0)


def test_a_card_shows_the_board_and_the_text() -> None:
    empty, full = (
        Image.open(BytesIO(raster.card(SQUARE.format("red"), heading, lines)))
        for heading, lines in (("", ()), ("Mr. Jack <won>", ("A long line that has to be broken between its words",)))
    )
    assert (full.format, full.size) == ("JPEG", raster.CARD)
    board, text = (630, 30, 1170, 600), (0, 0, 600, 630)
    pixel = full.crop(board).getpixel((200, 200))
    assert isinstance(pixel, tuple)
    assert max(abs(a - b) for a, b in zip(pixel, RED, strict=True)) < 9
    assert full.crop(text).tobytes() != empty.crop(text).tobytes()
    assert full.crop(board).tobytes() == empty.crop(board).tobytes()


@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_an_animation_has_all_frames_and_stays_at_the_last(kind: raster.AnimationFormat) -> None:
    content = raster.animation(map(SQUARE.format, ("red", "blue", "lime")), kind, width=20, seconds=0.5)
    with Image.open(BytesIO(content)) as moving:
        assert (moving.format, moving.size, getattr(moving, "n_frames", 1)) == (kind.upper(), (20, 20), 3)
        durations = []
        for number, channel in enumerate((0, 2, 1)):
            moving.seek(number)
            moving.load()
            durations.append(moving.info["duration"])
            pixel = moving.convert("RGB").getpixel((10, 10))
            assert isinstance(pixel, tuple)
            assert max(range(3), key=pixel.__getitem__) == channel
        assert durations == [500, 500, 1500]


def test_without_its_packages_there_are_no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    assert raster.available()
    monkeypatch.setattr(raster, "find_spec", lambda name: None if name == "resvg_py" else object())
    assert not raster.available()
