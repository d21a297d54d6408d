"""SVG helpers: numbers, elements, mixed colours, and seeded randomness."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from gaslamp.ui.scene import Point


def number(value: float) -> str:
    """Format a number with at most two decimals and no padding: -0.50 is -.5."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in {"-0", ""}:
        return "0"
    return text.replace("0.", ".", 1) if abs(value) < 1 else text


def element(tag: str, *inside: str, **attributes: str | float) -> str:
    """Format an element. `_` in an attribute name stands for `-`; content is inserted verbatim."""
    written = "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
    )
    content = "".join(inside)
    return f"<{tag}{written}>{content}</{tag}>" if content else f"<{tag}{written}/>"


def group(*inside: str, **attributes: str | float) -> str:
    return element("g", *inside, **attributes)


def path(d: str, **attributes: str | float) -> str:
    return element("path", d=d, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def square(half: float, **attributes: str | float) -> str:
    return rect(-half, -half, 2 * half, 2 * half, **attributes)


def circle(r: float, **attributes: str | float) -> str:
    return element("circle", r=r, **attributes)


def gradient(kind: str, id: str, *stops: tuple[float, str, float], **attributes: str | float) -> str:
    written = (element("stop", offset=at, stop_color=colour, stop_opacity=opacity) for at, colour, opacity in stops)
    return element(f"{kind}Gradient", *written, id=id, **attributes)


def outline(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def box(x: float, y: float, width: float, height: float) -> str:
    return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}Z"


def mix(first: str, second: str, share: float) -> str:
    pairs = ((int(first[i : i + 2], 16), int(second[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def chance(name: str) -> Random:
    """Return a random generator seeded by *name*, so that drawings never change."""
    return Random(name)
