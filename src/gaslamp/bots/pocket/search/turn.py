# cython: cdivision=True
"""A turn as one table with a value for each cell and each secret of Jack.

A secret is an identity and the hourglasses on Jack's cards. Runs as plain Python and compiled (see turn.pxd).
"""

from __future__ import annotations

from array import array

from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.search.calls import Calls, Secrets
from gaslamp.bots.pocket.search.cells import Cells
from gaslamp.bots.pocket.search.constants import ROOM
from gaslamp.core import bits
from gaslamp.titles.pocket.rules.board import ALIBI, JACK
from gaslamp.titles.pocket.rules.position import Position


class Turn:
    __slots__ = ("position", "secrets", "cells", "calls", "depth", "values", "weights", "one", "judged")

    position: Position
    secrets: Secrets
    cells: Cells
    calls: Calls
    depth: bits.i32  # tokens searched ahead
    values: array[float]  # of each type at each cell: how likely the detectives win
    weights: array[float]  # of each type, for each use of the alibi token
    one: array[float]  # the values of one move
    judged: bits.i32  # cells that were judged

    def __init__(
        self, position: Position, secrets: Secrets, judge: Judgement, most: bits.i32, tokens: bits.i32 = 4
    ) -> None:
        self.position = position
        self.secrets = secrets
        self.cells = Cells(position)
        self.calls = Calls(position, secrets, judge)
        self.set_depth(most, tokens)
        size: bits.i32 = secrets.size
        self.values = array("d", bytes(8 * size * self.cells.size))
        self.weights = array("d", bytes(8 * size * (self.cells.count[0] + 1)))
        self.one = array("d", bytes(8 * size))
        self.judged = 0
        self.weigh()

    def set_depth(self, most: bits.i32, tokens: bits.i32) -> None:
        """Set the largest depth up to *tokens* with at most *most* end cells, at least 1."""
        self.depth = min(4 - self.cells.used, tokens)
        while self.depth > 1 and self.cells.ends(self.depth) > most:
            self.depth -= 1

    def is_whole(self) -> bool:
        """Return True if the search reaches the end of the turn."""
        return self.depth == self.cells.left_over()

    def weigh(self) -> None:
        """Compute the probability of each type after each use of the alibi token."""
        size: bits.i32 = self.secrets.size
        sums: bits.i32 = self.secrets.sums
        uses: bits.i32 = self.cells.count[0]
        use: bits.i32
        k: bits.i32
        g: bits.i32
        alibi: bits.flag = uses > 0 and self.cells.face(0) == ALIBI
        for use in range(uses + 1):
            for k in range(size):
                if not alibi or use == uses:
                    self.weights[use * size + k] = self.secrets.weights[k]
                elif use > 0:
                    self.weights[use * size + k] = self.secrets.weights[k] * self.secrets.cards[(use - 1) * size + k]
        if alibi:
            for k in range(size):
                for g in range(3):
                    if k % sums + g < sums:
                        self.weights[k + g] += self.secrets.weights[k] * self.secrets.draws[3 * k + g]

    # ---- ends of the turn

    def judge_ends(self) -> None:
        third: bits.i32
        fourth: bits.i32
        first: bits.i32
        second: bits.i32
        board_of: Position = self.position.copy()
        for third in range(self.cells.count[2] + 1):
            for fourth in range(self.cells.count[3] + 1):
                cell: bits.i32 = third * self.cells.stride[2] + fourth
                used: bits.i32 = (third < self.cells.count[2]) + (fourth < self.cells.count[3])
                if used > self.depth or self.cells.clashes(cell + self.cells.count[0] * self.cells.stride[0]):
                    continue
                board_of.become(self.position)
                self.cells.act(board_of, 2, third)
                self.cells.act(board_of, 3, fourth)
                self.calls.find_lines(board_of)
                for second in range(self.cells.count[1] + 1):
                    for first in range(self.cells.count[0] + 1):
                        ply: bits.i32 = used + (second < self.cells.count[1]) + (first < self.cells.count[0])
                        if ply == self.depth:
                            self.judge_end(
                                board_of, cell + second * self.cells.stride[1] + first * self.cells.stride[0]
                            )

    def judge_end(self, board_of: Position, cell: bits.i32) -> None:
        """Set the values of an end cell: each type's is that of its answer to the call."""
        detectives: bits.u32 = self.cells.detectives_at(cell, board_of.detectives)
        up: bits.u32 = self.cells.up_at(cell)
        seen: bits.u32 = self.calls.seen(detectives, up)
        if self.cells.drawn(cell) != 2:  # else as if Jack had drawn: evaluated just before
            self.calls.judge_call(detectives, up, seen)
        sums: bits.i32 = self.secrets.sums
        n: bits.i32
        s: bits.i32
        at: bits.i32 = cell * self.secrets.size
        for n in range(self.secrets.identities):
            answer: bits.i32 = 0 if seen >> self.cells.ids[n] & 1 else sums
            for s in range(sums):
                self.values[at + n * sums + s] = self.calls.found[answer + s]
        self.judged += 1

    # ---- backing up

    def solve(self) -> None:
        """Compute all values: the detectives choose for all types at once, Jack for each type."""
        self.judge_ends()
        self.work_back()

    def work_back(self) -> None:
        cell: bits.i32
        ply: bits.i32
        k: bits.i32
        for k in range(self.depth):
            ply = self.depth - 1 - k
            for cell in range(self.cells.size):
                if self.cells.plies(cell) == ply and not self.cells.clashes(cell):
                    self.solve_cell(cell, self.cells.mover(ply))

    def solve_cell(self, cell: bits.i32, seat: bits.i32) -> None:
        size: bits.i32 = self.secrets.size
        at: bits.i32 = cell * size
        token: bits.i32
        choice: bits.i32
        k: bits.i32
        best: float = -1.0
        for k in range(size):
            self.values[at + k] = 2.0
        for token in range(4):
            if not self.cells.may_use(cell, token):
                continue
            for choice in range(self.cells.first_choice(token, seat), self.cells.choices(token)):
                if self.cells.clashes(self.cells.leads_to(cell, token, choice)):
                    continue
                self.find(cell, token, choice, seat)
                if seat == JACK:
                    for k in range(size):
                        self.values[at + k] = min(self.values[at + k], self.one[k])
                else:
                    worth: float = self.score(cell)
                    if worth > best:
                        best = worth
                        for k in range(size):
                            self.values[at + k] = self.one[k]

    def find(self, cell: bits.i32, token: bits.i32, choice: bits.i32, seat: bits.i32) -> None:
        """Compute the values after a move, averaged over cards."""
        size: bits.i32 = self.secrets.size
        k: bits.i32
        g: bits.i32
        card: bits.i32
        at: bits.i32 = self.cells.leads_to(cell, token, choice) * size
        if self.cells.face(token) != ALIBI:
            for k in range(size):
                self.one[k] = self.values[at + k]
        elif seat == JACK:
            for k in range(size):
                mean: float = 0.0
                for g in range(3):
                    if k % self.secrets.sums + g < self.secrets.sums:
                        mean += self.secrets.draws[3 * k + g] * self.values[at + k + g]
                self.one[k] = mean
        else:
            for k in range(size):
                self.one[k] = 0.0
            for card in range(self.secrets.identities + 1):
                at = self.cells.leads_to(cell, token, card + 1) * size
                for k in range(size):
                    self.one[k] += self.secrets.cards[card * size + k] * self.values[at + k]

    def score(self, cell: bits.i32) -> float:
        size: bits.i32 = self.secrets.size
        at: bits.i32 = size * (self.cells.use(cell, 0) if self.cells.count[0] else 0)
        k: bits.i32
        worth: float = 0.0
        for k in range(size):
            worth += self.weights[at + k] * self.one[k]
        return worth

    # ---- queries

    def after(self, move: bits.i32, cell: int = -1) -> list[float]:
        """Return the values of all types after a move at a cell (default root)."""
        at = self.cells.root() if cell < 0 else cell
        self.find(at, move // ROOM, move % ROOM, self.cells.mover(self.cells.plies(at)))
        return list(self.one)

    def best(self, cell: bits.i32, number: bits.i32) -> bits.i32:
        """Return the best move at a cell: Jack's for one type, the detectives' for all types."""
        seat: bits.i32 = self.cells.mover(self.cells.plies(cell))
        token: bits.i32
        choice: bits.i32
        found: bits.i32 = -1
        most: float = -2.0
        for token in range(4):
            if not self.cells.may_use(cell, token):
                continue
            for choice in range(self.cells.first_choice(token, seat), self.cells.choices(token)):
                if self.cells.clashes(self.cells.leads_to(cell, token, choice)):
                    continue
                self.find(cell, token, choice, seat)
                worth: float = 0.0 - self.one[number] if seat == JACK else self.score(cell)
                if worth > most:
                    most = worth
                    found = ROOM * token + choice
        return found

    def weights_at(self, cell: bits.i32) -> list[float]:
        """Return the probability of each type at a cell, without inference from Jack's choices."""
        at = self.secrets.size * (self.cells.use(cell, 0) if self.cells.count[0] else 0)
        return list(self.weights[at : at + self.secrets.size])

    def at_root(self) -> list[float]:
        return list(self.values[self.cells.root() * self.secrets.size :])

    def value(self, cell: int, number: int) -> float:
        return self.values[cell * self.secrets.size + number]

    def put(self, cell: int, number: int, value: float) -> None:
        self.values[cell * self.secrets.size + number] = value

    def lift(self, by: float) -> None:
        """Shift all uncertain values at the ends."""
        cell: bits.i32
        k: bits.i32
        size: bits.i32 = self.secrets.size
        for cell in range(self.cells.size):
            if self.cells.plies(cell) == self.depth:
                for k in range(cell * size, (cell + 1) * size):
                    if self.values[k] > 0.0 and self.values[k] < 1.0:
                        self.values[k] = min(1.0, max(0.0, self.values[k] + by))

    def teach(self, rate: float) -> float:
        """Train the evaluation on the solved value of the turn's start. Return the error."""
        return self.calls.teach(self.values, self.cells.root() * self.secrets.size, rate)
