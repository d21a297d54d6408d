"""Numbering of moves in a turn: `ROOM * token + use`. Compiled modules cannot share a constant."""

from __future__ import annotations

from typing import Final

ROOM: Final = 40  # uses of a token
