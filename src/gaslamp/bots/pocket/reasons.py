"""Reasons for an answer in Pocket: what a call leaves, hourglasses, alibi cards and the searched chances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from gaslamp.bots import reasons
from gaslamp.bots.bot import Situation, Why
from gaslamp.bots.pocket.decision_point import DecisionPoint, own_hand
from gaslamp.bots.pocket.search.secrets import Hands, glasses
from gaslamp.core.messages import Message, message
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.notation import ACTIONS, TAKE, WALK
from gaslamp.titles.pocket.rules.position import Position

Move: TypeAlias = tuple[int, int]  # the taking of a token, and its action

_FACTS: Final = 2  # besides the chance of winning


class MoveDecision(NamedTuple):
    """A decision point with the moves that are open and their win probabilities for the side to move."""

    situation: Situation
    now: DecisionPoint
    hands: Hands  # of Jack, as the detectives see it
    winning: Mapping[Move, float]

    @property
    def lost(self) -> bool:
        return max(self.winning.values()) <= reasons.LOST

    @property
    def is_last(self) -> bool:
        """True if the call follows this token."""
        return self.now.position.left.bit_count() == 1


def why(decision: MoveDecision, chosen: Move, alike: int = 0) -> Why:
    """Explain a move; *alike* is the number of actions that Jack's mixed strategy plays."""
    now, (take, action) = decision.now, chosen
    values: dict[str, float] = {}
    for move, value in decision.winning.items():
        notation = now.notation(*move)
        values[notation] = max(value, values.get(notation, 0.0))
    notation, value = now.notation(take, action), min(1.0, max(0.0, decision.winning[chosen]))
    values[notation] = value
    rival = reasons.rival(values, notation)
    told = [*_facts(decision, chosen)]
    if alike > 1 and not decision.lost:
        told[1:] = [message("why.mixed", count=alike - 1)]
    then = ACTIONS.format(action) if now.taken is None and action >= WALK else None
    return Why((*told[:_FACTS], reasons.winning(value)), value, then, chosen, rival)


def planned(plan: Sequence[int], decision: MoveDecision) -> Move | None:
    """Return the move of a plan once its token is taken; None before, or if another one was taken."""
    if len(plan) != 2 or decision.now.taken != plan[0]:
        return None
    move = (plan[0], plan[1])
    return move if move in decision.winning else None


def holding_out(decision: MoveDecision) -> Sequence[Move]:
    """Return all moves; in a lost position only those after which the game is least likely to end at the call.

    For Jack that is with the most suspects left, for the detectives with Jack most likely to be seen.
    """
    moves = [*decision.winning]
    if not decision.lost:
        return moves
    is_jack = decision.situation.seat == "jack"
    held = [_left(decision, move) if is_jack else chance_seen(decision, move) for move in moves]
    return [move for move, worth in zip(moves, held, strict=True) if worth >= max(held) - 1e-9]


def board_after(decision: MoveDecision, move: Move) -> Position:
    """Return the position after a move; a drawn card changes nothing, since it is not known yet."""
    after = decision.now.position.copy()
    if move[1] >= WALK:
        after.carry_out(move[1])
    return after


def chance_seen(decision: MoveDecision, move: Move) -> float:
    visible, hands = board_after(decision, move).seen(), decision.hands
    return sum(weight for hand, weight in hands.items() if visible >> hand[0] & 1) / sum(hands.values())


def _left(decision: MoveDecision, move: Move) -> int:
    """Return the number of suspects that a call after *move* leaves, Jack among them."""
    after, jack = board_after(decision, move), own_hand(decision.situation)[0]
    visible = after.seen()
    return (after.up & (visible if visible >> jack & 1 else ~visible)).bit_count()


def _facts(decision: MoveDecision, chosen: Move) -> Iterator[Message]:
    if decision.lost:
        yield message("why.lost")
    after = board_after(decision, chosen)
    if after.chase:
        jack = next(iter(decision.hands))[0]
        sight = "seen" if after.seen() >> jack & 1 else "unseen"
        yield message(f"why.chase_{sight}", when=reasons.when(is_next=decision.is_last))
    elif decision.situation.seat == "jack":
        yield from _jacks(decision, chosen, after)
    else:
        yield from _detectives(decision, chosen, after)
    if ahead := _faces_left(decision.now.position, chosen[0] - TAKE):
        yield message("why.ahead_tokens", names=tuple(message(f"pocket.face.{board.FACES[face]}") for face in ahead))


def _jacks(decision: MoveDecision, chosen: Move, after: Position) -> Iterator[Message]:
    jack, held = own_hand(decision.situation)
    is_seen = bool(after.seen() >> jack & 1)
    if chosen[1] < WALK:  # the alibi token
        pile = [
            card for card in range(len(board.SUSPECTS)) if not (held | decision.now.shown | 1 << jack) >> card & 1
        ]  # fmt: skip
        yield message("why.draw", share=reasons.share(sum(board.HOURGLASSES[card] > 0 for card in pile) / len(pile)))
    yield reasons.own_call(_left(decision, chosen), is_seen=is_seen, is_next=decision.is_last)
    if not is_seen:
        yield message("why.glasses", count=after.tokens + glasses(held) + 1, needed=board.NEEDED)


def _detectives(decision: MoveDecision, chosen: Move, after: Position) -> Iterator[Message]:
    if chosen[1] < WALK:
        yield message("why.alibi", share=reasons.share(_clears(decision)))
    visible = after.seen()
    seen, unseen = (after.up & visible).bit_count(), (after.up & ~visible).bit_count()
    yield reasons.split_call(seen, unseen, is_next=decision.is_last)
    if seen and unseen:
        yield message("why.seen", share=reasons.share(chance_seen(decision, chosen)))


def _clears(decision: MoveDecision) -> float:
    """Return the probability that the next alibi card is that of a suspect."""
    up, total = decision.now.position.up, 0.0
    for (identity, held), weight in decision.hands.items():
        pile = 0x1FF & ~(held | decision.now.shown | 1 << identity)
        total += weight * (pile & up).bit_count() / pile.bit_count()
    return total / sum(decision.hands.values())


def _faces_left(position: Position, taken: int) -> list[int]:
    """Return the faces of the tokens that are left after one with the face *taken*."""
    tokens = [token for token in range(4) if position.left >> token & 1]
    faces = [board.face(token, second=bool(position.faces >> token & 1)) for token in tokens]
    faces.remove(taken)
    return faces
