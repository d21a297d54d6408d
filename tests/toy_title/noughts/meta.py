"""Metadata of the toy title."""

from __future__ import annotations

from typing import Final

from gaslamp.core.options import Meta, Option

META: Final = Meta(
    title="noughts",
    seats=("crosses", "noughts"),
    options=(Option("hidden_stones", choices=("1", "2"), default="2"),),
    rules_version=1,
    default_seat="crosses",
)
