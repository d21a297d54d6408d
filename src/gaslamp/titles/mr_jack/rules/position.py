"""State and rules of Mr. Jack. Runs as Python, or compiled with `position.pxd`.

Sets of street hexes are bit masks; the places of the eight characters are the bytes of one word. The whistle is in
`whistle.py`.
"""

from __future__ import annotations

from gaslamp.core import bits
from gaslamp.titles.mr_jack.rules import board, whistle
from gaslamp.titles.mr_jack.rules.board import (
    ACTING, ALL, BERT, CHANCE, DRAWING, ESCAPE, FACING, FINISHED, GOES_ON, GONE, GOODLEY, GULL, HOLMES,
    IDENTIFYING, JACK, LAST_ROUND, LESTRADE, NIGHT_OVER, NOBODY, NONE, PICKING, RIGHT_ARREST, SMITH,
    START_CORDONS, START_LAMPS, STEALTHY, TURNING, WATSON, WHISTLE_POINTS, WRONG_ARREST,
)  # fmt: skip
from gaslamp.titles.mr_jack.rules.notation import (
    ALIBI, CARD, CORDON, COVER, EXCHANGE, EXIT, FACE, HEX, IDENTITY, LAMP, PICK, STAY, WHISTLE, WHISTLE_NOBODY,
)  # fmt: skip

# C arrays when compiled, which need one assignment each.
BEAM = board.BEAM
COVER_SETS = board.COVER_SETS
DISTANCE = board.DISTANCE
EDITION_MANHOLES = board.EDITION_MANHOLES
EXIT_HEX = board.EXIT_HEX
LIGHT = board.LIGHT
MOVER = board.MOVER
NEXT_TO = board.NEXT_TO
REACH2 = board.REACH2
REACH3 = board.REACH3
RECOVERED = board.RECOVERED
START_COVERS = board.START_COVERS
START_FACING = board.START_FACING
STEALTHY3 = board.STEALTHY3
STEALTHY4 = board.STEALTHY4


class Position:
    """State of one game, hidden cards included."""

    __slots__ = (
        "places", "occupied", "lamps", "up", "turned", "face_up", "pile", "jack_alibis", "detective_alibis", "whistled",
        "cordons", "covers", "facing", "round", "used", "picked", "moved", "acted", "points", "budget", "visible",
        "jack", "doing", "seat", "ending", "edition",
    )  # fmt: skip

    places: bits.u64  # byte c: the hex of character c
    occupied: bits.u64  # mask of occupied hexes
    lamps: bits.u32  # nibble p: the tile on post p
    up: bits.u8  # characters not cleared
    turned: bits.u8  # character cards turned up for this round
    face_up: bits.u8  # turned cards not yet picked
    pile: bits.u8  # alibi cards not drawn
    jack_alibis: bits.u8
    detective_alibis: bits.u8
    whistled: bits.u8  # characters whistled in this activation
    cordons: bits.u8
    covers: bits.u8  # index in COVER_SETS
    facing: bits.u8  # of Watson's lantern
    round: bits.u8
    used: bits.u8  # characters used this round
    picked: bits.u8  # the character being used
    moved: bits.u8  # its own move is done
    acted: bits.u8  # its ability is done
    points: bits.u8  # spent on the current whistle
    budget: bits.u8  # points the whistle must spend
    visible: bits.u8  # last answer on the witness card
    jack: bits.u8  # identity, or NONE
    doing: bits.u8  # stage: IDENTIFYING to FINISHED
    seat: bits.u8  # seat to act, CHANCE or NOBODY
    ending: bits.u8
    edition: bits.u8

    def __init__(
        self,
        places: bits.u64, occupied: bits.u64, lamps: bits.u32, up: bits.u8, turned: bits.u8, face_up: bits.u8,
        pile: bits.u8, jack_alibis: bits.u8, detective_alibis: bits.u8, whistled: bits.u8, cordons: bits.u8,
        covers: bits.u8, facing: bits.u8, round: bits.u8, used: bits.u8, picked: bits.u8, moved: bits.u8,
        acted: bits.u8, points: bits.u8, budget: bits.u8, visible: bits.u8, jack: bits.u8, doing: bits.u8,
        seat: bits.u8, ending: bits.u8, edition: bits.u8,
    ) -> None:  # fmt: skip
        self.places = places
        self.occupied = occupied
        self.lamps = lamps
        self.up = up
        self.turned = turned
        self.face_up = face_up
        self.pile = pile
        self.jack_alibis = jack_alibis
        self.detective_alibis = detective_alibis
        self.whistled = whistled
        self.cordons = cordons
        self.covers = covers
        self.facing = facing
        self.round = round
        self.used = used
        self.picked = picked
        self.moved = moved
        self.acted = acted
        self.points = points
        self.budget = budget
        self.visible = visible
        self.jack = jack
        self.doing = doing
        self.seat = seat
        self.ending = ending
        self.edition = edition

    def key(self) -> tuple[int, ...]:
        return (
            self.places, self.occupied, self.lamps, self.up, self.turned, self.face_up, self.pile, self.jack_alibis,
            self.detective_alibis, self.whistled, self.cordons, self.covers, self.facing, self.round, self.used,
            self.picked, self.moved, self.acted, self.points, self.budget, self.visible, self.jack, self.doing,
            self.seat, self.ending, self.edition,
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
        self.places = other.places
        self.occupied = other.occupied
        self.lamps = other.lamps
        self.up = other.up
        self.turned = other.turned
        self.face_up = other.face_up
        self.pile = other.pile
        self.jack_alibis = other.jack_alibis
        self.detective_alibis = other.detective_alibis
        self.whistled = other.whistled
        self.cordons = other.cordons
        self.covers = other.covers
        self.facing = other.facing
        self.round = other.round
        self.used = other.used
        self.picked = other.picked
        self.moved = other.moved
        self.acted = other.acted
        self.points = other.points
        self.budget = other.budget
        self.visible = other.visible
        self.jack = other.jack
        self.doing = other.doing
        self.seat = other.seat
        self.ending = other.ending
        self.edition = other.edition

    def to_move(self) -> bits.i32:
        return self.seat

    def place(self, character: bits.i32) -> bits.i32:
        return whistle.place(self.places, character)

    # ---- legal actions

    def legal(self) -> list[int]:
        k: bits.i32
        if self.doing != ACTING:
            return [self.option(k) for k in range(self.count())]
        return self.legal_moves() + self.legal_ability()

    def count(self) -> bits.i32:
        if self.doing == ACTING:
            return self.count_of_moves() + self.count_of_ability()
        if self.doing == PICKING:
            return bits.popcount(self.face_up)
        if self.doing == FACING:
            return 6
        if self.doing == TURNING:
            return 8 - bits.popcount(self.turned)
        if self.doing == DRAWING:
            return bits.popcount(self.pile)
        return 8 if self.doing == IDENTIFYING else 0

    def option(self, k: bits.i32) -> bits.i32:
        """Return the k-th legal action, 0 <= k < count()."""
        if self.doing == ACTING:
            moves: bits.i32 = self.count_of_moves()
            return self.option_of_moves(k) if k < moves else self.option_of_ability(k - moves)
        if self.doing == PICKING:
            return PICK + bits.nth(self.face_up, k)
        if self.doing == FACING:
            return FACE + k
        if self.doing == TURNING:
            return CARD + bits.nth(ALL & ~self.turned, k)
        if self.doing == DRAWING:
            return ALIBI + bits.nth(self.pile, k)
        return IDENTITY + k

    def may_move(self) -> bits.flag:
        """True if the character's own move is not done and no whistle is in progress (MJ-46a)."""
        return self.moved == 0 and (self.acted != 0 or self.whistled == 0)

    def free(self) -> bits.u64:
        """Return the free hexes within reach of the character in use (MJ-21, MJ-21b, MJ-45)."""
        return self.within() & ~self.occupied

    def within(self) -> bits.u64:
        """Return the hexes within reach of the character in use, occupied ones and its own included."""
        start: bits.i32 = 60 * self.covers + self.place(self.picked)
        return STEALTHY4[start] if self.picked == STEALTHY else REACH3[start]

    def ends(self) -> bits.u64:
        """Return the hexes where the character in use may end its own move (MJ-22a)."""
        if self.seat == JACK:
            return self.free()
        return self.within() & ~bits.bit(self.place(self.picked))

    def exits(self) -> bits.u32:
        """Return the exits open to Jack: his own card, unseen at the last call, no cordon (MJ-60)."""
        open_exits: bits.u32 = 0
        if self.seat == JACK and self.picked == self.jack and not self.visible:
            start: bits.i32 = 60 * self.covers + self.place(self.picked)
            near: bits.u64 = STEALTHY3[start] if self.picked == STEALTHY else REACH2[start]  # MJ-60a
            way: bits.i32
            for way in range(4):
                if not self.cordons >> way & 1 and near >> EXIT_HEX[way] & 1:
                    open_exits |= bits.bit(way)
        return open_exits

    def stays(self) -> bits.i32:
        """Return 1 if the character may stay because no free hex is in reach (MJ-26). Gull must exchange (MJ-26a)."""
        return 1 if self.picked != GULL and self.free() == 0 else 0

    def count_of_moves(self) -> bits.i32:
        if not self.may_move():
            return 0
        return bits.popcount(self.ends()) + bits.popcount(self.exits()) + self.stays()

    def option_of_moves(self, k: bits.i32) -> bits.i32:
        ends: bits.u64 = self.ends()
        n: bits.i32 = bits.popcount(ends)
        if k < n:
            return HEX + bits.nth(ends, k)
        exits: bits.u32 = self.exits()
        if k - n < bits.popcount(exits):
            return EXIT + bits.nth(exits, k - n)
        return STAY

    def count_of_ability(self) -> bits.i32:
        if self.acted:
            return 0
        if self.picked == SMITH:
            lit: bits.i32 = bits.popcount(self.lit())
            return lit * (8 - lit)
        if self.picked == LESTRADE:
            return 4
        if self.picked == BERT:
            return 2 * bits.popcount(self.open_manholes())
        if self.picked == GOODLEY:
            return self.count_of_whistles()
        return 7 if self.picked == GULL else 0  # MJ-49

    def option_of_ability(self, k: bits.i32) -> bits.i32:
        if self.picked == SMITH:
            return LAMP + pair(self.lit(), ALL & ~self.lit(), k, 8)
        if self.picked == LESTRADE:
            return CORDON + pair(self.cordons, 15 & ~self.cordons, k, 4)
        if self.picked == BERT:
            return COVER + pair(COVER_SETS[self.covers], self.open_manholes(), k, 14)
        if self.picked == GOODLEY:
            return self.option_of_whistles(k)
        return EXCHANGE + bits.nth(ALL & ~bits.bit(GULL), k)

    def legal_moves(self) -> list[int]:
        if not self.may_move():
            return []
        actions: list[int] = numbers(HEX, self.ends()) + numbers(EXIT, self.exits())
        return [*actions, STAY] if self.stays() else actions

    def legal_ability(self) -> list[int]:
        if self.acted:
            return []
        if self.picked == SMITH:
            return pairs(LAMP, self.lit(), ALL & ~self.lit(), 8)
        if self.picked == LESTRADE:
            return pairs(CORDON, self.cordons, 15 & ~self.cordons, 4)
        if self.picked == BERT:
            return pairs(COVER, COVER_SETS[self.covers], self.open_manholes(), 14)
        if self.picked == GOODLEY:
            return self.legal_whistles()
        return numbers(EXCHANGE, ALL & ~bits.bit(GULL)) if self.picked == GULL else []

    def legal_whistles(self) -> list[int]:
        character: bits.i32
        actions: list[int] = []
        if self.budget == 0:
            return [WHISTLE_NOBODY]
        for character in range(8):
            actions += numbers(WHISTLE + 60 * character, self.answers(character))
        return actions

    def lit(self) -> bits.u32:
        posts: bits.u32 = 0
        post: bits.i32
        for post in range(8):
            if bits.nibble(self.lamps, post):
                posts |= bits.bit(post)
        return posts

    def open_manholes(self) -> bits.u32:
        return EDITION_MANHOLES[self.edition] & ~COVER_SETS[self.covers]

    # ---- the whistle

    def count_of_whistles(self) -> bits.i32:
        """Return the number of legal whistle steps. A whistle that moves no character counts as one (MJ-48c)."""
        n: bits.i32 = 0
        character: bits.i32
        if self.budget == 0:
            return 1
        for character in range(8):
            n += bits.popcount(self.answers(character))
        return n

    def option_of_whistles(self, k: bits.i32) -> bits.i32:
        character: bits.i32
        for character in range(8):
            ends: bits.u64 = self.answers(character)
            n: bits.i32 = bits.popcount(ends)
            if k < n:
                return WHISTLE + 60 * character + bits.nth(ends, k)
            k -= n
        return WHISTLE_NOBODY

    def answers(self, character: bits.i32) -> bits.u64:
        return whistle.answers(self.places, self.occupied, self.whistled, character, self.budget - self.points)

    def points_to_spend(self) -> bits.i32:
        """Return the points that a whistle started now must spend (MJ-48)."""
        return whistle.spendable(self.places, self.occupied, 0, WHISTLE_POINTS)

    # ---- applying actions

    def advance(self, action: bits.i32) -> None:
        if action < EXIT:
            self.walk(action - HEX)
        elif action < STAY:
            self.leave()
        elif action == STAY:
            self.moved = 1
            self.after_move()
        elif action < LAMP:
            self.facing = action - FACE
            self.after_facing()
        elif action < WHISTLE:
            self.act(action)
        elif action < WHISTLE_NOBODY:
            self.call_nearer((action - WHISTLE) // 60, (action - WHISTLE) % 60)
        elif action == WHISTLE_NOBODY:
            self.acted = 1
        elif action < PICK:
            self.exchange(action - EXCHANGE)
        elif action < IDENTITY:
            self.pick(action - PICK)
        else:
            self.draw(action)

    def step(self, random: bits.u64) -> None:
        """Apply the legal action selected by 64 random bits."""
        self.advance(self.option(bits.below(random, self.count())))

    def draw(self, action: bits.i32) -> None:
        """Apply a chance action: the identity (MJ-05), a card turned up (MJ-10), an alibi drawn (MJ-40)."""
        if action < CARD:
            self.jack = action - IDENTITY
            self.pile = ALL & ~bits.bit(self.jack)
            self.doing = TURNING
        elif action < ALIBI:
            self.turned |= bits.bit(action - CARD)
            if bits.popcount(self.turned) == 4:
                self.face_up = self.turned
                self.doing = PICKING
                self.seat = self.mover()
        else:
            self.pile = self.pile & ~bits.bit(action - ALIBI)
            if self.mover() == JACK:
                self.jack_alibis |= bits.bit(action - ALIBI)
            else:
                self.detective_alibis |= bits.bit(action - ALIBI)
            self.finish()

    def mover(self) -> bits.i32:
        """Return the seat that acts after *used* characters of the round (MJ-10, MJ-11)."""
        return MOVER[4 * (self.round & 1) + self.used]

    def pick(self, character: bits.i32) -> None:
        self.face_up = self.face_up & ~bits.bit(character)
        self.picked = character
        self.doing = ACTING
        if character == GOODLEY:
            self.budget = self.points_to_spend()

    def walk(self, target: bits.i32) -> None:
        """Make the character's own move. Moving onto another character accuses it."""
        accuses: bits.flag = self.occupied >> target & 1 != 0
        if accuses:
            right: bits.flag = self.place(self.jack) == target
            self.end(RIGHT_ARREST if right else WRONG_ARREST)  # MJ-61, MJ-61a, MJ-61b
        self.occupied = self.occupied & ~bits.bit(self.place(self.picked)) | bits.bit(target)
        self.places = whistle.put(self.places, self.picked, target)
        if not accuses:
            self.moved = 1
            self.after_move()

    def leave(self) -> None:
        """Remove Jack from the district and end the game (MJ-60)."""
        self.occupied = self.occupied & ~bits.bit(self.place(self.picked))
        self.places = whistle.put(self.places, self.picked, GONE)
        self.end(ESCAPE)

    def after_move(self) -> None:
        """Start the character's obligatory action after its move, or finish the activation."""
        if self.picked == HOLMES:
            self.doing = DRAWING  # MJ-40
            self.seat = CHANCE
        elif self.picked == WATSON:
            self.doing = FACING  # MJ-41
        elif self.picked in (STEALTHY, GULL) or self.acted:
            self.finish()
        elif self.picked == GOODLEY:
            self.budget = self.points_to_spend()
            if self.budget == 0:  # MJ-48c
                self.finish()

    def after_facing(self) -> None:
        if self.picked == GOODLEY:
            self.doing = ACTING
            self.after_whistle()
        else:
            self.finish()

    def act(self, action: bits.i32) -> None:
        """Move a lamp tile (MJ-43), a cordon (MJ-44) or a cover (MJ-50)."""
        source: bits.i32
        target: bits.i32
        if action < CORDON:
            source = (action - LAMP) // 7
            target = second(action - LAMP, source, 7)
            tile: bits.i32 = bits.nibble(self.lamps, source)
            self.lamps = bits.with_nibble(bits.with_nibble(self.lamps, source, 0), target, tile)
        elif action < COVER:
            source = (action - CORDON) // 3
            target = second(action - CORDON, source, 3)
            self.cordons ^= bits.bit(source) | bits.bit(target)
        else:
            source = (action - COVER) // 13
            target = second(action - COVER, source, 13)
            self.covers = RECOVERED[(14 * self.covers + source) * 14 + target]
        self.acted = 1
        if self.moved:
            self.finish()

    def call_nearer(self, character: bits.i32, target: bits.i32) -> None:
        start: bits.i32 = self.place(character)
        self.points += DISTANCE[60 * start + target]  # MJ-48a
        self.occupied = self.occupied & ~bits.bit(start) | bits.bit(target)
        self.places = whistle.put(self.places, character, target)
        self.whistled |= bits.bit(character)
        if character == WATSON:
            self.doing = FACING  # MJ-42
        else:
            self.after_whistle()

    def after_whistle(self) -> None:
        """End the whistle once all spendable points are spent."""
        if self.points == self.budget:
            self.acted = 1
            if self.moved:
                self.finish()

    def exchange(self, other: bits.i32) -> None:
        start: bits.i32 = self.place(GULL)
        self.places = whistle.put(self.places, GULL, self.place(other))
        self.places = whistle.put(self.places, other, start)
        self.moved = 1
        if other == WATSON:
            self.doing = FACING
        else:
            self.finish()

    def finish(self) -> None:
        """End an activation. The fourth one ends the round with the call."""
        self.used += 1
        self.picked = NONE
        self.moved = self.acted = self.points = self.budget = self.whistled = 0
        if self.used == 4:
            self.call()
        else:
            self.doing = PICKING
            self.seat = self.mover()

    # ---- light, call, end

    def seen(self) -> bits.u32:
        """Return the visible characters (MJ-34)."""
        light: bits.u64 = 0
        if self.place(WATSON) != GONE:
            light = BEAM[6 * self.place(WATSON) + self.facing]  # MJ-31
        post: bits.i32
        for post in range(8):
            if bits.nibble(self.lamps, post):
                light |= LIGHT[post]  # MJ-30
        visible: bits.u32 = 0
        character: bits.i32
        for character in range(8):
            hex: bits.i32 = self.place(character)
            if hex != GONE and (light >> hex & 1 or NEXT_TO[hex] & self.occupied):  # MJ-33
                visible |= bits.bit(character)
        return visible

    def call(self) -> None:
        """Answer for Jack, clear characters, put out a lamp, start the next round (MJ-55 to MJ-59)."""
        in_sight: bits.u32 = self.seen()
        self.visible = in_sight >> self.jack & 1
        self.up = self.up & (in_sight if self.visible else ~in_sight)
        post: bits.i32
        for post in range(8):
            if self.round <= 4 and bits.nibble(self.lamps, post) == self.round:  # MJ-58
                self.lamps = bits.with_nibble(self.lamps, post, 0)
        if self.round == LAST_ROUND:
            self.end(NIGHT_OVER)  # MJ-64
            return
        self.round += 1
        self.used = 0
        if self.round & 1:
            self.turned = 0  # MJ-12
            self.doing = TURNING
            self.seat = CHANCE
        else:
            self.turned = ALL & ~self.turned  # MJ-11
            self.face_up = self.turned
            self.doing = PICKING
            self.seat = self.mover()

    def end(self, ending: bits.i32) -> None:
        self.ending = ending
        self.doing = FINISHED
        self.seat = NOBODY


def numbers(first: bits.i32, mask: bits.u64) -> list[int]:
    """Return *first* plus the number of each set bit."""
    result: list[int] = []
    while mask:
        result.append(first + bits.lowest(mask))
        mask &= mask - 1
    return result


def pairs(first: bits.i32, sources: bits.u64, targets: bits.u64, things: bits.i32) -> list[int]:
    """Return *first* plus the number of each pair from two disjoint masks over *things* items."""
    a: bits.i32
    b: bits.i32
    rest: bits.u64
    result: list[int] = []
    while sources:
        a = bits.lowest(sources)
        rest = targets
        while rest:
            b = bits.lowest(rest)
            result.append(first + (things - 1) * a + (b - 1 if b > a else b))
            rest &= rest - 1
        sources &= sources - 1
    return result


def pair(sources: bits.u32, targets: bits.u32, k: bits.i32, things: bits.i32) -> bits.i32:
    """Return the number of the k-th pair from two disjoint masks over *things* items."""
    n: bits.i32 = bits.popcount(targets)
    a: bits.i32 = bits.nth(sources, k // n)
    b: bits.i32 = bits.nth(targets, k % n)
    return (things - 1) * a + (b - 1 if b > a else b)


def second(number: bits.i32, first: bits.i32, others: bits.i32) -> bits.i32:
    rest: bits.i32 = number - others * first
    return rest + 1 if rest >= first else rest


def start(edition: bits.i32) -> Position:
    return Position(
        board.START_PLACES[edition], board.START_OCCUPIED[edition], START_LAMPS, ALL, 0, 0, ALL, 0, 0, 0, START_CORDONS,
        START_COVERS[edition], START_FACING[edition], 1, 0, NONE, 0, 0, 0, 0, 1, NONE, IDENTIFYING, CHANCE, GOES_ON,
        edition,
    )  # fmt: skip
