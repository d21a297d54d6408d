"""The whole state of a game of Mr. Jack and the rules on it. Runs as it stands, and compiled (see position.pxd).

Street hexes are bits of one mask; the eight characters are bytes of one word. The whistle has a file of its own.
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

# Compiled, these are C arrays: one assignment each.
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
    """Everything about one moment of one game, hidden cards and all."""

    __slots__ = (
        "places", "occupied", "lamps", "up", "turned", "face_up", "pile", "jack_alibis", "detective_alibis", "whistled",
        "cordons", "covers", "facing", "round", "used", "picked", "moved", "acted", "points", "budget", "visible",
        "jack", "doing", "seat", "ending", "edition",
    )  # fmt: skip

    places: bits.u64  # byte c: the hex of character c
    occupied: bits.u64  # the hexes with a character on them
    lamps: bits.u32  # nibble p: the tile on post p
    up: bits.u8  # characters not cleared
    turned: bits.u8  # character cards turned up for this round
    face_up: bits.u8  # those of them to pick from
    pile: bits.u8  # alibi cards not drawn
    jack_alibis: bits.u8
    detective_alibis: bits.u8
    whistled: bits.u8  # characters whistled in this activation
    cordons: bits.u8
    covers: bits.u8  # the number of the set of covers, through both editions
    facing: bits.u8  # of Watson's lantern
    round: bits.u8
    used: bits.u8  # characters used this round
    picked: bits.u8  # the character being used
    moved: bits.u8  # its own move is done
    acted: bits.u8  # its ability is done
    points: bits.u8  # spent on the whistle
    budget: bits.u8  # the most that can be spent on it
    visible: bits.u8  # what the witness card shows
    jack: bits.u8  # his identity
    doing: bits.u8  # what the game waits for
    seat: bits.u8  # who acts now
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
        """Every field: equal keys, equal positions."""
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
        """The same moment, to be played on freely."""
        new: Position = Position.__new__(Position)
        new.become(self)
        return new

    def become(self, other: Position) -> None:
        """Take over every field of another."""
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
        """JACK, CHANCE or NOBODY."""
        return self.seat

    def place(self, character: bits.i32) -> bits.i32:
        """The hex a character stands on."""
        return whistle.place(self.places, character)

    # ---- what may be done

    def legal(self) -> list[int]:
        """Every legal action in rising order."""
        k: bits.i32
        if self.doing != ACTING:
            return [self.option(k) for k in range(self.count())]
        return self.legal_moves() + self.legal_ability()

    def count(self) -> bits.i32:
        """How many actions are legal."""
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
        """The k-th legal action, k below count()."""
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
        """Whether the character's own move is open now: not done, and no whistle is half done (MJ-46a)."""
        return self.moved == 0 and (self.acted != 0 or self.whistled == 0)

    def free(self) -> bits.u64:
        """The free hexes within reach of the character in use (MJ-21, MJ-21b, MJ-45)."""
        return self.within() & ~self.occupied

    def within(self) -> bits.u64:
        """The hexes within reach of the character in use, occupied ones too, its own among them."""
        start: bits.i32 = 60 * self.covers + self.place(self.picked)
        return STEALTHY4[start] if self.picked == STEALTHY else REACH3[start]

    def ends(self) -> bits.u64:
        """The hexes where the character in use may end its own move (MJ-22a)."""
        if self.seat == JACK:
            return self.free()
        return self.within() & ~bits.bit(self.place(self.picked))

    def exits(self) -> bits.u32:
        """The exits that Jack may leave by: his own card, unseen at the last call, no cordon (MJ-60)."""
        found: bits.u32 = 0
        if self.seat == JACK and self.picked == self.jack and not self.visible:
            start: bits.i32 = 60 * self.covers + self.place(self.picked)
            near: bits.u64 = STEALTHY3[start] if self.picked == STEALTHY else REACH2[start]  # MJ-60a
            way: bits.i32
            for way in range(4):
                if not self.cordons >> way & 1 and near >> EXIT_HEX[way] & 1:
                    found |= bits.bit(way)
        return found

    def stays(self) -> bits.i32:
        """1 if the character may stay for want of a free hex (MJ-26); Gull must exchange then (MJ-26a)."""
        return 1 if self.picked != GULL and self.free() == 0 else 0

    def count_of_moves(self) -> bits.i32:
        """In how many ways the character in use may make its own move."""
        if not self.may_move():
            return 0
        return bits.popcount(self.ends()) + bits.popcount(self.exits()) + self.stays()

    def option_of_moves(self, k: bits.i32) -> bits.i32:
        """The k-th way."""
        ends: bits.u64 = self.ends()
        n: bits.i32 = bits.popcount(ends)
        if k < n:
            return HEX + bits.nth(ends, k)
        exits: bits.u32 = self.exits()
        if k - n < bits.popcount(exits):
            return EXIT + bits.nth(exits, k - n)
        return STAY

    def count_of_ability(self) -> bits.i32:
        """In how many ways the ability of the character in use may be carried out now."""
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
        """The k-th way."""
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
        """Every way in which the character in use may make its own move, in one go."""
        if not self.may_move():
            return []
        found: list[int] = numbers(HEX, self.ends()) + numbers(EXIT, self.exits())
        return [*found, STAY] if self.stays() else found

    def legal_ability(self) -> list[int]:
        """Every way in which the ability of the character in use may be carried out now, in one go."""
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
        """Every whistle step that is legal."""
        who: bits.i32
        found: list[int] = []
        if self.budget == 0:
            return [WHISTLE_NOBODY]
        for who in range(8):
            found += numbers(WHISTLE + 60 * who, self.answers(who))
        return found

    def lit(self) -> bits.u32:
        """The posts with a lit tile."""
        posts: bits.u32 = 0
        post: bits.i32
        for post in range(8):
            if bits.nibble(self.lamps, post):
                posts |= bits.bit(post)
        return posts

    def open_manholes(self) -> bits.u32:
        """The manholes without a cover."""
        return EDITION_MANHOLES[self.edition] & ~COVER_SETS[self.covers]

    # ---- the whistle

    def count_of_whistles(self) -> bits.i32:
        """How many whistle steps are legal; before Goodley's move a whistle that moves nobody is one (MJ-48c)."""
        n: bits.i32 = 0
        who: bits.i32
        if self.budget == 0:
            return 1
        for who in range(8):
            n += bits.popcount(self.answers(who))
        return n

    def option_of_whistles(self, k: bits.i32) -> bits.i32:
        """The k-th whistle step."""
        who: bits.i32
        for who in range(8):
            ends: bits.u64 = self.answers(who)
            n: bits.i32 = bits.popcount(ends)
            if k < n:
                return WHISTLE + 60 * who + bits.nth(ends, k)
            k -= n
        return WHISTLE_NOBODY

    def answers(self, who: bits.i32) -> bits.u64:
        """The hexes where a character may end when whistled now."""
        return whistle.answers(self.places, self.occupied, self.whistled, who, self.budget - self.points)

    def points_to_spend(self) -> bits.i32:
        """How many points a whistle begun now must spend (MJ-48)."""
        return whistle.spendable(self.places, self.occupied, 0, WHISTLE_POINTS)

    # ---- doing it

    def advance(self, action: bits.i32) -> None:
        """Carry out a legal action and all that follows from it."""
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
        """Carry out the legal action that 64 random bits pick."""
        self.advance(self.option(bits.below(random, self.count())))

    def draw(self, action: bits.i32) -> None:
        """Let chance have its way: the identity (MJ-05), a card turned up (MJ-10), an alibi drawn (MJ-40)."""
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
        """Who acts when so many characters of the round are used (MJ-10, MJ-11)."""
        return MOVER[4 * (self.round & 1) + self.used]

    def pick(self, character: bits.i32) -> None:
        """Take a card (MJ-13)."""
        self.face_up = self.face_up & ~bits.bit(character)
        self.picked = character
        self.doing = ACTING
        if character == GOODLEY:
            self.budget = self.points_to_spend()

    def walk(self, there: bits.i32) -> None:
        """Make the character's own move: to a free hex, or on to another character, whom the Detective accuses."""
        accuses: bits.flag = self.occupied >> there & 1 != 0
        if accuses:
            right: bits.flag = self.place(self.jack) == there
            self.end(RIGHT_ARREST if right else WRONG_ARREST)  # MJ-61, MJ-61a, MJ-61b
        self.occupied = self.occupied & ~bits.bit(self.place(self.picked)) | bits.bit(there)
        self.places = whistle.put(self.places, self.picked, there)
        if not accuses:
            self.moved = 1
            self.after_move()

    def leave(self) -> None:
        """Let Jack leave the district (MJ-60)."""
        self.occupied = self.occupied & ~bits.bit(self.place(self.picked))
        self.places = whistle.put(self.places, self.picked, GONE)
        self.end(ESCAPE)

    def after_move(self) -> None:
        """Go on to what the character must do after its move."""
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
        """Go on after Watson's lantern was turned (MJ-42)."""
        if self.picked == GOODLEY:
            self.doing = ACTING
            self.after_whistle()
        else:
            self.finish()

    def act(self, action: bits.i32) -> None:
        """Move a lamp tile (MJ-43), a cordon (MJ-44) or a cover (MJ-50)."""
        here: bits.i32
        there: bits.i32
        if action < CORDON:
            here = (action - LAMP) // 7
            there = second(action - LAMP, here, 7)
            tile: bits.i32 = bits.nibble(self.lamps, here)
            self.lamps = bits.with_nibble(bits.with_nibble(self.lamps, here, 0), there, tile)
        elif action < COVER:
            here = (action - CORDON) // 3
            there = second(action - CORDON, here, 3)
            self.cordons ^= bits.bit(here) | bits.bit(there)
        else:
            here = (action - COVER) // 13
            there = second(action - COVER, here, 13)
            self.covers = RECOVERED[(14 * self.covers + here) * 14 + there]
        self.acted = 1
        if self.moved:
            self.finish()

    def call_nearer(self, who: bits.i32, there: bits.i32) -> None:
        """Call a character nearer (MJ-46)."""
        here: bits.i32 = self.place(who)
        self.points += DISTANCE[60 * here + there]  # MJ-48a
        self.occupied = self.occupied & ~bits.bit(here) | bits.bit(there)
        self.places = whistle.put(self.places, who, there)
        self.whistled |= bits.bit(who)
        if who == WATSON:
            self.doing = FACING  # MJ-42
        else:
            self.after_whistle()

    def after_whistle(self) -> None:
        """End the whistle when all that can be spent is spent."""
        if self.points == self.budget:
            self.acted = 1
            if self.moved:
                self.finish()

    def exchange(self, other: bits.i32) -> None:
        """Let Gull change places with another (MJ-49)."""
        here: bits.i32 = self.place(GULL)
        self.places = whistle.put(self.places, GULL, self.place(other))
        self.places = whistle.put(self.places, other, here)
        self.moved = 1
        if other == WATSON:
            self.doing = FACING
        else:
            self.finish()

    def finish(self) -> None:
        """End an activation; after four of them comes the call."""
        self.used += 1
        self.picked = NONE
        self.moved = self.acted = self.points = self.budget = self.whistled = 0
        if self.used == 4:
            self.call()
        else:
            self.doing = PICKING
            self.seat = self.mover()

    # ---- light, the call and the end

    def seen(self) -> bits.u32:
        """The characters who are visible now (MJ-34)."""
        light: bits.u64 = 0
        if self.place(WATSON) != GONE:
            light = BEAM[6 * self.place(WATSON) + self.facing]  # MJ-31
        post: bits.i32
        for post in range(8):
            if bits.nibble(self.lamps, post):
                light |= LIGHT[post]  # MJ-30
        found: bits.u32 = 0
        who: bits.i32
        for who in range(8):
            here: bits.i32 = self.place(who)
            if here != GONE and (light >> here & 1 or NEXT_TO[here] & self.occupied):  # MJ-33
                found |= bits.bit(who)
        return found

    def call(self) -> None:
        """Answer for Jack, clear characters, put out a lamp, begin the next round (MJ-55 to MJ-59)."""
        seen: bits.u32 = self.seen()
        self.visible = seen >> self.jack & 1
        self.up = self.up & (seen if self.visible else ~seen)
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
        """End the game."""
        self.ending = ending
        self.doing = FINISHED
        self.seat = NOBODY


def numbers(first: bits.i32, mask: bits.u64) -> list[int]:
    """A number for each bit of a mask, counted from the first."""
    found: list[int] = []
    while mask:
        found.append(first + bits.lowest(mask))
        mask &= mask - 1
    return found


def pairs(first: bits.i32, here: bits.u64, there: bits.u64, things: bits.i32) -> list[int]:
    """The numbers of all pairs of one of `here` and one of `there`, of so many things, counted from the first."""
    a: bits.i32
    b: bits.i32
    rest: bits.u64
    found: list[int] = []
    while here:
        a = bits.lowest(here)
        rest = there
        while rest:
            b = bits.lowest(rest)
            found.append(first + (things - 1) * a + (b - 1 if b > a else b))
            rest &= rest - 1
        here &= here - 1
    return found


def pair(here: bits.u32, there: bits.u32, k: bits.i32, things: bits.i32) -> bits.i32:
    """The number of the k-th pair of one of `here` and one of `there`, of so many things."""
    n: bits.i32 = bits.popcount(there)
    a: bits.i32 = bits.nth(here, k // n)
    b: bits.i32 = bits.nth(there, k % n)
    return (things - 1) * a + (b - 1 if b > a else b)


def second(number: bits.i32, first: bits.i32, others: bits.i32) -> bits.i32:
    """The second thing of a numbered pair."""
    rest: bits.i32 = number - others * first
    return rest + 1 if rest >= first else rest


def start(edition: bits.i32) -> Position:
    """The position before anything is drawn."""
    return Position(
        board.START_PLACES[edition], board.START_OCCUPIED[edition], START_LAMPS, ALL, 0, 0, ALL, 0, 0, 0, START_CORDONS,
        START_COVERS[edition], START_FACING[edition], 1, 0, NONE, 0, 0, 0, 0, 1, NONE, IDENTIFYING, CHANCE, GOES_ON,
        edition,
    )  # fmt: skip
