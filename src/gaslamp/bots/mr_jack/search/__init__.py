"""A round of Mr. Jack thought through: what a card leads to, what a call would leave, and the two put together."""

from __future__ import annotations

from gaslamp import kernel

kernel.prefer_compiled(__path__)
