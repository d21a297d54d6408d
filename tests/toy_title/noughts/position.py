"""The rules. Chance chooses who starts; in a turn a player places a stone, openly or hidden.

Three in a row win; if the board is full, the player who did not start wins. A player who places a stone on a hidden one
reveals it, and the turn ends.
"""

from __future__ import annotations

from typing import Final

from gaslamp.core.actions import ActionSpace
from gaslamp.core.game import CHANCE_MOVES, NOBODY_MOVES

SEATS: Final = ("crosses", "noughts")
SQUARES: Final = tuple(f"{column}{row}" for row in "123" for column in "abc")
ACTIONS: Final = ActionSpace([*(f"begin {seat}" for seat in SEATS), "open", "hidden", *SQUARES])
OPEN, HIDDEN, FIRST_SQUARE = 2, 3, 4
BEGINNING, CHOOSING, PLACING, FINISHED = range(4)
STAGES: Final = ("beginning", "choosing", "placing", "finished")
FULL: Final = 0b111_111_111
ROWS: Final = (
    0b111, 0b111 << 3, 0b111 << 6, 0b1001001, 0b1001001 << 1, 0b1001001 << 2, 0b100010001, 0b1010100,
)  # fmt: skip


def has_row(stones: int) -> bool:
    return any(stones & row == row for row in ROWS)


class Position:
    """The stones of each seat, which of them are hidden, and the stage."""

    __slots__ = ("began", "hidden", "hiding", "left", "mover", "stage", "stones")

    def __init__(self, *key: int) -> None:
        """Make it of the fields of a key."""
        self.stage, self.mover, self.began, self.hiding, *rest = key
        self.stones = rest[:2]  # mask per seat
        self.hidden = rest[2:4]  # mask of hidden stones per seat
        self.left = rest[4:]  # hidden stones left per seat

    def to_move(self) -> int:
        return {BEGINNING: CHANCE_MOVES, FINISHED: NOBODY_MOVES}.get(self.stage, self.mover)

    def legal(self) -> list[int]:
        match self.stage:
            case 0:
                return [0, 1]
            case 1:
                return [OPEN, HIDDEN] if self.left[self.mover] else [OPEN]
            case 2:
                taken = self.seen_by(self.mover)
                return [FIRST_SQUARE + square for square in range(9) if not taken >> square & 1]
            case _:
                return []

    def advance(self, action: int) -> None:
        match self.stage:
            case 0:
                self.mover = self.began = action
                self.stage = CHOOSING
            case 1:
                self.hiding = int(action == HIDDEN)
                self.stage = PLACING
            case _:
                self._place(1 << (action - FIRST_SQUARE))

    def _place(self, square: int) -> None:
        me, other = self.mover, 1 - self.mover
        if square & self.stones[other]:
            self.hidden[other] &= ~square
        else:
            self.stones[me] |= square
            self.hidden[me] |= square * self.hiding
            self.left[me] -= self.hiding
        over = has_row(self.stones[me]) or self.stones[0] | self.stones[1] == FULL
        self.stage, self.hiding = (FINISHED if over else CHOOSING), 0
        self.mover = me if over else other

    def seen_by(self, seat: int) -> int:
        """Return the mask of squares that a seat sees occupied."""
        return self.stones[seat] | (self.stones[1 - seat] & ~self.hidden[1 - seat])

    def copy(self) -> Position:
        return Position(*self.key())

    def key(self) -> tuple[int, ...]:
        return (self.stage, self.mover, self.began, self.hiding, *self.stones, *self.hidden, *self.left)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())
