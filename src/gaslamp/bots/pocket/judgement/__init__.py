"""What a turn's end in Pocket is worth, by weights that were learnt or made by hand."""

from __future__ import annotations

from gaslamp import kernel

kernel.prefer_compiled(__path__)
