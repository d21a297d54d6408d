"""One game of a batch, for any title: steps it, restarts it and writes its array rows.

Lanes form a binary tree: stepping the root steps all of them, in C and without the GIL. Runs as Python and compiled
(see lane.pxd).
"""

from __future__ import annotations

from typing import Any

try:
    import cython  # only for `with cython.nogil`; compiled away
except ImportError:
    from gaslamp.core import nocython as cython
from gaslamp.core import bits, buffers
from gaslamp.core.dice import Dice
from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import NOBODY_MOVES

NOBODY = NOBODY_MOVES
WATCHED = ("none", "mover", "all")  # seats whose observations are written
MOVER = WATCHED.index("mover")
ALL = WATCHED.index("all")


class Lane:
    """A game with its dice and array rows. Each title overrides the last methods."""

    __slots__ = (
        "arrays", "left", "right", "dice", "row", "seats", "watched", "space", "room", "width",
        "actions", "masks", "legal", "counts", "observations", "movers", "rewards", "stakes", "dones",
    )  # fmt: skip

    arrays: Any  # owns the memory of the buffers below
    left: Lane | None  # subtrees
    right: Lane | None
    dice: Dice
    row: bits.i64
    seats: bits.i32
    watched: bits.i32
    space: bits.i32  # number of actions
    room: bits.i32  # maximum number of legal actions
    width: bits.i32  # of an observation
    actions: buffers.Ints  # input: the action of each game
    masks: buffers.Bytes
    legal: buffers.Shorts
    counts: buffers.Ints
    observations: buffers.Bytes
    movers: buffers.Ints
    rewards: buffers.Floats
    stakes: buffers.Floats  # rewards by winning side and seat
    dones: buffers.Bytes

    def __init__(self, arrays: Any, row: int) -> None:
        self.arrays = arrays
        self.left = self.right = None
        self.dice = Dice(0)
        self.row = row
        self.seats = arrays.rewards.shape[1]
        self.watched = arrays.watched
        self.space = arrays.masks.shape[1]
        self.room = arrays.legal.shape[1]
        self.width = arrays.width
        self.actions = buffers.ints_of(arrays.actions)
        self.masks = buffers.bytes_of(arrays.masks.reshape(-1))
        self.legal = buffers.shorts_of(arrays.legal.reshape(-1))
        self.counts = buffers.ints_of(arrays.counts)
        self.observations = buffers.bytes_of(arrays.observations.reshape(-1))
        self.movers = buffers.ints_of(arrays.movers)
        self.rewards = buffers.floats_of(arrays.rewards.reshape(-1))
        self.stakes = buffers.floats_of(arrays.stakes.reshape(-1))
        self.dones = buffers.bytes_of(arrays.dones.view("int8"))

    # ---- the tree from this lane down

    def play(self) -> None:
        """Step all games of the tree with the actions in `actions`, which must be legal."""
        with cython.nogil:
            self.play_all()

    def play_all(self) -> None:
        self.step()
        if self.left is not None:
            self.left.play_all()
        if self.right is not None:
            self.right.play_all()

    def refused(self) -> int:
        """Count the games of the tree whose action is illegal."""
        return self.refused_all()

    def refused_all(self) -> bits.i32:
        action: bits.i32 = self.actions[self.row]
        count: bits.i32 = 1
        if 0 <= action < self.space and self.masks[self.row * self.space + action]:
            count = 0
        if self.left is not None:
            count += self.left.refused_all()
        if self.right is not None:
            count += self.right.refused_all()
        return count

    def pick(self) -> None:
        with cython.nogil:
            self.pick_all()

    def pick_all(self) -> None:
        k: bits.i32 = bits.below(self.dice.next(), self.counts[self.row])
        self.actions[self.row] = self.legal[self.row * self.room + k]
        if self.left is not None:
            self.left.pick_all()
        if self.right is not None:
            self.right.pick_all()

    # ---- this lane

    def act(self, action: bits.i32) -> None:
        if not 0 <= action < self.space or not self.masks[self.row * self.space + action]:
            raise IllegalAction("error.illegal")
        self.actions[self.row] = action
        self.step()

    def begin(self, seed: int) -> None:
        """Start a game with new dice. The rows are zeros or those of the previous game."""
        self.forget()
        self.dice = Dice(seed)
        self.restart()
        self.draw()
        self.settle()
        self.tell()

    def step(self) -> None:
        """Apply the action and chance draws; at the end write the rewards and restart."""
        self.forget()
        self.advance(self.actions[self.row])
        self.draw()
        if self.mover() == NOBODY:
            self.reward()
            self.restart()
            self.draw()
        elif self.dones[self.row]:
            self.settle()
        self.tell()

    def reward(self) -> None:
        seat: bits.i32
        side: bits.i32 = self.winner()
        for seat in range(self.seats):
            self.rewards[self.row * self.seats + seat] = self.stakes[side * self.seats + seat]
        self.dones[self.row] = 1

    def settle(self) -> None:
        seat: bits.i32
        for seat in range(self.seats):
            self.rewards[self.row * self.seats + seat] = 0
        self.dones[self.row] = 0

    def forget(self) -> None:
        count: bits.i32 = self.counts[self.row]
        if count:  # not the first step
            self.mark_legal(count, 0)
            self.observe_all(0)

    def tell(self) -> None:
        """Write mover, legal actions and observations."""
        count: bits.i32 = self.list_legal(self.row * self.room)
        self.mark_legal(count, 1)
        self.counts[self.row] = count
        self.movers[self.row] = self.mover()
        self.observe_all(1)

    def mark_legal(self, count: bits.i32, value: bits.i32) -> None:
        """Write *value* into the mask of each listed legal action."""
        k: bits.i32
        masks: buffers.Bytes = self.masks
        legal: buffers.Shorts = self.legal
        mask: bits.i64 = self.row * self.space
        first: bits.i64 = self.row * self.room
        for k in range(count):
            masks[mask + legal[first + k]] = value

    def observe_all(self, value: bits.i32) -> None:
        """Fill (1) or clear (0) the watched observations."""
        seat: bits.i32
        if self.watched == MOVER:
            self.observe(self.mover(), self.row * self.width, value)
        elif self.watched == ALL:
            for seat in range(self.seats):
                self.observe(seat, (self.row * self.seats + seat) * self.width, value)

    # ---- overridden by each title

    def restart(self) -> None: ...

    def draw(self) -> None: ...

    def advance(self, action: bits.i32) -> None: ...

    def mover(self) -> bits.i32:
        """Return the number of the seat to move, or NOBODY."""
        return NOBODY

    def winner(self) -> bits.i32:
        """Return the winning side; 0 is that of the first seat."""
        return 0

    def list_legal(self, first: bits.i64) -> bits.i32:
        """Write the legal actions in ascending order, from index *first*. Returns their number."""
        return 0

    def observe(self, seat: bits.i32, begin: bits.i64, value: bits.i32) -> None:
        """Fill the observation of a seat, all zeros before, from index *begin*; with *value* 0, clear it."""
