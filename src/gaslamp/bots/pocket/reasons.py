"""Why the stronger opponents of Pocket chose what they chose: for a seat, from what it knows."""

from __future__ import annotations

from gaslamp.bots.bot import Situation, Why
from gaslamp.bots.pocket.decision_point import DecisionPoint, own_hand
from gaslamp.core.messages import Message, Share, message
from gaslamp.titles.pocket.rules.notation import ACTIONS, WALK


def why(situation: Situation, now: DecisionPoint, action: int, winning: float, *more: Message) -> Why:
    """Say what a call right after an action would leave, and how likely the turn and what follows are won.

    Jack is told whether he would be seen. Who has yet to take the token is told what is to be done with it.
    """
    after = now.position.copy()
    if action >= WALK:  # nobody knows what a card will do
        after.carry_out(action)
    seen = after.seen()
    left = {"seen": (after.up & seen).bit_count(), "unseen": (after.up & ~seen).bit_count()}
    told = [message("why.call", **left)]
    if situation.seat == "jack":
        jack, _ = own_hand(situation)
        told = [message("why.in_sight" if seen >> jack & 1 else "why.unseen")]
    then = ACTIONS.format(action) if now.taken is None and action >= WALK else None
    likely = message("why.turn", share=Share(round(1000 * winning), 1000))
    return Why((*told, likely, *more), winning, then)
