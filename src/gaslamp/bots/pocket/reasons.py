"""Reasons for the answers of the stronger bots of Pocket."""

from __future__ import annotations

from gaslamp.bots.bot import Situation, Why
from gaslamp.bots.pocket.decision_point import DecisionPoint, own_hand
from gaslamp.core.messages import Message, Share, message
from gaslamp.titles.pocket.rules.notation import ACTIONS, WALK


def why(situation: Situation, now: DecisionPoint, action: int, winning: float, *more: Message) -> Why:
    """Explain an action by a call right after it and the win probability.

    Jack gets a message about being seen, the detectives the numbers of suspects left.
    """
    after = now.position.copy()
    if action >= WALK:  # a card's effect is unknown
        after.carry_out(action)
    visible = after.seen()
    left = {"seen": (after.up & visible).bit_count(), "unseen": (after.up & ~visible).bit_count()}
    reasons = [message("why.call", **left)]
    if situation.seat == "jack":
        jack, _ = own_hand(situation)
        reasons = [message("why.in_sight" if visible >> jack & 1 else "why.unseen")]
    then = ACTIONS.format(action) if now.taken is None and action >= WALK else None
    likely = message("why.turn", share=Share(round(1000 * winning), 1000))
    return Why((*reasons, likely, *more), winning, then)
