"""State and rules of Pocket. Runs as Python, or compiled with `position.pxd`.

A position is a few small integers: nibbles for locations, one bit per suspect or token for flags.
"""

from __future__ import annotations

from gaslamp.core import bits
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.board import (
    ACTING, ALIBI, ALL_ROADS, ALL_SUSPECTS, BOTH_SEEN, BOTH_UNSEEN, CAUGHT, CHANCE, CROSSROADS, DEALING,
    ESCAPED, FINISHED, GOES_ON, HOLMES, HOURGLASSES_WON, IDENTIFYING, JACK, JOKER, LAST_TURN, NEEDED, NIGHT_OVER,
    NOBODY, ONE_GLASS, ONE_SUSPECT, ROTATION, START, TAKING, THROWING, TWO_GLASSES, UNKNOWN,
)  # fmt: skip
from gaslamp.titles.pocket.rules.notation import CARD, EXCHANGE, IDENTITY, ROTATE, STAY, TAKE, THROW, TILE, WALK

# Compiled, these are C arrays: one assignment each.
FAR = board.FAR
LINE = board.LINE
MOVER = board.MOVER
NEAR = board.NEAR
OFFERS = board.OFFERS
PAIR_A = board.PAIR_A
PAIR_B = board.PAIR_B
TOKEN = board.TOKEN
TURNED = board.TURNED
WALLS_DEALT = board.WALLS_DEALT


class Position:
    """State of one game, hidden cards included."""

    __slots__ = (
        "tiles", "roads", "detectives", "up", "pile", "held", "marked", "faces", "left",
        "doing", "seat", "turn", "tokens", "jack", "chase", "ending", "chase_when_seen",
    )  # fmt: skip

    tiles: bits.u64  # nibble c: the suspect of the tile in cell c
    roads: bits.u64  # nibble s: the open sides of suspect s's tile, north in the lowest bit
    detectives: bits.u32  # nibble d: the place of Holmes, Watson, Toby
    up: bits.u16  # suspects face up
    pile: bits.u16  # alibi cards not drawn
    held: bits.u16  # alibi cards Jack drew, without his identity
    marked: bits.u16  # suspects whose tiles were rotated this turn
    faces: bits.u8  # bit t: visible face of token t
    left: bits.u8  # bit t: token t may still be taken this turn
    doing: bits.u8  # what the game waits for: DEALING to FINISHED
    seat: bits.u8  # seat to move
    turn: bits.u8
    tokens: bits.u8  # turn tokens Jack won
    jack: bits.u8  # his identity
    chase: bits.u8
    ending: bits.u8  # reason of the end, or GOES_ON
    chase_when_seen: bits.u8  # MP-43: the option's other value

    def __init__(
        self, tiles: bits.u64 = 0, roads: bits.u64 = 0, detectives: bits.u32 = START, up: bits.u16 = 0,
        pile: bits.u16 = ALL_SUSPECTS, held: bits.u16 = 0, marked: bits.u16 = 0, faces: bits.u8 = 0,
        left: bits.u8 = 0, doing: bits.u8 = DEALING, seat: bits.u8 = CHANCE, turn: bits.u8 = 1, tokens: bits.u8 = 0,
        jack: bits.u8 = UNKNOWN, chase: bits.u8 = 0, ending: bits.u8 = GOES_ON, chase_when_seen: bits.u8 = 0,
    ) -> None:  # fmt: skip
        self.tiles = tiles
        self.roads = roads
        self.detectives = detectives
        self.up = up
        self.pile = pile
        self.held = held
        self.marked = marked
        self.faces = faces
        self.left = left
        self.doing = doing
        self.seat = seat
        self.turn = turn
        self.tokens = tokens
        self.jack = jack
        self.chase = chase
        self.ending = ending
        self.chase_when_seen = chase_when_seen

    def key(self) -> tuple[int, ...]:
        return (
            self.tiles, self.roads, self.detectives, self.up, self.pile, self.held, self.marked, self.faces, self.left,
            self.doing, self.seat, self.turn, self.tokens, self.jack, self.chase, self.ending, self.chase_when_seen,
        )  # fmt: skip

    def __reduce__(self) -> tuple[type[Position], tuple[int, ...]]:
        return Position, self.key()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"Position{self.key()}"

    def copy(self) -> Position:
        new: Position = Position.__new__(Position)
        new.become(self)
        return new

    def become(self, other: Position) -> None:
        self.tiles = other.tiles
        self.roads = other.roads
        self.detectives = other.detectives
        self.up = other.up
        self.pile = other.pile
        self.held = other.held
        self.marked = other.marked
        self.faces = other.faces
        self.left = other.left
        self.doing = other.doing
        self.seat = other.seat
        self.turn = other.turn
        self.tokens = other.tokens
        self.jack = other.jack
        self.chase = other.chase
        self.ending = other.ending
        self.chase_when_seen = other.chase_when_seen

    def to_move(self) -> bits.i32:
        return self.seat

    # ---- what may be done

    def legal(self) -> list[int]:
        k: bits.i32
        return [self.option(k) for k in range(self.count())]

    def count(self) -> bits.i32:
        if self.doing == TAKING:
            return OFFERS[self.offers()]
        if self.doing >= ACTING:
            return self.count_of_face(self.doing - ACTING)
        if self.doing == THROWING:
            return 16
        if self.doing == IDENTIFYING:
            return 9
        cell: bits.i32 = bits.popcount(self.up)
        return (9 - cell) * (4 if WALLS_DEALT[cell] == 4 else 1)

    def count_of_face(self, face: bits.i32) -> bits.i32:
        """Return the number of ways to carry out the face taken; 0 when the game is over."""
        if face < JOKER:
            return 2 if face >= HOLMES else bits.popcount(self.pile)
        if face == JOKER:
            return 4 if self.seat == JACK else 3  # MP-13, MP-15a
        if face == ROTATION:
            return 27 - 3 * bits.popcount(self.marked)  # MP-16a
        return 36 if self.doing != FINISHED else 0

    def offers(self) -> bits.i32:
        """Return the index in OFFERS of the faces that may be taken now."""
        return 8 * (16 * self.faces + self.left)

    def option(self, k: bits.i32) -> bits.i32:
        """Return the k-th legal action, 0 <= k < count()."""
        if self.doing == TAKING:
            return TAKE + OFFERS[self.offers() + 1 + k]
        if self.doing >= ACTING:
            return self.option_of_face(self.doing - ACTING, k)
        if self.doing == THROWING:
            return THROW + k
        if self.doing == IDENTIFYING:
            return IDENTITY + k
        wall: bits.i32 = WALLS_DEALT[bits.popcount(self.up)]
        if wall < 4:  # MP-01a
            return TILE + 4 * bits.nth(ALL_SUSPECTS & ~self.up, k) + wall
        return TILE + 4 * bits.nth(ALL_SUSPECTS & ~self.up, k >> 2) + (k & 3)

    def option_of_face(self, face: bits.i32, k: bits.i32) -> bits.i32:
        if face == ALIBI:
            return CARD + bits.nth(self.pile, k)
        if face < JOKER:
            return WALK + 2 * (face - HOLMES) + k
        if face == JOKER:
            return STAY if k == 3 else WALK + 2 * k
        if face == ROTATION:
            if self.marked and k >= 3 * bits.lowest(self.marked):
                return ROTATE + k + 3
            return ROTATE + k
        return EXCHANGE + k

    # ---- doing it

    def advance(self, action: bits.i32) -> None:
        self.carry_out(action)
        if action >= WALK or (action >= CARD and action < TAKE):  # a token's action is done
            if self.left:  # MP-23
                self.doing = TAKING
                self.seat = self.mover(4 - bits.popcount(self.left))
            else:
                self.call()

    def step(self, random: bits.u64) -> None:
        """Apply the legal action selected by 64 random bits."""
        self.advance(self.option(bits.below(random, self.count())))

    def carry_out(self, action: bits.i32) -> None:
        """Apply an action without the call that may follow."""
        if action >= WALK:
            self.act(action)
        elif action >= TAKE:
            self.take(action - TAKE)
        elif action >= CARD:
            self.draw(action - CARD)
        elif action >= THROW:
            self.faces = action - THROW  # MP-10
            self.left = 15
            self.doing = TAKING
            self.seat = self.mover(0)
        elif action >= IDENTITY:
            self.jack = action - IDENTITY  # MP-03
            self.pile = ALL_SUSPECTS & ~bits.bit(self.jack)
            self.doing = THROWING
        else:
            self.deal((action - TILE) >> 2, (action - TILE) & 3)

    def deal(self, suspect: bits.i32, wall: bits.i32) -> None:
        cell: bits.i32 = bits.popcount(self.up)
        self.tiles = bits.with_nibble(self.tiles, cell, suspect)
        self.roads = bits.with_nibble(self.roads, suspect, ALL_ROADS ^ bits.bit(wall))
        self.up |= bits.bit(suspect)
        if cell == 8:
            self.doing = IDENTIFYING

    def mover(self, used: bits.i32) -> bits.i32:
        """Return the seat that acts after *used* tokens of the turn (MP-10, MP-11)."""
        return MOVER[4 * (self.turn & 1) + used]

    def take(self, face: bits.i32) -> None:
        """Take an action token by its visible face. Of two rotations the first one left is taken."""
        token: bits.i32 = TOKEN[face]
        if face == ROTATION and not self.left & ~self.faces & 4:
            token = 3
        self.left = self.left & ~bits.bit(token)
        self.doing = ACTING + face
        if face == ALIBI:
            self.seat = CHANCE

    def drawer(self) -> bits.i32:
        """Return the seat that took the last token and draws if it was the alibi."""
        return self.mover(3 - bits.popcount(self.left))

    def draw(self, card: bits.i32) -> None:
        """Give the drawn alibi card to Jack (MP-20), or show it and clear its suspect (MP-19a)."""
        self.pile = self.pile & ~bits.bit(card)
        if self.drawer() == JACK:
            self.held |= bits.bit(card)
        else:
            self.clear(bits.bit(card))

    def act(self, action: bits.i32) -> None:
        if action < STAY:
            self.walk((action - WALK) >> 1, 1 + ((action - WALK) & 1))
        elif action >= EXCHANGE:
            self.exchange(PAIR_A[action - EXCHANGE], PAIR_B[action - EXCHANGE])
        elif action >= ROTATE:
            self.rotate((action - ROTATE) // 3, 1 + (action - ROTATE) % 3)

    def walk(self, detective: bits.i32, places: bits.i32) -> None:
        place: bits.i32 = bits.nibble(self.detectives, detective) + places
        self.detectives = bits.with_nibble(self.detectives, detective, place if place < 12 else place - 12)

    def rotate(self, suspect: bits.i32, quarters: bits.i32) -> None:
        """Turn a tile and mark it (MP-16, MP-16a); a crossroads stays as it is (MP-17a)."""
        roads: bits.i32 = bits.nibble(self.roads, suspect)
        self.roads = bits.with_nibble(self.roads, suspect, TURNED[4 * roads + quarters])
        self.marked |= bits.bit(suspect)

    def exchange(self, first: bits.i32, second: bits.i32) -> None:
        """Swap the places of two suspects' tiles; each keeps its turn and mark (MP-16b, MP-18)."""
        first_cell: bits.i32 = bits.find_nibble(self.tiles, first)
        second_cell: bits.i32 = bits.find_nibble(self.tiles, second)
        self.tiles = bits.with_nibble(self.tiles, first_cell, second)
        self.tiles = bits.with_nibble(self.tiles, second_cell, first)

    def clear(self, suspects: bits.u32) -> None:
        """Turn tiles over; one of them is a crossroads on its other side (MP-33)."""
        self.up = self.up & ~suspects
        if suspects >> CROSSROADS & 1:
            self.roads = bits.with_nibble(self.roads, CROSSROADS, ALL_ROADS)

    # ---- the call and the end

    def seen(self) -> bits.u32:
        """Return the suspects, cleared or not, in sight of a detective (MP-30)."""
        mask: bits.u32 = 0
        detective: bits.i32
        for detective in range(3):
            place: bits.i32 = bits.nibble(self.detectives, detective)
            near: bits.i32 = NEAR[place]
            far: bits.i32 = FAR[place]
            first: bits.i32 = bits.nibble(self.tiles, LINE[3 * place])
            second: bits.i32 = bits.nibble(self.tiles, LINE[3 * place + 1])
            third: bits.i32 = bits.nibble(self.tiles, LINE[3 * place + 2])
            sees: bits.u32 = self.road(first, near)  # MP-30a
            mask |= sees << first
            sees &= self.road(first, far) & self.road(second, near)  # MP-30b
            mask |= sees << second
            sees &= self.road(second, far) & self.road(third, near)
            mask |= sees << third
        return mask

    def road(self, suspect: bits.i32, side: bits.i32) -> bits.u32:
        """Return 1 if the suspect's tile has a road on that side, 0 for a wall."""
        return self.roads >> (4 * suspect + side) & 1

    def hourglasses(self) -> bits.i32:
        """Count Jack's hourglasses: turn tokens and drawn cards, never his identity card (MP-03a, MP-20a)."""
        return self.tokens + bits.popcount(self.held & ONE_GLASS) + 2 * bits.popcount(self.held & TWO_GLASSES)

    def call(self) -> None:
        """Answer the call, clear suspects, award the turn token (MP-31, MP-32); then end the game or start a turn."""
        seen: bits.u32 = self.seen()
        jack_seen: bits.flag = seen >> self.jack & 1 != 0
        if jack_seen:
            self.clear(self.up & ~seen)
        else:
            self.clear(self.up & seen)
            self.tokens += 1
        self.ending = self.conclude(jack_seen)
        if self.ending != GOES_ON:
            self.doing = FINISHED
            self.seat = NOBODY
        else:
            self.begin_turn()

    def conclude(self, jack_seen: bits.flag) -> bits.i32:
        """Check the goals once per turn (MP-40). Returns the ending, or GOES_ON, possibly into the chase."""
        last: bits.flag = self.turn == LAST_TURN
        if self.chase:
            if jack_seen:
                return CAUGHT  # MP-42a
            return ESCAPED if last else GOES_ON  # MP-42b
        found: bits.flag = bits.popcount(self.up) == 1
        late: bits.flag = self.hourglasses() >= NEEDED  # MP-40a
        if found and late:
            if jack_seen and (last or not self.chase_when_seen):
                return BOTH_SEEN  # MP-41, MP-43
            if last:
                return BOTH_UNSEEN  # MP-41
            self.chase = 1  # MP-42, MP-43
            return GOES_ON
        if found:
            return ONE_SUSPECT
        if late:
            return HOURGLASSES_WON
        return NIGHT_OVER if last else GOES_ON  # MP-44

    def begin_turn(self) -> None:
        """Start the next turn: odd turns throw the tokens, even turns flip them (MP-10, MP-11)."""
        self.turn += 1
        self.marked = 0  # MP-16b
        if self.turn & 1:
            self.faces = 0  # no face is visible until the throw
            self.doing = THROWING
            self.seat = CHANCE
        else:
            self.faces ^= 15
            self.left = 15
            self.doing = TAKING
            self.seat = self.mover(0)
