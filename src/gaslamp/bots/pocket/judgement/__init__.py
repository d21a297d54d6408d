"""Evaluation of a turn's end in Pocket, by trained or handmade weights."""

from __future__ import annotations

from gaslamp import kernel

kernel.prefer_compiled(__path__)
