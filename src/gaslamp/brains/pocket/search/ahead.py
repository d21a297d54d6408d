"""Looks through the call of an odd turn into the even one: its faces are known, so it is solved instead of judged.

That is dear, so only the likeliest ends of a turn are looked at so; the others are moved by as much as these were on
the average.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from gaslamp.brains.pocket.judgement.judgement import Judgement
from gaslamp.brains.pocket.moment import next_turn
from gaslamp.brains.pocket.search.secrets import Hands, Types, glasses, types
from gaslamp.brains.pocket.search.turn import Turn
from gaslamp.titles.pocket.rules import board

_MOVES: Final = 8  # that are looked through if they are the last of a turn
_JACKS: Final = 4  # and of Jack, each with
_REPLIES: Final = 2  # replies of the detectives
_NEAR: Final = 0.03  # how much worse a move may be for a type that still makes it at times


def look_through(turn: Turn, held: Types, hands: Hands, shown: int, judge: Judgement, nodes: int) -> None:
    """Look through the likeliest ends of a turn and solve it again, if it is an odd one of which little is left."""
    position = turn.position
    known = position.turn & 1 and not position.chase
    alibi = position.left & 1 and not position.faces & 1  # nobody knows what a card will do
    if not known or alibi or turn.left_over() > 2 or turn.depth < turn.left_over() or len(turn.moves()) == 1:
        return
    found: dict[tuple[int, int], float] = {}
    most = 2 * nodes  # for one end: with fewer than it needs it is not looked through
    for cell in likely(turn, held):
        if nodes <= 0:
            break
        nodes -= solve_end(turn, held, hands, shown, judge, cell, found, most)
    weights = held.secrets.weights
    mass = sum(weights[number] for _, number in found)
    if mass > 0:
        turn.lift(
            sum(weights[number] * (value - turn.value(cell, number)) for (cell, number), value in found.items()) / mass
        )
        for (cell, number), value in found.items():
            turn.put(cell, number, value)
        turn.work_back()


def likely(turn: Turn, held: Types) -> Iterator[int]:
    """Give the ends that matter most, those first."""
    root = turn.root()
    if turn.left_over() == 1:
        yield from (turn.moved(root, move, -1) for move in _best(turn, held, root)[:_MOVES])
        return
    jacks = [turn.moved(root, move, -1) for move in _jacks(turn, held)[:_JACKS]]
    for reply in range(_REPLIES):
        for cell in jacks:
            moves = _best(turn, held, cell)
            if reply < len(moves):
                yield turn.moved(cell, moves[reply], -1)


def _best(turn: Turn, held: Types, cell: int) -> Sequence[int]:
    """Give the moves of the detectives, the best first."""
    weights = held.secrets.weights
    worth = {
        number: sum(a * b for a, b in zip(weights, turn.after(number, cell), strict=True))
        for _, _, number in turn.moves(cell)
    }
    return sorted(worth, key=lambda number: -worth[number])


def _jacks(turn: Turn, held: Types) -> Sequence[int]:
    """Give Jack's moves, those first that are about the best for the likeliest types."""
    weights = held.secrets.weights
    values = {number: turn.after(number) for _, _, number in turn.moves()}
    best = [min(each) for each in zip(*values.values(), strict=True)]
    near = {
        number: sum(
            weight / (1.0 + ((value - low) / _NEAR) * ((value - low) / _NEAR))
            for weight, value, low in zip(weights, after, best, strict=True)
        )
        for number, after in values.items()
    }
    return sorted(near, key=lambda number: -near[number])


def solve_end(
    turn: Turn, held: Types, hands: Hands, shown: int, judge: Judgement, cell: int,
    found: dict[tuple[int, int], float], most: int,
) -> int:  # fmt: skip
    """Find what an end is worth for each type whose game goes on, by the turn that follows; give the nodes it took."""
    there = turn.reached(cell)
    seen = there.seen()
    nodes = 0
    for answer in (seen, ~seen):
        up = there.up & answer
        tokens = there.tokens + (answer != seen)
        on = {hand: weight for hand, weight in hands.items()
              if up >> hand[0] & 1 and tokens + glasses(hand[1]) < board.NEEDED}  # fmt: skip
        if up.bit_count() < 2 or not on:
            continue
        begun = next_turn(there, there.up & ~up, tokens)
        then = types(on, begun, shown)
        solved = Turn(begun, then.secrets, judge, most // then.secrets.size)
        if solved.depth < solved.left_over():
            return most
        solved.solve()
        nodes += solved.judged * then.secrets.size
        values = solved.at_root()
        for hand in on:
            found[cell, held.number(*hand)] = values[then.number(*hand)]
    return nodes
