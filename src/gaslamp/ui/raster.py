"""Pixels of SVG drawings: images, preview cards of links, and animations. Needs the extra `pictures`.

Rendering a board takes about 0.3 seconds of processor time: servers do it in a worker process.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from PIL.Image import Image

AnimationFormat: TypeAlias = Literal["webp", "gif"]

CARD: Final = (1200, 630)  # pixels, as link previews are shown
_MARGIN: Final = 30  # pixels around the board of a card
_LEADING: Final = 56  # pixels from line to line of a card
_LINE: Final = 25  # letters of a card's line
_JPEG_QUALITY: Final = 86
_FONTS: Final = "Liberation Sans,DejaVu Sans,Arial,sans-serif"
_PAPER, _INK, _ACCENT = "#10171f", "#efe6d2", "#e8b64c"


def available() -> bool:
    """Return True if the optional packages are installed."""
    return all(find_spec(name) for name in ("PIL", "resvg_py"))


def image(svg: str, width: int) -> Image:
    """Return an RGB image of a drawing."""
    from PIL import Image  # noqa: PLC0415 - optional
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - optional

    return Image.open(BytesIO(svg_to_bytes(svg_string=svg, width=width))).convert("RGB")


def card(board: str, heading: str, lines: Sequence[str] = ()) -> bytes:
    """Return a JPEG for the preview of a link: a board as SVG, and beside it a heading and some lines."""
    width, height = CARD
    side = height - 2 * _MARGIN
    placed = f'<svg x="{width - side - _MARGIN}" y="{_MARGIN}" width="{side}" height="{side}"'
    rows = [(row, _ACCENT) for row in _wrapped(heading)] + [(row, _INK) for line in lines for row in _wrapped(line)]
    top = height / 2 - _LEADING * (len(rows) - 1) / 2
    text = "".join(
        f'<text x="{2 * _MARGIN}" y="{top + _LEADING * number:g}" font-family="{_FONTS}" font-size="40" '
        f'font-weight="700" fill="{ink}">{escape(row)}</text>'
        for number, (row, ink) in enumerate(rows)
    )
    drawn = image(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<rect width="100%" height="100%" fill="{_PAPER}"/>{text}{board.replace("<svg", placed, 1)}</svg>',
        width,
    )
    content = BytesIO()
    drawn.save(content, "JPEG", quality=_JPEG_QUALITY)
    return content.getvalue()


def animation(frames: Iterable[str], kind: AnimationFormat, *, width: int, seconds: float) -> bytes:
    """Return an endless animation of drawings; the last one stays three times as long."""
    images = [image(frame, width) for frame in frames]
    durations = [round(1000 * seconds)] * (len(images) - 1) + [round(3000 * seconds)]
    content = BytesIO()
    images[0].save(content, kind, save_all=True, append_images=images[1:], duration=durations, loop=0)
    return content.getvalue()


def _wrapped(line: str) -> list[str]:
    """Break a line between words."""
    rows = [""]
    for word in line.split():
        if rows[-1] and len(rows[-1]) + len(word) >= _LINE:
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".strip()
    return rows
