"""One game of a batch, whatever its title: steps it, begins it anew, and writes what is seen into its rows of arrays.

Lanes hang together as a tree: stepping the first steps them all, in C and without the lock of Python. Runs as it
stands, and compiled (see lane.pxd).
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
WATCHED = ("none", "mover", "all")  # whose observations are written: nobody's, those of the seat to move, of all seats
MOVER = WATCHED.index("mover")
ALL = WATCHED.index("all")


class Lane:
    """A game, its dice, and its rows. What differs from title to title is said by the last methods."""

    __slots__ = (
        "kept", "left", "right", "dice", "row", "seats", "watched", "space", "room", "width",
        "actions", "masks", "legal", "counts", "observations", "movers", "rewards", "stakes", "dones",
    )  # fmt: skip

    kept: Any  # the arrays, for what is below only points at them
    left: Lane | None  # the lanes below this one
    right: Lane | None
    dice: Dice
    row: bits.i64
    seats: bits.i32
    watched: bits.i32
    space: bits.i32  # actions there are
    room: bits.i32  # for legal actions
    width: bits.i32  # of an observation
    actions: buffers.Ints  # what to do: handed in
    masks: buffers.Bytes
    legal: buffers.Shorts
    counts: buffers.Ints
    observations: buffers.Bytes
    movers: buffers.Ints
    rewards: buffers.Floats
    stakes: buffers.Floats  # what each seat gets if the first side wins, then if the second does
    dones: buffers.Bytes

    def __init__(self, arrays: Any, row: int) -> None:
        self.kept = arrays
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

    # ---- this lane and those below it

    def play(self) -> None:
        """Step all games by the actions handed in; they are legal."""
        with cython.nogil:
            self.play_all()

    def play_all(self) -> None:
        self.step()
        if self.left is not None:
            self.left.play_all()
        if self.right is not None:
            self.right.play_all()

    def refused(self) -> int:
        """Count the games whose action is not legal."""
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
        """Choose one of the legal actions for each game, by its dice."""
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
        """Step this game alone, from Python."""
        if not 0 <= action < self.space or not self.masks[self.row * self.space + action]:
            raise IllegalAction("error.illegal")
        self.actions[self.row] = action
        self.step()

    def begin(self, seed: int) -> None:
        """Begin a game with new dice. The rows are empty, or those of the game before."""
        self.forget()
        self.dice = Dice(seed)
        self.restart()
        self.draw()
        self.settle()
        self.tell()

    def step(self) -> None:
        """Carry out the action, let chance draw; if that is the end, say who won and begin anew."""
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
        """Write what each seat got."""
        seat: bits.i32
        side: bits.i32 = self.winner()
        for seat in range(self.seats):
            self.rewards[self.row * self.seats + seat] = self.stakes[side * self.seats + seat]
        self.dones[self.row] = 1

    def settle(self) -> None:
        """Write that nobody got anything."""
        seat: bits.i32
        for seat in range(self.seats):
            self.rewards[self.row * self.seats + seat] = 0
        self.dones[self.row] = 0

    def forget(self) -> None:
        """Clear the rows of the moment that is over."""
        count: bits.i32 = self.counts[self.row]
        if count:  # there was one
            self.mark_legal(count, 0)
            self.observe_all(0)

    def tell(self) -> None:
        """Write who is to move, what it may do, and what is seen."""
        count: bits.i32 = self.list_legal(self.row * self.room)
        self.mark_legal(count, 1)
        self.counts[self.row] = count
        self.movers[self.row] = self.mover()
        self.observe_all(1)

    def mark_legal(self, count: bits.i32, value: bits.i32) -> None:
        """Put a value into the mask for each legal action of the list."""
        k: bits.i32
        masks: buffers.Bytes = self.masks
        legal: buffers.Shorts = self.legal
        mask: bits.i64 = self.row * self.space
        first: bits.i64 = self.row * self.room
        for k in range(count):
            masks[mask + legal[first + k]] = value

    def observe_all(self, value: bits.i32) -> None:
        """Fill or clear the observations of those who are watched."""
        seat: bits.i32
        if self.watched == MOVER:
            self.observe(self.mover(), self.row * self.width, value)
        elif self.watched == ALL:
            for seat in range(self.seats):
                self.observe(seat, (self.row * self.seats + seat) * self.width, value)

    # ---- what each title says for itself

    def restart(self) -> None:
        """Go back to the position before anything is dealt."""

    def draw(self) -> None:
        """Let chance draw while it is to move."""

    def advance(self, action: bits.i32) -> None:
        """Carry out an action."""

    def mover(self) -> bits.i32:
        """The number of the seat to move, or NOBODY."""
        return NOBODY

    def winner(self) -> bits.i32:
        """The side that has won: 0 is that of the first seat."""
        return 0

    def list_legal(self, first: bits.i64) -> bits.i32:
        """Write the legal actions in rising order from a place of `legal` on; give their number."""
        return 0

    def observe(self, seat: bits.i32, begin: bits.i64, value: bits.i32) -> None:
        """Fill what a seat sees into the zeros from a place of `observations` on; with value 0, clear it again."""
