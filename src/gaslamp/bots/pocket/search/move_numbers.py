"""How moves of a turn are numbered: `ROOM * token + use`. Compiled modules cannot lend each other a constant."""

from __future__ import annotations

from typing import Final

ROOM: Final = 40  # uses of a token
