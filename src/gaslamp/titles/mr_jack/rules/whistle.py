"""Goodley's whistle: which character may be called to which hex (MJ-46 to MJ-48).

Pure functions of places, occupied hexes and whistled characters, so that they can look ahead. Runs as Python, or
compiled with `whistle.pxd`.
"""

from __future__ import annotations

from gaslamp.core import bits
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.board import GOODLEY, LONGEST

AT = board.AT
CLOSER = board.CLOSER
DISTANCE = board.DISTANCE


def place(places: bits.u64, character: bits.i32) -> bits.i32:
    return places >> 8 * character & 255


def put(places: bits.u64, character: bits.i32, target: bits.u64) -> bits.u64:
    return places ^ ((places >> 8 * character & 255) ^ target) << 8 * character


def nearer(places: bits.u64, occupied: bits.u64, character: bits.i32) -> bits.u64:
    """Return the free hexes strictly nearer to Goodley than the character stands (MJ-47, MJ-47a, MJ-47c)."""
    goodley: bits.i32 = place(places, GOODLEY)
    distance: bits.i32 = DISTANCE[60 * goodley + place(places, character)]
    return CLOSER[(LONGEST + 1) * goodley + distance] & ~occupied


def answers(places: bits.u64, occupied: bits.u64, whistled: bits.u32, character: bits.i32, left: bits.i32) -> bits.u64:
    """Return the hexes where a character may end when whistled now, with *left* points to spend (MJ-48, MJ-48b)."""
    targets: bits.u64 = 0
    if character == GOODLEY or whistled >> character & 1:
        return targets
    start: bits.i32 = place(places, character)
    closer: bits.u64 = nearer(places, occupied, character)
    cost: bits.i32
    for cost in range(1, left + 1):
        ends: bits.u64 = AT[4 * start + cost] & closer  # MJ-48a
        if cost == left:
            return targets | ends
        while ends:
            target: bits.i32 = bits.lowest(ends)
            ends &= ends - 1
            if after(places, occupied, whistled, character, target, left - cost) == left - cost:
                targets |= bits.bit(target)
    return targets


def spendable(places: bits.u64, occupied: bits.u64, whistled: bits.u32, points: bits.i32) -> bits.i32:
    """Return how many of *points* can be spent (MJ-48)."""
    best: bits.i32 = 0
    character: bits.i32
    cost: bits.i32
    for cost in range(points, 0, -1):
        for character in range(8):
            if character == GOODLEY or whistled >> character & 1:
                continue
            ends: bits.u64 = AT[4 * place(places, character) + cost] & nearer(places, occupied, character)
            if ends and cost == points:
                return points
            while ends:
                target: bits.i32 = bits.lowest(ends)
                ends &= ends - 1
                total: bits.i32 = cost + after(places, occupied, whistled, character, target, points - cost)
                if total == points:
                    return points
                best = max(best, total)
    return best


def after(
    places: bits.u64, occupied: bits.u64, whistled: bits.u32, character: bits.i32, target: bits.i32, points: bits.i32
) -> bits.i32:
    """Return how many of *points* can be spent after a character was whistled to a hex."""
    taken: bits.u64 = occupied & ~bits.bit(place(places, character)) | bits.bit(target)
    called: bits.u32 = whistled | bits.bit(character)
    return spendable(put(places, character, target), taken, called, points)
