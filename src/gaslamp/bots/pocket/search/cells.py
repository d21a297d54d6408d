# cython: cdivision=True
"""States of the rest of a turn: token uses commute, so there is one cell for each set of uses.

A cell is a use, or none yet, for each of the four tokens. Runs as plain Python and compiled (see cells.pxd).
"""

from __future__ import annotations

from array import array

from gaslamp.bots.pocket.search.constants import ROOM
from gaslamp.core import bits
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.board import ALIBI, HOLMES, JACK, JOKER, ROTATION
from gaslamp.titles.pocket.rules.notation import EXCHANGE, ROTATE, STAY, TAKE, WALK
from gaslamp.titles.pocket.rules.position import Position

# Compiled, these are C arrays.
MOVER = board.MOVER
SHOWN = [board.face(token, second=second) for token in range(4) for second in (False, True)]


class Cells:
    """The cells from a decision point: which seat may use which token at each, and the cell after it."""

    __slots__ = ("position", "ids", "count", "stride", "actions", "size", "left", "used", "ply", "twins")

    position: Position
    ids: array[int]  # suspects that are up
    count: array[int]  # uses of each token: the next number is for none
    stride: array[int]
    actions: array[int]  # action of each use
    size: bits.i32  # cells
    left: bits.i32  # the tokens, as bits
    used: bits.i32  # tokens used at the root
    ply: array[int]  # tokens used at each cell
    twins: bits.flag  # both rotations are left

    def __init__(self, position: Position) -> None:
        self.position = position
        self.ids = array("i", [k for k in range(9) if position.up >> k & 1])
        self.left = position.left
        self.used = 4 - bits.popcount(position.left)
        self.count = array("i", bytes(16))
        self.stride = array("i", bytes(16))
        self.actions = array("i", bytes(4 * 4 * ROOM))
        self.list_uses()
        self.twins = self.left >> 2 == 3 and self.face(2) == ROTATION and self.face(3) == ROTATION
        self.ply = array("B", bytes(self.size))
        self.count_plies()

    # ---- uses

    def face(self, token: bits.i32) -> bits.i32:
        return SHOWN[2 * token + (self.position.faces >> token & 1)]

    def list_uses(self) -> None:
        """List the uses of each token left; of the alibi: Jack draws, none is cleared, each suspect is."""
        token: bits.i32
        k: bits.i32
        for token in range(4):
            if not self.left >> token & 1:
                continue
            face: bits.i32 = self.face(token)
            n: bits.i32 = 0
            if face == ALIBI:
                n = 2 + bits.popcount(self.position.up)
            elif face < JOKER:
                for k in range(2):
                    self.actions[ROOM * token + k] = WALK + 2 * (face - HOLMES) + k
                n = 2
            elif face == JOKER:
                self.actions[ROOM * token] = STAY
                for k in range(3):
                    self.actions[ROOM * token + 1 + k] = WALK + 2 * k
                n = 4
            elif face == ROTATION:
                for k in range(27):
                    if not self.position.marked >> k // 3 & 1:
                        self.actions[ROOM * token + n] = ROTATE + k
                        n += 1
            else:
                for k in range(36):
                    self.actions[ROOM * token + k] = EXCHANGE + k
                n = 36
            self.count[token] = n
        size: bits.i32 = 1
        for k in range(4):
            token = 3 - k
            self.stride[token] = size
            size *= self.count[token] + 1
        self.size = size

    def count_plies(self) -> None:
        cell: bits.i32
        token: bits.i32
        for cell in range(self.size):
            found: bits.i32 = 0
            for token in range(4):
                found += self.use(cell, token) < self.count[token]
            self.ply[cell] = found

    def ends(self, depth: bits.i32) -> bits.i32:
        found: bits.i32 = 0
        chosen: bits.i32
        token: bits.i32
        for chosen in range(16):
            if bits.popcount(chosen) == depth and chosen & ~self.left == 0:
                ways: bits.i32 = 1
                for token in range(4):
                    if chosen >> token & 1:
                        ways *= self.count[token]
                found += ways
        return found

    def left_over(self) -> int:
        return 4 - self.used

    # ---- one cell

    def root(self) -> bits.i32:
        return self.size - 1

    def use(self, cell: bits.i32, token: bits.i32) -> bits.i32:
        return cell // self.stride[token] % (self.count[token] + 1)

    def plies(self, cell: bits.i32) -> bits.i32:
        return self.ply[cell]

    def mover(self, ply: bits.i32) -> bits.i32:
        return MOVER[4 * (self.position.turn & 1) + self.used + ply]

    def may_use(self, cell: bits.i32, token: bits.i32) -> bits.flag:
        """Return True if a token can be used at a cell; of two rotations the first goes first."""
        if self.use(cell, token) < self.count[token] or self.count[token] == 0:
            return False
        return not (token == 3 and self.twins and self.use(cell, 2) == self.count[2])

    def clashes(self, cell: bits.i32) -> bits.flag:
        """Return True if a tile would be rotated twice (MP-16a)."""
        if not self.twins:
            return False
        first: bits.i32 = self.use(cell, 2)
        second: bits.i32 = self.use(cell, 3)
        if first == self.count[2] or second == self.count[3]:
            return False
        return (self.actions[2 * ROOM + first] - ROTATE) // 3 == (self.actions[3 * ROOM + second] - ROTATE) // 3

    def choices(self, token: bits.i32) -> bits.i32:
        """Count the choices with a token; the alibi has one, its card is chance."""
        return 1 if self.face(token) == ALIBI else self.count[token]

    def first_choice(self, token: bits.i32, seat: bits.i32) -> bits.i32:
        """Return the first choice of a seat: only Jack may leave the joker unused (MP-15a)."""
        return 1 if self.face(token) == JOKER and seat != JACK else 0

    def leads_to(self, cell: bits.i32, token: bits.i32, use: bits.i32) -> bits.i32:
        return cell - (self.count[token] - use) * self.stride[token]

    # ---- the board at a cell

    def act(self, position: Position, token: bits.i32, use: bits.i32) -> None:
        if use < self.count[token]:
            position.act(self.actions[ROOM * token + use])

    def detectives_at(self, cell: bits.i32, detectives: bits.u32) -> bits.u32:
        """Return the detectives' places after the first two tokens."""
        token: bits.i32
        for token in range(2):
            use: bits.i32 = self.use(cell, token)
            if use < self.count[token] and self.face(token) != ALIBI:
                action: bits.i32 = self.actions[ROOM * token + use] - WALK
                place: bits.i32 = bits.nibble(detectives, action >> 1) + 1 + (action & 1)
                detectives = bits.with_nibble(detectives, action >> 1, place % 12)
        return detectives

    def up_at(self, cell: bits.i32) -> bits.u32:
        up: bits.u32 = self.position.up
        alibi: bits.i32 = self.drawn(cell)
        if alibi > 2:
            up &= ~bits.bit(self.ids[alibi - 3])
        return up

    def drawn(self, cell: bits.i32) -> bits.i32:
        """Return the state of the alibi: 0 unused, 1 Jack has drawn, 2 + card for the detectives."""
        use: bits.i32 = self.use(cell, 0)
        return 0 if self.face(0) != ALIBI or use == self.count[0] else use + 1

    def reached(self, cell: int) -> Position:
        """Return the position at a cell, before the call; drawn cards are ignored."""
        there = self.position.copy()
        for token in range(4):
            if self.face(token) != ALIBI:
                self.act(there, token, self.use(cell, token))
        return there

    # ---- moves

    def moves(self, cell: int = -1) -> list[tuple[int, int, int]]:
        """Return every move at a cell (default root): taking, action (the taking for a card) and number."""
        at = self.root() if cell < 0 else cell
        seat = self.mover(self.plies(at))
        found = []
        for token in range(4):
            if self.may_use(at, token):
                face = self.face(token)
                for choice in range(self.first_choice(token, seat), self.choices(token)):
                    if not self.clashes(self.leads_to(at, token, choice)):
                        action = TAKE + ALIBI if face == ALIBI else self.actions[ROOM * token + choice]
                        found.append((TAKE + face, action, ROOM * token + choice))
        return found

    def is_card(self, move: int) -> bool:
        return self.face(move // ROOM) == ALIBI

    def moved(self, cell: bits.i32, move: bits.i32, card: bits.i32) -> bits.i32:
        """Return the cell after a move; a detectives' card clears identity *card*, or none: -1."""
        token: bits.i32 = move // ROOM
        if self.face(token) != ALIBI:
            return self.leads_to(cell, token, move % ROOM)
        return self.leads_to(cell, token, 0 if self.mover(self.plies(cell)) == JACK else 2 + card)
