"""The skyline of the home page. `python -m gaslamp.web.skyline` writes it to the static files."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Final

from gaslamp.ui import streets
from gaslamp.ui.cast import CAST, RADIUS, RIM, token
from gaslamp.ui.svg import box, chance, circle, element, gradient, group, mix, number, outline, path, rect
from gaslamp.web import STATIC

FILE: Final = STATIC / "skyline.svg"

WIDTH: Final = 1600
HEIGHT: Final = 440
_PAVEMENT: Final = HEIGHT - 54
_LAMPS: Final = (140, 470, 800, 1130, 1460)
_PEOPLE: Final = (
    ("goodley", 232), ("holmes", 314), ("gull", 583), ("stealthy", 676), ("bert", 935), ("watson", 1264),
    ("smith", 1358),
)  # fmt: skip
_WALLS: Final = ("#4b3a35", "#43322f", "#3d3a3d", "#51443a", "#39343a")
_ROOFS: Final = ("#2c3b4b", "#33465a", "#263442", "#3a4654")
_EYES: Final = "M-.22.2a.13.15 0 1 0-.26 0a.13.15 0 1 0 .26 0ZM.48.2a.13.15 0 1 0-.26 0a.13.15 0 1 0 .26 0Z"


def draw() -> str:
    inside = (
        element("defs", _definitions()),
        rect(0, 0, WIDTH, HEIGHT, fill="url(#g-sky)"),
        _moon(),
        _far_roofs(chance("far roofs")),
        _clock_tower(),
        streets.fog(
            ((190, 192, 470, 34), (760, 150, 520, 30), (1330, 220, 420, 40), (520, 250, 380, 26), (1000, 60, 560, 36))
        ),
        _terrace(chance("terrace")),
        rect(0, _PAVEMENT, WIDTH, 54, fill="#0f1820"),
        rect(0, _PAVEMENT, WIDTH, 54, fill=streets.COBBLES, opacity=0.8),
        rect(0, _PAVEMENT - 2, WIDTH, 4, fill="#4d5a65"),
        *(_lamp(x) for x in _LAMPS),
        *(_person(name, x) for name, x in _PEOPLE),
        rect(0, 0, WIDTH, HEIGHT, fill="url(#g-dark)", opacity=0.8),
    )
    box_of_it = f"0 0 {WIDTH} {HEIGHT}"
    drawing = element("svg", *inside, xmlns="http://www.w3.org/2000/svg", viewBox=box_of_it, width=WIDTH, height=HEIGHT)
    return drawing + "\n"


def _definitions() -> str:
    pool = ((0, "#fff3cf", 0.95), (0.16, "#ffd98a", 0.8), (0.6, "#ffb84a", 0.5), (1, "#f59a2a", 0.3))
    return "".join(
        (
            streets.definitions(),
            gradient("linear", "g-sky", (0, "#0b1420", 1), (0.7, "#22384a", 1), (1, "#3c5262", 1), x2=0, y2=1),
            gradient("radial", "g-pool", *pool),
            gradient("linear", "g-wet", (0, "#ffe4a3", 0.75), (1, "#ffc765", 0), x2=0, y2=1),
        )
    )


def _moon() -> str:
    craters = circle(6, cx=-10, cy=-6, fill="#ddd2b4") + circle(4, cx=10, cy=8, fill="#ddd2b4")
    haze = circle(120, fill="url(#g-fog)")
    return group(haze, circle(30, fill="#f3ead0"), craters, transform=f"translate(1488 {HEIGHT - 230})")


def _far_roofs(rng: Random) -> str:
    drawn, x = "", -10.0
    while x < WIDTH:
        width = rng.randint(30, 70)
        top = HEIGHT - 130 - rng.randint(0, 50)
        drawn += outline(((x, HEIGHT), (x, top), (x + width / 2, top - 22), (x + width, top), (x + width, HEIGHT)))
        if rng.random() < 0.6:
            drawn += box(x + round(width * 0.7), top - 34, 7, 40)
        x += width
    return path(drawn, fill="#1b2b39")


def _clock_tower() -> str:
    return group(
        path("M-22 300V92H22V300Z", fill="#16242f"),
        path("M-27 92V46H27V92Z", fill="#1d2d3a"),
        path("M-30 47L0-4L30 47Z", fill="#16242f"),
        circle(18, cy=69, fill="#ffe3a1", stroke="#0f1a22", stroke_width=3),
        path("M0 69V56M0 69L8 73", stroke="#0f1a22", stroke_width=2.6, stroke_linecap="round"),
        transform=f"translate(1362 {HEIGHT - 296})",
    )


def _terrace(rng: Random) -> str:
    parts: dict[str, str] = defaultdict(str)
    seams, x = "", 0.0
    base = HEIGHT - 52
    while x < WIDTH:
        width = rng.randint(13, 21)
        height, rise = rng.randint(62, 96), rng.randint(8, 13)
        top = base - height
        chimney = round(x + width * rng.choice((0.22, 0.74)))
        parts["#57423a"] += box(chimney - 2, top - rise - 3, 4, rise + 3)
        parts["#6f574c"] += box(chimney - 3, top - rise - 4, 6, 2)
        parts[rng.choice(_WALLS)] += box(x, top, width, height)
        ridge = (
            ((x + width / 2, top - rise),)
            if rng.random() < 0.55
            else ((x + 3, top - rise * 0.7), (x + width - 3, top - rise * 0.7))
        )
        parts[rng.choice(_ROOFS)] += outline(((x - 1, top), *ridge, (x + width + 1, top)))
        seams += f"M{number(x)} {top}V{base}"
        columns = 2 if width > 12 else 1
        for y in range(top + 4, base - 5, 9):
            for column in range(columns):
                lit = rng.random() < 0.3
                parts["#ffcf74" if lit else "#141a20"] += box(
                    round(x + width * (column + 1) / (columns + 1)) - 2, y, 4, 5
                )
        x += width
    order = ["#57423a", "#6f574c", *_WALLS, *_ROOFS]
    drawn = [path(parts[colour], fill=colour) for colour in order]
    windows = [path(parts[colour], fill=colour) for colour in ("#141a20", "#ffcf74")]
    return group(*drawn, path(seams, stroke="#0b0a0c", stroke_width=0.8), *windows)


def _lamp(x: float) -> str:
    streak = path("M-3 16L-8 44H8L3 16Z", fill="url(#g-wet)", opacity=0.8)
    return group(
        element("ellipse", cy=HEIGHT - 30, rx=120, ry=26, fill="url(#g-pool)", opacity=0.55),
        circle(110, cy=HEIGHT - 100, fill=streets.GLOW),
        group(streak, streets.lamp(), transform=f"translate(0 {HEIGHT - 62}) scale(2.1)"),
        transform=f"translate({number(x)} 0)",
    )


def _person(name: str, x: float) -> str:
    look = CAST[name]
    coat = mix(look.fill, "#05080c", 0.6) if name != "goodley" else "#1a1e26"
    body = path("M-13 24Q-15-8 0-10Q15-8 13 24Z", fill=coat, stroke=RIM, stroke_opacity=0.5, stroke_width=1.2)
    head = group(
        token(name),
        group(path(_EYES, fill=look.ink), transform=f"scale({RADIUS})"),
        transform="translate(0 -20) scale(.45)",
    )
    return group(body, head, transform=f"translate({number(x)} {HEIGHT - 40})")


if __name__ == "__main__":
    FILE.write_text(draw(), encoding="utf-8")
