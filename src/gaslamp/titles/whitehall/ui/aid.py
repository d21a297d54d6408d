"""Deduction aid of Whitehall: the share of Jack's possible paths that end on each circle.

The investigators see shares as a heat map and a list, and what each answer excluded. Jack sees the share of paths
that end where he stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, sqrt
from typing import Final

from gaslamp.core.messages import Count, Message, Param, Share, message
from gaslamp.titles.whitehall.belief.belief import AnswerEffect, Conclusion
from gaslamp.titles.whitehall.rules.view import View
from gaslamp.titles.whitehall.ui.layout import COLOUR, CROSSINGS, MIDDLE
from gaslamp.titles.whitehall.ui.words import numbers
from gaslamp.ui.panels import Aid, LogLine, Note, ShareLine, Shares
from gaslamp.ui.scene import Point, Sprite
from gaslamp.ui.svg import circle as disc
from gaslamp.ui.svg import mix, rect

LEVELS: Final = 10
PLATE: Final = (35, 16)  # width and height
PLATE_LETTERS: Final = (11.5, 4.1)  # size and baseline

# Each lighter than the one before, to work without colours.
_RAMP: Final = ("#3b0f70", "#8c2981", "#de4968", "#fe9f6d", "#fcfdbf")

LISTED: Final = 5
PLATES: Final = 7
_FAINT: Final = 250  # a share below 1/250 gets a ring only
_EXACT: Final = 10_000  # counts from here on are shown rounded
_PAPER: Final = {"white": ("#fffaf0", "#1d160e"), "black": ("#10161c", "#fbf2dc"), "blue": ("#1d6a94", "#ffffff")}


def aid(view: View, concluded: Conclusion) -> Aid:
    if view.viewer == "jack":
        assert view.row
        return Aid(panels=(_what_they_know(view.row, concluded),))
    heat = _heat(concluded.shares, concluded.total)
    return Aid((*heat, *_plates(view, concluded.shares, concluded.total)), (_where(view, concluded),))


# ---- on the map


def level(rows: int, most: int, total: int) -> int:
    """Return the heat of a circle: 0 for a negligible share, LEVELS for the largest."""
    return max(1, ceil(LEVELS * sqrt(rows / most))) if rows * _FAINT >= total else 0


def _heat(shares: Sequence[tuple[int, int]], total: int) -> Iterator[Sprite]:
    most = shares[0][1]
    for circle, rows in shares:
        symbol = f"heat-{level(rows, most, total)}"
        yield Sprite(
            f"heat-{circle}", symbol, *MIDDLE[circle], _label(circle, rows, total), layer="heat", classes=("heat",)
        )


def _plates(view: View, shares: Sequence[tuple[int, int]], total: int) -> Iterator[Sprite]:
    taken: list[tuple[Point, float]] = [(MIDDLE[circle], 13.0) for circle in COLOUR]
    taken += [(MIDDLE[crossing], 7.0) for crossing in CROSSINGS]
    taken += [((x, y - 5), 19.0) for x, y in (MIDDLE[crossing] for crossing in view.figures.values())]
    plates: list[Point] = []
    size, dy = PLATE_LETTERS
    for circle, rows in shares[:PLATES]:
        place = next((place for place in _beside(circle) if _free(place, taken, plates)), None)
        if place is None:
            continue
        plates.append(place)
        yield Sprite(
            f"plate-{circle}",
            "plate",
            *place,
            _label(circle, rows, total),
            layer="markers",
            classes=("heat",),
            letters=message("whitehall.aid.percent", share=Share(rows, total)),
            ink="#fffbe0",
            size=size,
            dy=dy,
        )


def _beside(circle: int) -> Iterator[Point]:
    x, y = MIDDLE[circle]
    width, height = PLATE
    for dx, dy in ((0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1)):
        reach = 0.8 if dx and dy else 1
        yield round(x + dx * reach * (width / 2 + 15), 1), round(y + dy * reach * (height / 2 + 17), 1)


def _free(place: Point, taken: Sequence[tuple[Point, float]], plates: Sequence[Point]) -> bool:
    width, height = PLATE
    x, y = place
    if any(abs(x - plate_x) < width + 2 and abs(y - plate_y) < height + 2 for plate_x, plate_y in plates):
        return False
    for (other_x, other_y), radius in taken:
        aside, above = max(abs(x - other_x) - width / 2, 0), max(abs(y - other_y) - height / 2, 0)
        if aside * aside + above * above < radius * radius:
            return False
    return True


def _label(circle: int, rows: int, total: int) -> Message:
    return message("whitehall.aid.heat", circle=circle, share=Share(rows, total))


# ---- panels


def _where(view: View, concluded: Conclusion) -> Shares:
    shares = concluded.shares
    most = shares[0][1]
    return Shares(
        id="aid",
        place="right",
        title=message("whitehall.aid.title"),
        note=message("whitehall.aid.circles", count=len(shares)),
        switch=message("whitehall.aid.switch"),
        scale=(message("whitehall.aid.few"), message("whitehall.aid.most")),
        lines=tuple(_line(circle, rows, most, concluded.total) for circle, rows in shares[:LISTED]),
        text=message("whitehall.aid.rows", rows=_rows(concluded.total)),
        truth=_truth(view, concluded),
        answers_title=message("whitehall.aid.answers"),
        answers=tuple(map(_answer, reversed(concluded.answers))),
    )


def _line(circle: int, rows: int, most: int, total: int) -> ShareLine:
    paper, ink = _PAPER[COLOUR[circle]]
    return ShareLine(
        name=message("whitehall.number", number=circle),
        paper=paper,
        ink=ink,
        share=message("whitehall.aid.percent", share=Share(rows, total)),
        length=max(2, round(100 * rows / most)),
        level=max(1, level(rows, most, total)),
        lights=f"heat-{circle}",
    )


def _truth(view: View, concluded: Conclusion) -> Message | None:
    """Return the share of Jack's true circle once his row is open, else None."""
    if not view.row:
        return None
    circle, share = _true_share(view.row, concluded)
    return message("whitehall.aid.truth", circle=circle, share=share)


def _true_share(row: Sequence[int], concluded: Conclusion) -> tuple[int, Share]:
    """Return Jack's circle as of the last announced move, and its share."""
    circle = row[concluded.track]
    return circle, Share(dict(concluded.shares).get(circle, 0), concluded.total)


def _answer(answer: AnswerEffect) -> LogLine:
    outcome = {True: "clue", False: "nothing"}[answer.found] if answer.kind == "search" else answer.kind
    text = message(
        f"whitehall.aid.answer_{outcome}",
        circles=numbers(answer.circles),
        share=Share(answer.before - answer.after, answer.before),
        rows=_rows(answer.after),
    )
    return LogLine(text, tuple(f"heat-{circle}" for circle in answer.circles), strong=answer.found)


def _rows(rows: int) -> Param:
    return message("whitehall.aid.about", rows=Count(rows)) if rows >= _EXACT else Count(rows)


def _what_they_know(row: Sequence[int], concluded: Conclusion) -> Note:
    circle, share = _true_share(row, concluded)
    top, most = concluded.shares[0]
    return Note(
        id="aid",
        place="left",
        title=message("whitehall.aid.known"),
        note=message("whitehall.aid.circles", count=len(concluded.shares)),
        text=message(
            "whitehall.aid.known_share", circle=circle, share=share, top=top, most=Share(most, concluded.total)
        ),
    )


# ---- drawings: discs, larger, denser and paler with rising share, and plates


def symbols() -> dict[str, str]:
    width, height = PLATE
    return {
        "heat-0": disc(15, fill="none", stroke=colour(3), stroke_width=2.4, stroke_dasharray="2.4 4.4"),
        **{f"heat-{level}": _disc(level) for level in range(1, LEVELS + 1)},
        "plate": rect(
            -width / 2, -height / 2, width, height, rx=height / 2, fill="#170a26", stroke="#fffbe0", stroke_width=1.3
        ),
    }


def colour(level: int) -> str:
    place = level / LEVELS * (len(_RAMP) - 1)
    first = min(int(place), len(_RAMP) - 2)
    return mix(_RAMP[first], _RAMP[first + 1], place - first)


def _disc(level: int) -> str:
    part = level / LEVELS
    return disc(15 + 13 * part, fill=colour(level), fill_opacity=round(0.5 + 0.38 * part, 2))
