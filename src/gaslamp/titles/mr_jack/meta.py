"""Metadata of Mr. Jack: seats, options, rules version. Loads without the rules."""

from __future__ import annotations

from typing import Final

from gaslamp.core.options import Meta, Option

META: Final = Meta(
    title="mr_jack",
    seats=("jack", "detective"),
    options=(Option("edition", choices=("revised", "original"), default="revised"),),  # MJ-01
    rules_version=1,
    default_seat="detective",
    hides="jack",
)
