"""Metadata of Pocket: seats, options, rules version. Loads without the rules."""

from __future__ import annotations

from typing import Final

from gaslamp.core.options import Meta, Option

META: Final = Meta(
    title="pocket",
    seats=("jack", "detectives"),
    options=(Option("both_goals_while_seen", choices=("detectives_win", "chase"), default="detectives_win"),),  # MP-43
    rules_version=1,
    default_seat="detectives",
    usual=True,
    hides="jack",
)
