"""Search of one turn of Pocket: its table, Jack's mixed strategy, and the turn after the call."""

from __future__ import annotations

from gaslamp import kernel

kernel.prefer_compiled(__path__)
