"""The skyline of the home page is a static file that matches its drawing."""

from __future__ import annotations

from gaslamp.web import skyline


def test_the_file_matches_the_drawing() -> None:
    assert skyline.FILE.read_text("utf-8") == skyline.draw(), "run: python -m gaslamp.web.skyline"


def test_it_has_no_styles_and_no_scripts() -> None:
    drawn = skyline.draw()
    assert "style" not in drawn
    assert "<script" not in drawn
