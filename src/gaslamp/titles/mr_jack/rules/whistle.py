"""Goodley's whistle: who may be called where, so that all the points that can be spent are spent (MJ-46 to MJ-48).

Plain functions of the places, the occupied hexes and who was whistled: nothing is changed while they look ahead.
Runs as it stands, and compiled (see whistle.pxd).
"""

from __future__ import annotations

from gaslamp.core import bits
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.board import GOODLEY, LONGEST

AT = board.AT
CLOSER = board.CLOSER
DISTANCE = board.DISTANCE


def place(places: bits.u64, who: bits.i32) -> bits.i32:
    """The hex a character stands on."""
    return places >> 8 * who & 255


def put(places: bits.u64, who: bits.i32, there: bits.u64) -> bits.u64:
    """The places with a character set down on another hex."""
    return places ^ ((places >> 8 * who & 255) ^ there) << 8 * who


def nearer(places: bits.u64, occupied: bits.u64, who: bits.i32) -> bits.u64:
    """The free hexes strictly nearer to Goodley than a character stands (MJ-47, MJ-47a, MJ-47c)."""
    goodley: bits.i32 = place(places, GOODLEY)
    distance: bits.i32 = DISTANCE[60 * goodley + place(places, who)]
    return CLOSER[(LONGEST + 1) * goodley + distance] & ~occupied


def answers(places: bits.u64, occupied: bits.u64, whistled: bits.u32, who: bits.i32, left: bits.i32) -> bits.u64:
    """The hexes where a character may end when whistled now, with so many points to be spent (MJ-48, MJ-48b)."""
    found: bits.u64 = 0
    if who == GOODLEY or whistled >> who & 1:
        return found
    here: bits.i32 = place(places, who)
    closer: bits.u64 = nearer(places, occupied, who)
    cost: bits.i32
    for cost in range(1, left + 1):
        ends: bits.u64 = AT[4 * here + cost] & closer  # MJ-48a
        if cost == left:
            return found | ends
        while ends:
            there: bits.i32 = bits.lowest(ends)
            ends &= ends - 1
            if after(places, occupied, whistled, who, there, left - cost) == left - cost:
                found |= bits.bit(there)
    return found


def spendable(places: bits.u64, occupied: bits.u64, whistled: bits.u32, points: bits.i32) -> bits.i32:
    """How many of so many points can be spent (MJ-48)."""
    best: bits.i32 = 0
    who: bits.i32
    cost: bits.i32
    for cost in range(points, 0, -1):
        for who in range(8):
            if who == GOODLEY or whistled >> who & 1:
                continue
            ends: bits.u64 = AT[4 * place(places, who) + cost] & nearer(places, occupied, who)
            if ends and cost == points:
                return points
            while ends:
                there: bits.i32 = bits.lowest(ends)
                ends &= ends - 1
                total: bits.i32 = cost + after(places, occupied, whistled, who, there, points - cost)
                if total == points:
                    return points
                best = max(best, total)
    return best


def after(
    places: bits.u64, occupied: bits.u64, whistled: bits.u32, who: bits.i32, there: bits.i32, points: bits.i32
) -> bits.i32:
    """How many of so many points can be spent once a character was whistled to a hex."""
    left: bits.u64 = occupied & ~bits.bit(place(places, who)) | bits.bit(there)
    called: bits.u32 = whistled | bits.bit(who)
    return spendable(put(places, who, there), left, called, points)
