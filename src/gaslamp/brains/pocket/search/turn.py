# cython: cdivision=True
"""A turn as one table: what tokens do commutes, so a cell for each set of uses holds every way the turn can go.

A cell is a use, or none yet, for each of the four tokens. At each cell stands a value for every secret that Jack may
have: his identity and the hourglasses of his cards. Runs as it stands, and compiled (see turn.pxd).
"""

from __future__ import annotations

from array import array

from gaslamp.brains.pocket.judgement.judgement import Judgement
from gaslamp.core import bits
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.board import (
    ALIBI,
    ALL_ROADS,
    CROSSROADS,
    HOLMES,
    JACK,
    JOKER,
    LAST_TURN,
    NEEDED,
    ROTATION,
)  # fmt: skip
from gaslamp.titles.pocket.rules.notation import EXCHANGE, ROTATE, STAY, TAKE, WALK
from gaslamp.titles.pocket.rules.position import Position

# Compiled, these are C arrays.
FAR = board.FAR
LINE = board.LINE
MOVER = board.MOVER
NEAR = board.NEAR
SHOWN = [board.face(token, second=second) for token in range(4) for second in (False, True)]

ROOM = 40  # uses of a token


class Secrets:
    """What is held possible, as types: number n * sums + s is identity n of those up and base + s hourglasses of cards.

    The sums reach as far as one more card can bring them.
    """

    __slots__ = ("identities", "sums", "base", "size", "weights", "draws", "cards")

    identities: bits.i32
    sums: bits.i32
    base: bits.i32
    size: bits.i32
    weights: array[float]  # how likely each type is
    draws: array[float]  # at 3 * type + glasses: how likely Jack's next card has so many
    cards: array[float]  # at size * card + type: card 0 clears nobody, card n + 1 identity n

    def __init__(self, identities: bits.i32, sums: bits.i32, base: bits.i32) -> None:
        self.identities = identities
        self.sums = sums
        self.base = base
        self.size = identities * sums
        self.weights = array("d", bytes(8 * self.size))
        self.draws = array("d", bytes(24 * self.size))
        self.cards = array("d", bytes(8 * self.size * (identities + 1)))


class Turn:
    """The rest of a turn from a moment at which a token is to be taken."""

    __slots__ = (
        "position", "secrets", "judge", "ids", "count", "stride", "actions", "cells", "depth", "left", "used",
        "values", "weights", "lines", "found", "one", "judged", "ply",
    )  # fmt: skip

    position: Position
    secrets: Secrets
    judge: Judgement
    ids: array[int]
    count: array[int]  # uses of each token: the next number is for none
    stride: array[int]
    actions: array[int]  # what each use does
    cells: bits.i32
    depth: bits.i32  # so many more tokens are looked ahead
    left: bits.i32
    used: bits.i32
    ply: array[int]  # tokens used at each cell
    values: array[float]  # of each type at each cell: how likely the detectives win
    weights: array[float]  # of each type, for each use of the alibi token
    lines: array[int]  # who is in sight from each place: as the tiles lie; as they would with the crossroads
    found: array[float]  # values of a call that sees Jack and of one that does not, for each sum
    one: array[float]  # the values of one move
    judged: bits.i32  # cells that were judged

    def __init__(self, position: Position, secrets: Secrets, judge: Judgement, most: bits.i32) -> None:
        self.position = position
        self.secrets = secrets
        self.judge = judge
        self.ids = array("i", [k for k in range(9) if position.up >> k & 1])
        self.left = position.left
        self.used = 4 - bits.popcount(position.left)
        self.count = array("i", bytes(16))
        self.stride = array("i", bytes(16))
        self.actions = array("i", bytes(4 * 4 * ROOM))
        self.list_uses()
        self.ply = array("B", bytes(self.cells))
        self.count_plies()
        self.set_depth(most)
        size: bits.i32 = secrets.size
        self.values = array("d", bytes(8 * size * self.cells))
        self.weights = array("d", bytes(8 * size * (self.count[0] + 1)))
        self.lines = array("H", bytes(48))
        self.found = array("d", bytes(16 * secrets.sums))
        self.one = array("d", bytes(8 * size))
        self.judged = 0
        self.weigh()

    # ---- the table

    def face(self, token: bits.i32) -> bits.i32:
        """Give the face that a token shows."""
        return SHOWN[2 * token + (self.position.faces >> token & 1)]

    def list_uses(self) -> None:
        """List what each token left can do; for the alibi: Jack draws, nobody is cleared, each of those up is."""
        token: bits.i32
        k: bits.i32
        for token in range(4):
            if not self.left >> token & 1:
                continue
            face: bits.i32 = self.face(token)
            n: bits.i32 = 0
            if face == ALIBI:
                n = 2 + self.secrets.identities
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
        self.cells = size

    def set_depth(self, most: bits.i32) -> None:
        """Look as many tokens ahead as there may be cells at the end, one at least."""
        self.depth = 4 - self.used
        while self.depth > 1 and self.ends() > most:
            self.depth -= 1

    def ends(self) -> bits.i32:
        """Count the cells at which as many tokens are used as is looked ahead."""
        found: bits.i32 = 0
        chosen: bits.i32
        token: bits.i32
        for chosen in range(16):
            if bits.popcount(chosen) == self.depth and chosen & ~self.left == 0:
                ways: bits.i32 = 1
                for token in range(4):
                    if chosen >> token & 1:
                        ways *= self.count[token]
                found += ways
        return found

    def root(self) -> bits.i32:
        """Give the cell at which no token left is used."""
        return self.cells - 1

    def use(self, cell: bits.i32, token: bits.i32) -> bits.i32:
        """Give the number of a token's use at a cell."""
        return cell // self.stride[token] % (self.count[token] + 1)

    def plies(self, cell: bits.i32) -> bits.i32:
        """Count the tokens used on the way to a cell."""
        return self.ply[cell]

    def count_plies(self) -> None:
        """Count them for every cell."""
        cell: bits.i32
        token: bits.i32
        for cell in range(self.cells):
            found: bits.i32 = 0
            for token in range(4):
                found += self.use(cell, token) < self.count[token]
            self.ply[cell] = found

    def mover(self, ply: bits.i32) -> bits.i32:
        """Tell who uses a token after so many."""
        return MOVER[4 * (self.position.turn & 1) + self.used + ply]

    def twins(self) -> bits.flag:
        """Tell whether both rotations are left."""
        return self.left >> 2 == 3 and self.face(2) == ROTATION and self.face(3) == ROTATION

    def may_use(self, cell: bits.i32, token: bits.i32) -> bits.flag:
        """Tell whether a token can be used at a cell; of two rotations the first one is taken first."""
        if self.use(cell, token) < self.count[token] or self.count[token] == 0:
            return False
        return not (token == 3 and self.twins() and self.use(cell, 2) == self.count[2])

    def clashes(self, cell: bits.i32) -> bits.flag:
        """Tell whether a tile would be rotated twice (MP-16a)."""
        if not self.twins():
            return False
        first: bits.i32 = self.use(cell, 2)
        second: bits.i32 = self.use(cell, 3)
        if first == self.count[2] or second == self.count[3]:
            return False
        return (self.actions[2 * ROOM + first] - ROTATE) // 3 == (self.actions[3 * ROOM + second] - ROTATE) // 3

    def choices(self, token: bits.i32) -> bits.i32:
        """Count the choices that taking a token gives: none but chance has a choice with the alibi."""
        return 1 if self.face(token) == ALIBI else self.count[token]

    def first_choice(self, token: bits.i32, seat: bits.i32) -> bits.i32:
        """Give the first choice of a seat with a token: only Jack may leave the joker unused (MP-15a)."""
        return 1 if self.face(token) == JOKER and seat != JACK else 0

    def leads_to(self, cell: bits.i32, token: bits.i32, use: bits.i32) -> bits.i32:
        """Give the cell after a token's use."""
        return cell - (self.count[token] - use) * self.stride[token]

    def weigh(self) -> None:
        """Say how likely each type is after each use of the alibi token."""
        size: bits.i32 = self.secrets.size
        sums: bits.i32 = self.secrets.sums
        uses: bits.i32 = self.count[0]
        use: bits.i32
        k: bits.i32
        g: bits.i32
        alibi: bits.flag = uses > 0 and self.face(0) == ALIBI
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

    # ---- where the turn may end

    def judge_ends(self) -> None:
        """Give every cell at the end its values."""
        third: bits.i32
        fourth: bits.i32
        first: bits.i32
        second: bits.i32
        board_of: Position = self.position.copy()
        for third in range(self.count[2] + 1):
            for fourth in range(self.count[3] + 1):
                cell: bits.i32 = third * self.stride[2] + fourth
                used: bits.i32 = (third < self.count[2]) + (fourth < self.count[3])
                if used > self.depth or self.clashes(cell + self.count[0] * self.stride[0]):
                    continue
                board_of.become(self.position)
                self.act(board_of, 2, third)
                self.act(board_of, 3, fourth)
                self.find_lines(board_of)
                for second in range(self.count[1] + 1):
                    for first in range(self.count[0] + 1):
                        ply: bits.i32 = used + (second < self.count[1]) + (first < self.count[0])
                        if ply == self.depth:
                            self.judge_end(board_of, cell + second * self.stride[1] + first * self.stride[0])

    def act(self, position: Position, token: bits.i32, use: bits.i32) -> None:
        """Do to a board what a use of a token does."""
        if use < self.count[token]:
            position.act(self.actions[ROOM * token + use])

    def find_lines(self, position: Position) -> None:
        """Find who is in sight from each place, and who would be if the one tile were a crossroads."""
        place: bits.i32
        k: bits.i32
        way: bits.i32
        roads: bits.u64 = position.roads
        for way in range(2):
            for place in range(12):
                near: bits.i32 = NEAR[place]
                far: bits.i32 = FAR[place]
                mask: bits.u32 = 0
                for k in range(3):
                    suspect: bits.i32 = bits.nibble(position.tiles, LINE[3 * place + k])
                    open_sides: bits.i32 = bits.nibble(roads, suspect)
                    if not open_sides >> near & 1:
                        break
                    mask |= bits.bit(suspect)
                    if not open_sides >> far & 1:
                        break
                self.lines[12 * way + place] = mask
            roads = bits.with_nibble(roads, CROSSROADS, ALL_ROADS)

    def judge_end(self, board_of: Position, cell: bits.i32) -> None:
        """Give a cell its values: each type's is that of the answer it gives to the call."""
        detectives: bits.u32 = board_of.detectives
        token: bits.i32
        for token in range(2):
            use: bits.i32 = self.use(cell, token)
            if use < self.count[token] and self.face(token) != ALIBI:
                action: bits.i32 = self.actions[ROOM * token + use] - WALK
                place: bits.i32 = bits.nibble(detectives, action >> 1) + 1 + (action & 1)
                detectives = bits.with_nibble(detectives, action >> 1, place % 12)
        up: bits.u32 = self.position.up
        alibi: bits.i32 = self.use(cell, 0)
        if alibi < self.count[0] and alibi > 1 and self.face(0) == ALIBI:
            up &= ~bits.bit(self.ids[alibi - 2])
        way: bits.i32 = 0 if up >> CROSSROADS & 1 else 12
        seen: bits.u32 = 0
        for token in range(3):
            seen |= self.lines[way + bits.nibble(detectives, token)]
        sums: bits.i32 = self.secrets.sums
        if alibi != 1 or self.face(0) != ALIBI:  # else it is as if Jack had drawn, which was judged just before
            self.judge_call(detectives, up & seen, 1, 0)
            self.judge_call(detectives, up & ~seen, 0, sums)
        n: bits.i32
        s: bits.i32
        at: bits.i32 = cell * self.secrets.size
        for n in range(self.secrets.identities):
            answer: bits.i32 = 0 if seen >> self.ids[n] & 1 else sums
            for s in range(sums):
                self.values[at + n * sums + s] = self.found[answer + s]
        self.judged += 1

    def judge_call(self, detectives: bits.u32, up: bits.u32, seen: bits.i32, at: bits.i32) -> None:
        """Value the answer of a call for each sum of Jack's cards (MP-40 to MP-44)."""
        last: bits.flag = self.position.turn == LAST_TURN
        n: bits.i32 = bits.popcount(up)
        s: bits.i32
        looked: bits.flag = False
        for s in range(self.secrets.sums):
            need: bits.i32 = NEEDED - self.position.tokens - (1 - seen) - self.secrets.base - s
            value: float = 0.0
            goes_on: bits.flag = False
            if n == 0:
                pass
            elif self.position.chase:
                value = 1.0 if seen else 0.0
                goes_on = not seen and not last
            elif n == 1 and need > 0:
                value = 1.0
            elif n == 1:
                value = 1.0 if seen else 0.0
                goes_on = not last and (not seen or self.position.chase_when_seen != 0)
            else:
                goes_on = need > 0 and not last
            if goes_on:
                if not looked:
                    self.look(detectives, up)
                    looked = True
                value = self.judge.value(max(0, need))
            self.found[at + s] = value

    def look(self, detectives: bits.u32, up: bits.u32) -> None:
        """Show the judge the beginning of the next turn."""
        turn: bits.i32 = self.position.turn
        faces: bits.i32 = self.position.faces ^ 15 if turn & 1 else -1
        self.judge.look(self.lines, 0 if up >> CROSSROADS & 1 else 12, detectives, up, turn + 1, faces)

    # ---- back from there

    def solve(self) -> None:
        """Give every cell its values: the detectives choose for all types at once, Jack for each of his own."""
        self.judge_ends()
        self.work_back()

    def work_back(self) -> None:
        """Give every cell its values from those at the ends."""
        cell: bits.i32
        ply: bits.i32
        k: bits.i32
        for k in range(self.depth):
            ply = self.depth - 1 - k
            for cell in range(self.cells):
                if self.plies(cell) == ply and not self.clashes(cell):
                    self.solve_cell(cell, self.mover(ply))

    def solve_cell(self, cell: bits.i32, seat: bits.i32) -> None:
        """Give a cell its values from those after each move."""
        size: bits.i32 = self.secrets.size
        at: bits.i32 = cell * size
        token: bits.i32
        choice: bits.i32
        k: bits.i32
        best: float = -1.0
        for k in range(size):
            self.values[at + k] = 2.0
        for token in range(4):
            if not self.may_use(cell, token):
                continue
            for choice in range(self.first_choice(token, seat), self.choices(token)):
                if self.clashes(self.leads_to(cell, token, choice)):
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
        """Find the values after a move, those of a card on the average."""
        size: bits.i32 = self.secrets.size
        k: bits.i32
        g: bits.i32
        card: bits.i32
        at: bits.i32 = self.leads_to(cell, token, choice) * size
        if self.face(token) != ALIBI:
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
                at = self.leads_to(cell, token, card + 1) * size
                for k in range(size):
                    self.one[k] += self.secrets.cards[card * size + k] * self.values[at + k]

    def score(self, cell: bits.i32) -> float:
        """Say what the values just found are worth, all types taken together."""
        size: bits.i32 = self.secrets.size
        at: bits.i32 = size * (self.use(cell, 0) if self.count[0] else 0)
        k: bits.i32
        worth: float = 0.0
        for k in range(size):
            worth += self.weights[at + k] * self.one[k]
        return worth

    # ---- for those who ask

    def moves(self, cell: int = -1) -> list[tuple[int, int, int]]:
        """Give every move at a cell, the root: the taking, its action (a card: the taking itself), and its number."""
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

    def after(self, move: bits.i32, cell: int = -1) -> list[float]:
        """Give the values of all types after a move at a cell, the root."""
        at = self.root() if cell < 0 else cell
        self.find(at, move // ROOM, move % ROOM, self.mover(self.plies(at)))
        return list(self.one)

    def best(self, cell: bits.i32, number: bits.i32) -> bits.i32:
        """Give the best move at a cell: of Jack for a type, of the detectives for all types together."""
        seat: bits.i32 = self.mover(self.plies(cell))
        token: bits.i32
        choice: bits.i32
        found: bits.i32 = -1
        most: float = -2.0
        for token in range(4):
            if not self.may_use(cell, token):
                continue
            for choice in range(self.first_choice(token, seat), self.choices(token)):
                if self.clashes(self.leads_to(cell, token, choice)):
                    continue
                self.find(cell, token, choice, seat)
                worth: float = 0.0 - self.one[number] if seat == JACK else self.score(cell)
                if worth > most:
                    most = worth
                    found = ROOM * token + choice
        return found

    def is_card(self, move: int) -> bool:
        """Tell whether a move draws a card."""
        return self.face(move // ROOM) == ALIBI

    def drawn(self, cell: int) -> int:
        """Tell what has become of the alibi: 0 nothing yet, 1 Jack has drawn, else the detectives: 2 + its card."""
        use = self.use(cell, 0)
        return 0 if self.face(0) != ALIBI or use == self.count[0] else use + 1

    def moved(self, cell: bits.i32, move: bits.i32, card: bits.i32) -> bits.i32:
        """Give the cell after a move; a card of the detectives clears identity number card, or nobody: -1."""
        token: bits.i32 = move // ROOM
        if self.face(token) != ALIBI:
            return self.leads_to(cell, token, move % ROOM)
        return self.leads_to(cell, token, 0 if self.mover(self.plies(cell)) == JACK else 2 + card)

    def weights_at(self, cell: bits.i32) -> list[float]:
        """Give how likely all types are at a cell, if Jack's choices tell nothing."""
        at = self.secrets.size * (self.use(cell, 0) if self.count[0] else 0)
        return list(self.weights[at : at + self.secrets.size])

    def at_root(self) -> list[float]:
        """Give the values of all types now."""
        return list(self.values[self.root() * self.secrets.size :])

    def left_over(self) -> int:
        """Tell how many tokens are left to be used."""
        return 4 - self.used

    def reached(self, cell: int) -> Position:
        """Give the position at a cell, before the call; cards are not looked at."""
        there = self.position.copy()
        for token in range(4):
            if self.face(token) != ALIBI:
                self.act(there, token, self.use(cell, token))
        return there

    def value(self, cell: int, number: int) -> float:
        """Give the value of a type at a cell."""
        return self.values[cell * self.secrets.size + number]

    def put(self, cell: int, number: int, value: float) -> None:
        """Have a type another value at a cell."""
        self.values[cell * self.secrets.size + number] = value

    def lift(self, by: float) -> None:
        """Move all values at the ends that are not certain."""
        cell: bits.i32
        k: bits.i32
        size: bits.i32 = self.secrets.size
        for cell in range(self.cells):
            if self.plies(cell) == self.depth:
                for k in range(cell * size, (cell + 1) * size):
                    if self.values[k] > 0.0 and self.values[k] < 1.0:
                        self.values[k] = min(1.0, max(0.0, self.values[k] + by))

    def teach(self, rate: float) -> float:
        """Have the judge learn what the turn has shown its own beginning to be worth; give how far off he was."""
        secrets: Secrets = self.secrets
        position: Position = self.position
        self.find_lines(position)
        faces: bits.i32 = -1 if position.turn & 1 else position.faces
        way: bits.i32 = 0 if position.up >> CROSSROADS & 1 else 12
        off: float = 0.0
        s: bits.i32
        n: bits.i32
        at: bits.i32 = self.root() * secrets.size
        for s in range(secrets.sums):
            weight: float = 0.0
            value: float = 0.0
            for n in range(secrets.identities):
                weight += secrets.weights[n * secrets.sums + s]
                value += secrets.weights[n * secrets.sums + s] * self.values[at + n * secrets.sums + s]
            if weight > 0.0:
                need: bits.i32 = NEEDED - position.tokens - secrets.base - s
                self.judge.look(self.lines, way, position.detectives, position.up, position.turn, faces)
                miss: float = self.judge.learn(max(0, need), value / weight, rate * weight)
                off += weight * miss * miss
        return off
