"""Distances the detectives may walk in a turn. All four tokens are used, so the faces determine them."""

from __future__ import annotations

from typing import Final

from gaslamp.titles.pocket.rules import board


def _walks(faces: int) -> list[int]:
    """Return the minimum and maximum for Holmes, Watson and Toby, and whether the joker may add one."""
    faces_up = {board.face(token, second=bool(faces >> token & 1)) for token in range(4)}
    limits = []
    for detective in range(board.HOLMES, board.HOLMES + 3):
        limits += [1, 2] if detective in faces_up else [0, 0]
    return [*limits, int(board.JOKER in faces_up)]


UNKNOWN: Final = 16  # before the throw: all may walk
WALKS: Final = [number for faces in range(UNKNOWN) for number in _walks(faces)] + [
    0,
    2,
    0,
    2,
    0,
    2,
    0,
]  # 7 numbers each
