"""A turn of Pocket thought through: its table, how Jack mixes in it, and what follows its call."""

from __future__ import annotations

from gaslamp import kernel

kernel.prefer_compiled(__path__)
