"""Messages that explain answers, shared by the titles: what a call leaves, chances, lost positions.

Numbers in a reason are those that the search used, or follow from the rules and the seat's knowledge.

>>> from gaslamp.bots.reasons import split_call
>>> split_call(4, 4, is_next=True).id  # whichever way the call goes
'why.call_even'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from gaslamp.bots.bot import Rival
from gaslamp.core.messages import Message, Share, message

LOST: Final = 0.03  # win probability of the best action, from which a position counts as lost
_CLOSE: Final = 0.01  # smaller differences are not worth telling

K = TypeVar("K")


def share(chance: float) -> Share:
    return Share(round(1000 * min(1.0, max(0.0, chance))), 1000)


def when(*, is_next: bool) -> Message:
    """Say which call is meant: the one right after this action, or one that is imagined now."""
    return message("why.at_call" if is_next else "why.if_called")


def split_call(seen: int, unseen: int, *, is_next: bool) -> Message:
    """Tell the Detective how many suspects each answer of a call leaves."""
    called = when(is_next=is_next)
    if not (seen and unseen):
        return message("why.call_nothing", when=called, remain=remain(seen + unseen))
    if seen == unseen:
        return message("why.call_even", when=called, remain=remain(seen))
    return message("why.call_split", when=called, seen=remain(seen), unseen=remain(unseen))


def own_call(left: int, *, is_seen: bool, is_next: bool) -> Message:
    """Tell Jack whether a call sees him, and how many suspects it leaves, himself included."""
    called, sight = when(is_next=is_next), "seen" if is_seen else "unseen"
    if left == 1:
        return message(f"why.jack_{sight}_alone", when=called)
    return message(f"why.jack_{sight}", when=called, remain=remain(left))


def remain(suspects: int) -> Message:
    return message("why.remain", count=suspects)


def winning(chance: float) -> Message:
    return message("why.turn", share=share(chance))


def rival(values: Mapping[str, float], chosen: str) -> Rival | None:
    """Return the best action besides the chosen one; None if it is no worse."""
    others = {notation: value for notation, value in values.items() if notation != chosen}
    best = max(others, key=lambda notation: others[notation], default=None)
    if best is None or others[best] > values[chosen] - _CLOSE:
        return None
    return Rival(best, others[best])
