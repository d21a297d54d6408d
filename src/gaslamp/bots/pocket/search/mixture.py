# cython: cdivision=True
"""Jack's mixed strategy within a turn, by counterfactual regret minimisation (CFR+).

The tree is public: each node carries all types of Jack. It ends after the detectives' last choice; Jack's later moves
are in the values of the turn's table. Runs as plain Python and compiled (see mixture.pxd).
"""

from __future__ import annotations

from array import array

from gaslamp.bots.pocket.search.constants import ANSWER_DETECTIVES, ANSWER_JACK, EVALUATE, LEARN, ROOM
from gaslamp.bots.pocket.search.turn import Turn
from gaslamp.core import bits
from gaslamp.titles.pocket.rules.board import ALIBI, JACK

# Kinds of nodes.
END = 0
JACKS = 1
DETECTIVE = 2
DRAW = 3
CARDS = 4

LEVELS = 10


def told(ratio: float) -> float:
    """Return the information revealed by a likelihood ratio: about its logarithm."""
    return 2.0 * (ratio - 1.0) / (ratio + 1.0)


class Mixture:
    """The tree from Jack's move to the detectives' last choice, with regrets and average strategies."""

    __slots__ = (
        "turn", "size", "tail", "nodes", "room", "kind", "cell", "ply", "first", "count", "offset", "move",
        "regrets", "sums", "mass", "out", "norm", "reach", "root_values", "rounds", "price", "slack", "margin",
        "live",
    )  # fmt: skip

    turn: Turn
    size: bits.i32
    tail: bits.i32  # plies of the tree
    nodes: bits.i32
    room: bits.i32
    kind: array[int]
    cell: array[int]
    ply: array[int]
    first: array[int]  # the first child
    count: array[int]  # of children
    offset: array[int]  # where regrets begin
    move: array[int]
    regrets: array[float]
    sums: array[float]  # sums of the strategies; their average is played
    mass: array[float]
    out: array[float]
    norm: array[float]
    reach: array[float]
    root_values: array[float]
    live: array[int]  # whether a type is possible, or may become so by a card
    rounds: bits.i32
    price: float  # cost of revealing information
    slack: float  # ends better by less are merged
    margin: float  # Jack's moves worse by more are pruned

    def __init__(self, turn: Turn, price: float = 0.0, slack: float = 0.0, margin: float = 2.0) -> None:
        self.turn = turn
        self.price = price
        self.slack = slack
        self.margin = margin
        self.size = turn.secrets.size
        self.tail = 1
        k: bits.i32
        for k in range(turn.depth):
            if turn.cells.mover(k) != JACK:
                self.tail = k + 1
        self.nodes = 0
        self.room = 0
        self.rounds = 0
        self.grow(4096)
        self.live = array("i", bytes(4 * self.size))
        for k in range(self.size * (turn.cells.count[0] + 1)):
            if turn.weights[k] > 0.0:
                self.live[k % self.size] = 1
        self.add(JACKS, turn.cells.root(), 0, 0)
        size: bits.i32 = self.expand_all()
        self.regrets = array("d", bytes(8 * size))
        self.sums = array("d", bytes(8 * size))
        self.mass = array("d", bytes(8 * LEVELS * self.size))
        self.out = array("d", bytes(8 * LEVELS * self.size))
        self.norm = array("d", bytes(8 * LEVELS * self.size))
        self.reach = array("d", bytes(8 * LEVELS))
        self.root_values = array("d", bytes(8 * self.size * self.count[0]))

    # ---- the tree

    def grow(self, room: bits.i32) -> None:
        more = bytes(4 * (room - self.room))
        if self.room == 0:
            self.kind, self.cell, self.ply, self.move = (array("i", more) for _ in range(4))
            self.first, self.count, self.offset = (array("i", more) for _ in range(3))
        else:
            self.kind, self.cell = array("i", bytes(self.kind) + more), array("i", bytes(self.cell) + more)
            self.ply, self.move = array("i", bytes(self.ply) + more), array("i", bytes(self.move) + more)
            self.first, self.count = array("i", bytes(self.first) + more), array("i", bytes(self.count) + more)
            self.offset = array("i", bytes(self.offset) + more)
        self.room = room

    def add(self, kind: bits.i32, cell: bits.i32, ply: bits.i32, move: bits.i32) -> None:
        node: bits.i32 = self.nodes
        self.kind[node] = kind
        self.cell[node] = cell
        self.ply[node] = ply
        self.move[node] = move
        self.nodes += 1

    def expand_all(self) -> bits.i32:
        """Expand every node, children side by side. Return the number of regrets."""
        node: bits.i32 = 0
        size: bits.i32 = 0
        while node < self.nodes:
            if self.nodes + ROOM * ROOM > self.room:
                self.grow(2 * self.room)
            kind: bits.i32 = self.kind[node]
            self.first[node] = self.nodes
            self.offset[node] = size
            if kind == DRAW:
                self.add_after(node, self.turn.cells.leads_to(self.cell[node], 0, 0))
            elif kind == CARDS:
                card: bits.i32
                for card in range(self.turn.secrets.identities + 1):
                    self.add_after(node, self.turn.cells.leads_to(self.cell[node], 0, 1 + card))
            elif kind != END:
                self.expand(node)
                size += (self.nodes - self.first[node]) * (self.size if kind == JACKS else 1)
            self.count[node] = self.nodes - self.first[node]
            node += 1
        return size

    def add_after(self, node: bits.i32, cell: bits.i32) -> None:
        self.add(self.kind_at(self.ply[node] + 1), cell, self.ply[node] + 1, 0)

    def kind_at(self, ply: bits.i32) -> bits.i32:
        if ply == self.tail:
            return END
        return JACKS if self.turn.cells.mover(ply) == JACK else DETECTIVE

    def expand(self, node: bits.i32) -> None:
        """Add the children of a node. Two uses by the detectives are one choice, in either order."""
        cell: bits.i32 = self.cell[node]
        ply: bits.i32 = self.ply[node]
        seat: bits.i32 = self.turn.cells.mover(ply)
        token: bits.i32
        choice: bits.i32
        pair: bits.flag = seat != JACK and ply + 1 < self.tail and self.turn.cells.mover(ply + 1) == seat
        for token in range(4):
            if not self.turn.cells.may_use(cell, token):
                continue
            if self.turn.cells.face(token) == ALIBI:
                self.add(DRAW if seat == JACK else CARDS, cell, ply, ROOM * token)
                continue
            for choice in range(self.turn.cells.first_choice(token, seat), self.turn.cells.choices(token)):
                to: bits.i32 = self.turn.cells.leads_to(cell, token, choice)
                if self.turn.cells.clashes(to):
                    continue
                if seat == JACK and self.is_worse(to, cell):
                    if node == 0:
                        self.add(END, to, self.tail, ROOM * token + choice)
                elif pair:
                    self.add_seconds(node, to, token)
                elif ply + 1 == self.tail and node > 0:
                    self.offer(node, to)
                else:
                    self.add(self.kind_at(ply + 1), to, ply + 1, ROOM * token + choice)

    def add_seconds(self, node: bits.i32, cell: bits.i32, after: bits.i32) -> None:
        """Add the detectives' second uses; the alibi, token 0, is always used first."""
        token: bits.i32
        choice: bits.i32
        seat: bits.i32 = self.turn.cells.mover(self.ply[node] + 1)
        for token in range(after + 1, 4):
            if self.turn.cells.may_use(cell, token):
                for choice in range(self.turn.cells.first_choice(token, seat), self.turn.cells.choices(token)):
                    to: bits.i32 = self.turn.cells.leads_to(cell, token, choice)
                    if not self.turn.cells.clashes(to):
                        self.offer(node, to)

    def offer(self, node: bits.i32, cell: bits.i32) -> None:
        """Add an end unless another one is as good against every type."""
        place: bits.i32
        for place in range(self.first[node], self.nodes):
            if self.kind[place] == END:
                if self.as_good(self.cell[place], cell, self.slack):
                    return
                if self.as_good(cell, self.cell[place], 0.0):
                    self.cell[place] = cell
                    return
        self.add(END, cell, self.tail, 0)

    def is_worse(self, cell: bits.i32, before: bits.i32) -> bits.flag:
        """Return True if a move of Jack is worse by the margin for every type."""
        size: bits.i32 = self.size
        k: bits.i32
        for k in range(size):
            if self.live[k] and self.turn.values[cell * size + k] <= self.turn.values[before * size + k] + self.margin:
                return False
        return True

    def as_good(self, one: bits.i32, other: bits.i32, slack: float) -> bits.flag:
        """Return True if a cell is as good for the detectives as another, within *slack*, for every type."""
        size: bits.i32 = self.size
        k: bits.i32
        for k in range(size):
            if self.live[k] and self.turn.values[one * size + k] + slack < self.turn.values[other * size + k]:
                return False
        return True

    # ---- learning

    def run(self, rounds: bits.i32) -> None:
        """Run more iterations, then evaluate the average strategy."""
        until: bits.i32 = self.rounds + rounds
        while self.rounds < until:
            self.rounds += 1
            self.begin()
            self.walk(0, 0, LEARN)
        self.begin()
        self.walk(0, 0, EVALUATE)

    def begin(self) -> None:
        k: bits.i32
        for k in range(self.size):
            self.mass[k] = self.turn.secrets.weights[k]
        self.reach[0] = 1.0

    def against(self, aim: bits.i32) -> float:
        """Return the detectives' win probability against a best response by the side that *aim* names."""
        self.begin()
        self.walk(0, 0, aim)
        k: bits.i32
        total: float = 0.0
        for k in range(self.size):
            total += self.turn.secrets.weights[k] * self.out[k]
        return total

    def walk(self, node: bits.i32, level: bits.i32, aim: bits.i32) -> None:
        """Compute the values of a node from mass and reach at a level; update regrets if learning."""
        kind: bits.i32 = self.kind[node]
        size: bits.i32 = self.size
        at: bits.i32 = level * size
        k: bits.i32
        if kind == END:
            end: bits.i32 = self.cell[node] * size
            for k in range(size):
                self.out[at + k] = self.turn.values[end + k]
        elif kind == JACKS:
            self.walk_jacks(node, level, aim)
        elif kind == DETECTIVE:
            self.walk_detectives(node, level, aim)
        elif kind == DRAW:
            self.walk_draw(node, level, aim)
        else:
            self.walk_cards(node, level, aim)

    def known(self, at: bits.i32, aim: bits.i32) -> float:
        """Return the weight of a choice: its regret while learning, else its summed strategy."""
        return self.regrets[at] if aim == LEARN else self.sums[at]

    def walk_draw(self, node: bits.i32, level: bits.i32, aim: bits.i32) -> None:
        """Compute the values of a node where Jack draws a card with 0, 1 or 2 hourglasses."""
        size: bits.i32 = self.size
        sums: bits.i32 = self.turn.secrets.sums
        at: bits.i32 = level * size
        to: bits.i32 = at + size
        k: bits.i32
        g: bits.i32
        for k in range(size):
            self.mass[to + k] = 0.0
        for k in range(size):
            for g in range(3):
                if k % sums + g < sums:
                    self.mass[to + k + g] += self.mass[at + k] * self.turn.secrets.draws[3 * k + g]
        self.reach[level + 1] = self.reach[level]
        self.walk(self.first[node], level + 1, aim)
        for k in range(size):
            self.out[at + k] = 0.0
            for g in range(3):
                if k % sums + g < sums:
                    self.out[at + k] += self.turn.secrets.draws[3 * k + g] * self.out[to + k + g]

    def walk_cards(self, node: bits.i32, level: bits.i32, aim: bits.i32) -> None:
        """Compute the values of a node where the detectives draw, averaged over the cards left in the pile."""
        size: bits.i32 = self.size
        at: bits.i32 = level * size
        to: bits.i32 = at + size
        k: bits.i32
        card: bits.i32
        for k in range(size):
            self.out[at + k] = 0.0
        for card in range(self.count[node]):
            for k in range(size):
                self.mass[to + k] = self.mass[at + k] * self.turn.secrets.cards[card * size + k]
            self.reach[level + 1] = self.reach[level]
            self.walk(self.first[node] + card, level + 1, aim)
            for k in range(size):
                self.out[at + k] += self.turn.secrets.cards[card * size + k] * self.out[to + k]

    def walk_jacks(self, node: bits.i32, level: bits.i32, aim: bits.i32) -> None:
        size: bits.i32 = self.size
        at: bits.i32 = level * size
        to: bits.i32 = at + size
        children: bits.i32 = self.count[node]
        base: bits.i32 = self.offset[node]
        even: float = 1.0 / children
        c: bits.i32
        k: bits.i32
        row: bits.i32
        for k in range(size):
            self.norm[at + k] = 0.0
            self.out[at + k] = 2.0 if aim == ANSWER_DETECTIVES else 0.0
        for c in range(children):
            row = base + c * size
            for k in range(size):
                self.norm[at + k] += self.known(row + k, aim)
        before: float = 0.0
        for k in range(size):
            before += self.mass[at + k]
        for c in range(children):
            row = base + c * size
            mean: float = 0.0  # how often the move is made, all types taken together
            for k in range(size):
                share: float = self.known(row + k, aim) / self.norm[at + k] if self.norm[at + k] > 0.0 else even
                self.mass[to + k] = self.mass[at + k] * share
                mean += self.mass[to + k]
                if aim == LEARN:
                    self.sums[row + k] += self.rounds * self.mass[to + k]
            mean = mean / before if before > 0.0 and aim == LEARN else 0.0
            self.reach[level + 1] = self.reach[level]
            self.walk(self.first[node] + c, level + 1, aim)
            for k in range(size):
                value: float = self.out[to + k]
                if mean > 0.0:
                    share = self.known(row + k, aim) / self.norm[at + k] if self.norm[at + k] > 0.0 else even
                    value += self.price * told(share / mean)
                if node == 0 and aim == EVALUATE:
                    self.root_values[c * size + k] = value
                if aim == ANSWER_DETECTIVES:
                    self.out[at + k] = min(self.out[at + k], value)
                    continue
                share = self.known(row + k, aim) / self.norm[at + k] if self.norm[at + k] > 0.0 else even
                self.out[at + k] += share * value
                if aim == LEARN:
                    self.regrets[row + k] -= self.reach[level] * value
        if aim == LEARN:
            for c in range(children):
                row = base + c * size
                for k in range(size):
                    gain: float = self.regrets[row + k] + self.reach[level] * self.out[at + k]
                    self.regrets[row + k] = max(0.0, gain)

    def walk_detectives(self, node: bits.i32, level: bits.i32, aim: bits.i32) -> None:
        size: bits.i32 = self.size
        at: bits.i32 = level * size
        to: bits.i32 = at + size
        children: bits.i32 = self.count[node]
        base: bits.i32 = self.offset[node]
        c: bits.i32
        k: bits.i32
        total: float = 0.0
        best: float = -1.0
        for c in range(children):
            total += self.known(base + c, aim)
        for k in range(size):
            self.out[at + k] = 0.0
        mean: float = 0.0
        for c in range(children):
            share: float = self.known(base + c, aim) / total if total > 0.0 else 1.0 / children
            child: bits.i32 = self.first[node] + c
            worth: float = 0.0
            if self.kind[child] == END:
                end: bits.i32 = self.cell[child] * size
                for k in range(size):
                    worth += self.mass[at + k] * self.turn.values[end + k]
                if aim == ANSWER_JACK:
                    if worth > best:
                        for k in range(size):
                            self.out[at + k] = self.turn.values[end + k]
                elif share > 0.0:
                    for k in range(size):
                        self.out[at + k] += share * self.turn.values[end + k]
            else:
                for k in range(size):
                    self.mass[to + k] = self.mass[at + k]
                self.reach[level + 1] = self.reach[level] * share
                self.walk(child, level + 1, aim)
                for k in range(size):
                    worth += self.mass[at + k] * self.out[to + k]
                if aim == ANSWER_JACK:
                    if worth > best:
                        for k in range(size):
                            self.out[at + k] = self.out[to + k]
                else:
                    for k in range(size):
                        self.out[at + k] += share * self.out[to + k]
            best = max(best, worth)
            if aim == LEARN:
                self.sums[base + c] += self.rounds * self.reach[level] * share
                self.regrets[base + c] += worth
                mean += share * worth
        if aim == LEARN:
            for c in range(children):
                self.regrets[base + c] = max(0.0, self.regrets[base + c] - mean)

    # ---- queries

    def moves(self) -> list[int]:
        return list(self.move[self.first[0] : self.first[0] + self.count[0]])

    def shares(self, child: bits.i32) -> list[float]:
        """Return the average probability of a root move for each type."""
        size = self.size
        found = []
        for k in range(size):
            total = 0.0
            for c in range(self.count[0]):
                total += self.sums[c * size + k]
            found.append(self.sums[child * size + k] / total if total > 0 else 1.0 / self.count[0])
        return found

    def values(self, child: bits.i32) -> list[float]:
        """Return the value of a root move for each type under the average strategies."""
        return list(self.root_values[child * self.size : (child + 1) * self.size])

    def edges(self) -> int:
        return self.nodes
