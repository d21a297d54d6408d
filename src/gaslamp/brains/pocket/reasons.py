"""Why the stronger opponents of Pocket chose what they chose."""

from __future__ import annotations

from gaslamp.brains.pocket.moment import Moment
from gaslamp.core.messages import Message, Share, message
from gaslamp.titles.pocket.rules.notation import WALK


def reasons(now: Moment, action: int, winning: float) -> tuple[Message, ...]:
    """Say what a call right after an action would leave, and how likely the turn and what follows are won."""
    after = now.position.copy()
    if action >= WALK:  # nobody knows what a card will do
        after.carry_out(action)
    seen = after.seen()
    left = {"seen": (after.up & seen).bit_count(), "unseen": (after.up & ~seen).bit_count()}
    return message("why.turn", share=Share(round(1000 * winning), 1000)), message("why.call", **left)
