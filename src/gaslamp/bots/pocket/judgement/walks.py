"""How far the detectives may walk in a turn: every token is used, so the faces that lie up say who walks at all."""

from __future__ import annotations

from typing import Final

from gaslamp.titles.pocket.rules import board


def _walks(faces: int) -> list[int]:
    """The fewest and the most places for Holmes, Watson and Toby, and whether a joker may bring one further."""
    shown = {board.face(token, second=bool(faces >> token & 1)) for token in range(4)}
    found = []
    for detective in range(board.HOLMES, board.HOLMES + 3):
        found += [1, 2] if detective in shown else [0, 0]
    return [*found, int(board.JOKER in shown)]


UNKNOWN: Final = 16  # the faces before they are thrown: anybody may walk
WALKS: Final = [number for faces in range(UNKNOWN) for number in _walks(faces)] + [
    0,
    2,
    0,
    2,
    0,
    2,
    0,
]  # 7 numbers each
