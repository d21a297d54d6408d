"""Random numbers for playouts: the same seed gives the same games, compiled or not.

>>> dice = Dice(1888)
>>> [dice.below(6) for _ in range(5)]
[3, 4, 3, 4, 0]
"""

from __future__ import annotations

from gaslamp.core import bits

# splitmix64 (Steele, Lea and Flood, 2014).
GOLDEN = 0x9E3779B97F4A7C15
MIX_A = 0xBF58476D1CE4E5B9
MIX_B = 0x94D049BB133111EB
MASK64 = 0xFFFFFFFFFFFFFFFF


class Dice:
    """A splitmix64 generator. It is predictable: do not use it for games between people."""

    __slots__ = ("state",)

    state: bits.u64

    def __init__(self, seed: int = 1) -> None:
        self.state = seed & MASK64

    def __reduce__(self) -> tuple[type[Dice], tuple[int]]:
        return Dice, (self.state,)

    def copy(self) -> Dice:
        return Dice(self.state)

    def next(self) -> bits.u64:
        z: bits.u64 = (self.state + GOLDEN) & MASK64
        self.state = z
        z = (z ^ z >> 30) * MIX_A & MASK64
        z = (z ^ z >> 27) * MIX_B & MASK64
        return z ^ z >> 31

    def below(self, n: bits.u32) -> bits.u32:
        return bits.below(self.next(), n)
