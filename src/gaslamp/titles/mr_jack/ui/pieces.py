"""Drawings of Mr. Jack's pieces: characters, cards, lamps, light, manholes, exits, icons."""

from __future__ import annotations

from typing import Final

from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.hexes import POSTS, STREETS, beam, streets_next_to
from gaslamp.titles.mr_jack.ui.layout import ACROSS, RADIUS, hexagon, middle
from gaslamp.ui import cast, marks, streets
from gaslamp.ui.svg import circle, element, group, mix, number, path, rect

FACE: Final = 23  # radius of a face on the board
LOWER: Final = 8  # offset of a face, to fit its hat
LONGEST: Final = max(len(beam(hex, facing)) for hex in STREETS for facing in board.FACINGS)

_PALE: Final = "#fbf2dc"
_LIT: Final = RADIUS - 1  # radius of a lit hex, joints stay dark
_POOL: Final = 2.75 * RADIUS
_AIR: Final = 3.2 * RADIUS  # radius of the glow beyond lit hexes
_HEAD: Final = "M-10-32L0-48L10-32L0-36Z"
_NAME: Final = 31.5  # baseline of a hex's name
_BESIDE: Final = 15
_FONT: Final = "Liberation Sans,Arial,sans-serif"
_COAT: Final = "M-41 39Q-36 27-13 24L0 36L13 24Q36 27 41 39Z"


def symbols() -> dict[str, str]:
    """Return every drawing a sprite or panel can refer to. The icon of a lamp is 24 units high."""
    return {
        **{f"token-{name}": cast.token(name) for name in board.CHARACTERS},
        **{f"cleared-{name}": cast.cleared(name) for name in board.CHARACTERS},
        **{f"figure-{name}": _figure(f"token-{name}") for name in board.CHARACTERS},
        **{f"figure-cleared-{name}": _figure(f"cleared-{name}") for name in board.CHARACTERS},
        **marks.symbols(FACE / cast.RADIUS),
        "names": _names(),
        "active": circle(33, fill="#7ff0da", fill_opacity=0.16, stroke="#7ff0da", stroke_width=3),
        "facing": path(_HEAD, fill="#fff3cf", stroke="#2a2017", stroke_width=1.8, stroke_linejoin="round"),
        **{f"pool-{post}": _pool(post) for post in POSTS},
        **{f"beam-{length}": _beam(length) for length in range(1, LONGEST + 1)},
        "post-out": _standing(streets.lamp(lit=False)),
        **{f"post-{tile}": _lit(tile) for tile in board.TILES if tile},
        "manhole-open": _open_manhole(),
        "manhole-covered": _covered_manhole(),
        "exit-open": _open_exit(),
        "exit-cordon": _cordon(),
        **{f"card-{name}": _portrait(name) for name in board.CHARACTERS},
        "lamp": group(streets.lamp(), transform="translate(0 4) scale(.46)"),
        "lamp-out": group(streets.lamp(lit=False), transform="translate(0 4) scale(.46)"),
        **marks.witness_symbols(),
    }


def clips() -> str:
    """Return the clip paths of all light: one per lamp, and northward beams by length.

    They cover exactly the hexes of `board.LIGHT` and `board.BEAM`.
    """
    lamps = {f"g-pool-{post}": _hexes_of_light(post) for post in POSTS}
    beams = {f"g-beam-{length}": _hexes_of_beam(length) for length in range(1, LONGEST + 1)}
    return "".join(element("clipPath", path(hexes), id=id) for id, hexes in {**lamps, **beams}.items())


def letters(name: str) -> tuple[float, float]:
    size, dy = cast.letters(name)
    return round(size * FACE / cast.RADIUS, 1), round(dy * FACE / cast.RADIUS, 1)


# ---- hex names


def _names() -> str:
    """Draw the names of streets and lamp posts, which the log refers to."""
    on_streets = ((hex, *middle(hex)) for hex in STREETS)
    posts = ((post, middle(post)[0] - _BESIDE, middle(post)[1]) for post in POSTS)  # beside the lamp
    written = (element("text", name, x=x, y=y + _NAME) for name, x, y in (*on_streets, *posts))
    return group(
        *written,
        text_anchor="middle",
        font_family=_FONT,
        font_size=15.5,
        font_weight=700,
        fill="#eef3f6",
        stroke="#0b1117",
        stroke_width=3.4,
        stroke_linejoin="round",
        paint_order="stroke",
    )


# ---- characters


def _figure(token: str) -> str:
    return element("use", href=f"#symbol-{token}", transform=f"scale({number(FACE / cast.RADIUS)})")


def _portrait(name: str) -> str:
    look = cast.CAST[name]
    return (
        circle(46, cy=-6, fill=streets.GLOW)
        + path(_COAT, fill=mix(look.hat_colour, "#000000", 0.35), stroke=cast.RIM, stroke_width=1.6)
        + element("use", href=f"#symbol-token-{name}")
    )


# ---- light


def _hexes_of_light(post: str) -> str:
    """Return the outlines of a post's hex and the streets beside it, relative to the post."""
    x, y = middle(post)
    around = (middle(hex) for hex in (post, *streets_next_to(post)))
    return "".join(hexagon(_LIT, hex_x - x, hex_y - y) for hex_x, hex_y in around)


def _hexes_of_beam(length: int) -> str:
    return "".join(hexagon(_LIT, 0, -ACROSS * k) for k in range(1, length + 1))


def _pool(post: str) -> str:
    light = group(circle(_POOL, fill="url(#g-pool)"), clip_path=f"url(#g-pool-{post})")
    return circle(_AIR, fill=streets.GLOW) + light


def _beam(length: int) -> str:
    """Draw a northward lantern beam over *length* hexes."""
    far, half = number(-length * ACROSS - 0.5 * RADIUS), number(0.86 * RADIUS)
    wedge = path(f"M-13-10L-{half} {far}H{half}L13-10Z", fill="url(#g-beam)")
    return path(_hexes_of_beam(length), fill="#ffcf74", fill_opacity=0.2) + group(
        wedge, clip_path=f"url(#g-beam-{length})"
    )


# ---- lamps


def _standing(*lamp: str) -> str:
    return group(*lamp, transform="translate(0 6) scale(1.05)")


def _lit(tile: str) -> str:
    """Draw a lit lamp, numbered if its tile goes out."""
    streak = path("M-3 16L-8 44H8L3 16Z", fill="url(#g-wet)", opacity=0.8)
    return _standing(streak, streets.lamp(), _number(tile) if tile.isdigit() else "")


def _number(tile: str) -> str:
    return group(
        circle(12, fill="#f0e5cb", stroke="#1b140c"),
        element(
            "text",
            tile,
            y=6.2,
            text_anchor="middle",
            font_family=_FONT,
            font_size=17.5,
            font_weight=700,
            fill="#2a2017",
        ),
        transform="translate(16 5)",
    )


# ---- manholes


def _open_manhole() -> str:
    return (
        element("ellipse", rx=21, ry=15, fill="#0a0f14", stroke="#90a0ac", stroke_width=2.6)
        + element("ellipse", rx=16, ry=10.6, fill="url(#g-hole)")
        + path("M-6-8V8M6-8V8M-6-4H6M-6 1H6M-6 6H6", stroke="#7d8c98", stroke_width=1.4)
    )


def _covered_manhole() -> str:
    return (
        element("ellipse", cy=2, rx=21, ry=15, fill="#05080b")
        + element("ellipse", rx=21, ry=15, fill="#55626d", stroke="#a5b2bc", stroke_width=2)
        + path("M-15-7H15M-19 0H19M-15 7H15M-9-12V12M0-14V14M9-12V12", stroke="#2a343d", stroke_width=2)
        + rect(-5, -4, 10, 8, rx=2, fill="#2a343d")
    )


# ---- exits, drawn facing east


def _open_exit() -> str:
    posts = circle(5, cy=-19, fill="#8b98a3") + circle(5, cy=19, fill="#8b98a3")
    arrow = path("M-14-5H4V-13L20 0L4 13V5H-14Z", fill="#f4efe2", stroke="#0a1017", stroke_width=1.6)
    return posts + arrow


def _cordon() -> str:
    stripes = "".join(f"M-3 {y}L10 {y - 8}V{y - 1}L-3 {y + 7}Z" for y in (-15, 0, 15))
    return (
        rect(-4, -25, 15, 50, rx=3, fill="#14110c", stroke=_PALE, stroke_width=1.8)
        + path(stripes, fill="#f2c230")
        + circle(11.5, cx=3.5, fill="#a8231c", stroke=_PALE, stroke_width=2)
        + path("M-1.6-5.1L8.6 5.1M8.6-5.1L-1.6 5.1", stroke="#fff", stroke_width=3)
    )
