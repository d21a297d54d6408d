"""The people of the three games: colours, hats and tokens, the same on every board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gaslamp.ui.svg import circle, element, group, mix, path

RADIUS: Final = 29  # of a token's face, in board units
RIM: Final = "#fbf2dc"

# A hat is a list of parts from back to front: path data and an optional colour. The unit is the radius of the face; a
# brim is at about -.5, a crown reaches -1.8. Each silhouette is unique.
Hat = tuple[tuple[str, str], ...]

_GOLD: Final = "#ffc765"
_BRASS: Final = "#d6a95a"

_DEERSTALKER: Final[Hat] = (
    ("M-1.12-.42Q-1-.74-.64-.78Q-.58-1.5 0-1.52Q.58-1.5.64-.78Q1-.74 1.12-.42Q.5-.7 0-.7T-1.12-.42Z", ""),
    ("M-.3-1.5L0-1.38L.3-1.5L.26-1.78L0-1.55L-.26-1.78Z", ""),
)
_BOWLER: Final[Hat] = (
    ("M-.64-.62Q-.66-1.48 0-1.48T.64-.62Z", ""),
    ("M-1.12-.78Q-.9-.5 0-.5T1.12-.78Q.98-.36 0-.36T-1.12-.78Z", ""),
    ("M-.62-.78Q0-.6.62-.78V-.66Q0-.48-.62-.66Z", "#38210f"),
)
_FLAT_CAP: Final[Hat] = (("M-.95-.42Q-1.15-1.1-.3-1.26Q.7-1.4.92-.78L1.32-.46Q.6-.58-.2-.5Z", ""),)
_PEAKED_CAP: Final[Hat] = (
    ("M-.72-.5L-.86-1.22Q0-1.52.86-1.22L.72-.5Z", ""),
    ("M-.72-.52Q0-.66.72-.52L1.12-.24Q.3-.44-.72-.36Z", ""),
    ("M-.74-.64Q0-.8.74-.64L.72-.5Q0-.64-.72-.5Z", _GOLD),
)
_BONNET: Final[Hat] = (
    ("M-1.02.5Q-1.52-1.42 0-1.5T1.02.5Q.98-.66 0-.72T-1.02.5Z", ""),
    ("M0 .98L-.42 1.3V.8ZM0 .98L.42 1.3V.8Z", ""),
)
_HELMET: Final[Hat] = (
    ("M.15-1.76a.15.15 0 1 0-.3 0a.15.15 0 1 0 .3 0Z", ""),
    ("M-.76-.42Q-.8-1.2-.3-1.6Q0-1.78.3-1.6Q.8-1.2.76-.42Z", ""),
    ("M-.98-.36Q0-.72.98-.36Q0-.5-.98-.36Z", ""),
    ("M0-1.3L.1-1.08L.32-1.06L.15-.92L.2-.7L0-.82L-.2-.7L-.15-.92L-.32-1.06L-.1-1.08Z", _GOLD),
)
_TOP_HAT: Final[Hat] = (
    ("M-.66-1.82H.66L.56-.56H-.56Z", ""),
    ("M-1.12-.66Q-.8-.5 0-.5T1.12-.66Q.9-.34 0-.34T-1.12-.66Z", ""),
    ("M-.6-.92H.6L.57-.66H-.57Z", _BRASS),
)
_PRESS_HAT: Final[Hat] = (
    ("M-.62-.6L-.56-1.22Q-.3-1.44 0-1.22Q.3-1.44.56-1.22L.62-.6Z", ""),
    ("M-1.24-.38Q-.6-.72 0-.7T1.24-.38Q.4-.5 0-.5T-1.24-.38Z", ""),
    ("M.12-.7L.2-1.1L.5-1.04L.44-.66Z", "#ffffff"),
)
_PLUMED_HAT: Final[Hat] = (
    ("M-.6-.6Q-.5-1.08 0-1.08T.6-.6Z", ""),
    ("M-1.32-.56Q0-.9 1.32-.56Q.6-.34 0-.34T-1.32-.56Z", ""),
    ("M.2-.9Q.1-1.8-.7-1.84Q-1.2-1.7-1.04-1.36Q-.4-1.5.2-.9Z", ""),
)
_KERCHIEF: Final[Hat] = (
    ("M.9-.5Q1.22-.92 1.56-.86Q1.52-.5 1-.36Z", ""),
    ("M.92-.4Q1.34-.36 1.44.1Q1.1.12.86-.24Z", ""),
    ("M-1.02-.2Q-1.08-1.2 0-1.24T1.02-.2Q0-.66-1.02-.2Z", ""),
    ("M1.14-.4a.17.17 0 1 0-.34 0a.17.17 0 1 0 .34 0Z", ""),
)
_HOOD: Final[Hat] = (("M-1.04.46Q-1.2-.9.1-1.72Q1.16-.9 1.04.46Q.92-.62 0-.7T-1.04.46Z", ""),)
_EARS: Final[Hat] = (
    ("M-.6-.86Q-1.5-1.1-1.4.34Q-1.04.62-.86-.1ZM.6-.86Q1.5-1.1 1.4.34Q1.04.62.86-.1Z", ""),
    ("M.2.72a.2.13 0 1 0-.4 0a.2.13 0 1 0 .4 0Z", "#1d160e"),  # the nose
)


@dataclass(frozen=True, slots=True)
class Look:
    fill: str
    ink: str
    hat: Hat = ()
    felt: str = ""  # hat colour; default: darkened fill

    @property
    def hat_colour(self) -> str:
        return self.felt or mix(self.fill, "#000000", 0.32)


_PALE: Final = "#ffffff"
_DARK: Final = "#1d160e"

CAST: Final = {
    "holmes": Look("#c5362f", _PALE, _DEERSTALKER),
    "watson": Look("#86552f", _PALE, _BOWLER),
    "toby": Look("#c99a5b", _DARK, _EARS),
    "smith": Look("#f4c531", _DARK, _FLAT_CAP),
    "lestrade": Look("#2b69bd", _PALE, _PEAKED_CAP),
    "stealthy": Look("#1f7d4a", _PALE, _BONNET),
    "goodley": Look("#16161c", _PALE, _HELMET, felt="#3a3f4a"),
    "gull": Look("#7a46ad", _PALE, _TOP_HAT),
    "bert": Look("#f0852b", _DARK, _PRESS_HAT),
    "madame": Look("#f3a3c0", _DARK, _PLUMED_HAT),
    "pizer": Look("#f6f3ea", _DARK, _KERCHIEF, felt="#cfc8b6"),
    "lane": Look("#9299a1", "#14110d", _HOOD),
}
# They share colours with others that are never in the same game.
INVESTIGATORS: Final = {
    "yellow": Look("#f4c531", _DARK, _BOWLER),
    "blue": Look("#2b69bd", _PALE, _HELMET),
    "red": Look("#c5362f", _PALE, _TOP_HAT),
    "green": Look("#1f7d4a", _PALE, _FLAT_CAP),
    "brown": Look("#86552f", _PALE, _DEERSTALKER),
}
CLEARED: Final = Look("#e9dfc6", "#2a2017")

# Letters of a token: font size, and offset of the baseline below the centre of the face.
LETTERS: Final = (29.5, 15.5)
LETTERS_OF_A_DOG: Final = (28.5, 9.0)  # above his nose


def token(name: str) -> str:
    look = CAST[name] if name in CAST else INVESTIGATORS[name]
    return _token(look.fill, RIM, 0.11, _hat(look.hat, look.hat_colour))


def cleared(name: str) -> str:
    """Draw the token of a cleared suspect: ring and hat keep the colour, and a tick is added."""
    look = CAST[name]
    ring = look.fill if name != "pizer" else "#8a8270"  # white is invisible on parchment
    return _token(CLEARED.fill, ring, 0.2, _hat(look.hat, look.felt or look.fill), _TICK)


def letters(name: str) -> tuple[float, float]:
    return LETTERS_OF_A_DOG if CAST[name].hat is _EARS else LETTERS


def _token(face: str, rim: str, width: float, *over: str) -> str:
    return group(
        element("ellipse", cx=0.08, cy=1.02, rx=1, ry=0.3, fill="#000", opacity=0.55),
        circle(1, fill=face, stroke=rim, stroke_width=width),
        *over,
        transform=f"scale({RADIUS})",
        stroke_linejoin="round",
    )


def _hat(hat: Hat, colour: str) -> str:
    felt = "".join(path(part) for part, own in hat if not own)
    trim = "".join(path(part, fill=own) for part, own in hat if own)
    return group(felt, fill=colour, stroke=RIM, stroke_width=0.09) + trim


# Below the letters.
_TICK: Final = group(
    circle(0.36, fill="#1f6b46", stroke=RIM, stroke_width=0.09),
    path("M-.17 0L-.04.15L.19-.15", fill="none", stroke="#fff", stroke_width=0.12),
    transform="translate(.96 .82)",
)
