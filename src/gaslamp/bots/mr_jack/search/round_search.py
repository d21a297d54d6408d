"""Search of a round of Mr. Jack, card by card, under the Detective's belief.

A value is a vector: the Detective's win probability for each possible Jack. The Detective maximises the expectation;
each Jack minimises its own entry. The cards of a round are open, and so are those of the even round after it, so the
only chance event is a drawn alibi card. The best few boards of each card are searched, equivalent ones once. Runs as
plain Python and compiled (see round_search.pxd).
"""

from __future__ import annotations

from array import array

from gaslamp.bots.mr_jack import worth
from gaslamp.bots.mr_jack.search.activations import Activations, Board
from gaslamp.bots.mr_jack.search.prospects import Prospects
from gaslamp.core import bits
from gaslamp.titles.mr_jack.rules import board, whistle
from gaslamp.titles.mr_jack.rules.board import ALL, DETECTIVE, GOODLEY, HOLMES, JACK, LAST_ROUND, NONE

MOVER = board.MOVER
KEEN = worth.KEEN

ROOM = 320  # boards kept at a time
PLIES = 9  # two rounds of four cards, and the end
CERTAIN = 4096
MANNERS = 3  # player types: own value, half, reveal nothing
NOTHING = -(1 << 30)
THINNER = 64  # whistle sampling interval below the root
ENOUGH = 60  # sampled alternatives per card


class Ply:
    """A state between two activations, and the boards searched from it."""

    __slots__ = (
        "here", "number", "used", "face_up", "turned", "visible", "drawn", "value", "size", "places", "occupied",
        "lamps", "cordons", "covers", "facing", "card", "first", "score", "seen", "values", "accused", "how", "by",
    )  # fmt: skip

    here: Board
    number: bits.i32  # of the round
    used: bits.i32
    face_up: bits.u32
    turned: bits.u32  # the cards of the round
    visible: bits.flag  # what the witness card shows
    drawn: bits.flag  # the Detective has drawn an alibi card since the last call
    value: array[int]  # for the Detective, per suspect
    size: bits.i32
    places: array[int]
    occupied: array[int]
    lamps: array[int]
    cordons: array[int]
    covers: array[int]
    facing: array[int]
    card: array[int]
    first: array[int]
    score: array[int]  # for the seat that plays the card
    seen: array[int]
    values: array[int]  # at 8 * board + suspect
    accused: bits.u32
    how: array[int]  # first action of each accusation
    by: array[int]  # card of each accusation

    def __init__(self) -> None:
        self.here = Board(0, 0, 0, 0, 0, 0)
        self.number = self.used = self.size = 0
        self.face_up = self.turned = self.accused = 0
        self.visible = self.drawn = False
        self.value = array("i", bytes(4 * 8))
        self.places = array("Q", bytes(8 * ROOM))
        self.occupied = array("Q", bytes(8 * ROOM))
        self.lamps = array("I", bytes(4 * ROOM))
        self.cordons = array("B", bytes(ROOM))
        self.covers = array("B", bytes(ROOM))
        self.facing = array("B", bytes(ROOM))
        self.card = array("B", bytes(ROOM))
        self.first = array("H", bytes(2 * ROOM))
        self.score = array("i", bytes(4 * ROOM))
        self.seen = array("B", bytes(ROOM))
        self.values = array("i", bytes(4 * 8 * ROOM))
        self.how = array("H", bytes(2 * 8))
        self.by = array("B", bytes(8))

    def put(self, k: bits.i32, target: Board) -> None:
        target.places = self.places[k]
        target.occupied = self.occupied[k]
        target.lamps = self.lamps[k]
        target.cordons = self.cordons[k]
        target.covers = self.covers[k]
        target.facing = self.facing[k]

    def move(self, k: bits.i32, to: bits.i32) -> None:
        character: bits.i32
        self.places[to] = self.places[k]
        self.occupied[to] = self.occupied[k]
        self.lamps[to] = self.lamps[k]
        self.cordons[to] = self.cordons[k]
        self.covers[to] = self.covers[k]
        self.facing[to] = self.facing[k]
        self.card[to] = self.card[k]
        self.first[to] = self.first[k]
        self.score[to] = self.score[k]
        self.seen[to] = self.seen[k]
        for character in range(8):
            self.values[8 * to + character] = self.values[8 * k + character]

    def key(self) -> tuple[int, ...]:
        """Return everything the value depends on."""
        here = self.here
        flags = (int(self.visible) << 1 | int(self.drawn)) << 16 | self.face_up << 8 | self.used << 4 | self.number
        return (here.places, here.lamps, here.cordons | here.covers << 4 | here.facing << 12, flags, self.turned)


class RoundSearch:
    """A search with its limits and its transposition table."""

    __slots__ = (
        "prospects", "activations", "scratch", "plies", "width", "thin", "nodes", "most", "stopped", "through",
        "horizon", "jack", "own", "known", "sums", "shown", "count", "everybody", "least", "best_for",
        "soft", "wavered",
    )  # fmt: skip

    prospects: Prospects
    activations: Activations
    scratch: Board
    plies: list[Ply]
    width: bits.i32  # boards searched per card
    thin: bits.i32  # whistle sampling interval
    nodes: bits.i64  # boards judged
    most: bits.i64
    stopped: bits.flag
    through: bits.flag  # search past the call of an odd round
    horizon: bits.i32  # cards searched ahead; after them, boards are evaluated as if the call came
    jack: bits.i32  # Jack's identity if Jack searches, else NONE
    own: bits.i32  # weight of Jack's own value, 16ths
    everybody: bits.i32  # depth to which each suspect's best board is searched
    soft: bits.i32  # softmax temperature (log2): worse by 2**soft/45500 is chosen 1/3 as often
    wavered: array[int]
    least: array[int]  # best value of the last card per suspect
    best_for: array[int]  # index of that board
    known: dict[tuple[int, ...], array[int]]  # transposition table
    sums: array[int]  # weights of all alternatives per type and suspect
    shown: array[int]  # weights of the shown board
    count: bits.i32  # number of alternatives

    def __init__(self) -> None:
        self.prospects = Prospects()
        self.activations = Activations()
        self.scratch = Board(0, 0, 0, 0, 0, 0)
        self.plies = [Ply() for _ in range(PLIES + 1)]
        self.width = self.thin = 1
        self.nodes = 0
        self.most = 1 << 40
        self.stopped = self.through = False
        self.horizon = PLIES
        self.jack = NONE
        self.own = 16
        self.everybody = 0
        self.least = array("i", bytes(4 * 8))
        self.best_for = array("i", bytes(4 * 8))
        self.soft = 0
        self.wavered = array("q", bytes(8 * 8))
        self.known = {}
        self.sums = array("q", bytes(8 * 8 * MANNERS))
        self.shown = array("q", bytes(8 * 8 * MANNERS))
        self.count = 0

    def begin(self, here: Board, number: int, used: int, face_up: int, turned: int, *, visible: bool) -> Ply:
        ply: Ply = self.plies[0]
        ply.here.become(here)
        ply.number = number
        ply.used = used
        ply.face_up = face_up
        ply.turned = turned
        ply.visible = visible
        ply.drawn = False
        self.known = {}
        self.stopped = False
        return ply

    # ---- boards of a card

    def collect(self, ply: Ply, card: bits.i32, wide: bits.i32, lowest: bits.flag, everybody: bits.flag) -> None:
        """Evaluate every board of a card as if the call came now; keep the best, and the characters it can accuse.

        The activations are filled already. With `lowest` the ply's value becomes the minimum for each suspect: a Jack
        that plays the last card takes its own best board.
        """
        seat: bits.i32 = MOVER[4 * (ply.number & 1) + ply.used]
        drawn: bits.flag = ply.drawn or (card == HOLMES and seat == DETECTIVE)
        begin: bits.i32 = ply.size
        cards: bits.u32 = ALL & ~ply.turned
        k: bits.i32
        character: bits.i32
        for character in range(8):
            self.least[character] = CERTAIN << 8
        for k in range(self.activations.size):
            self.activations.put(k, self.scratch)
            self.prospects.judge(self.scratch, ply.number, cards, drawn)
            if everybody:
                self.compare(k)
            if lowest:
                for character in range(8):
                    ply.value[character] = min(ply.value[character], self.prospects.values[character])
            else:
                self.keep(ply, card, self.activations.first[k], begin, wide, self.score(seat))
        self.nodes += self.activations.size
        if everybody:
            self.keep_for_everybody(ply, card, begin, cards)
        for character in range(8):
            if self.activations.accused >> character & 1 and not ply.accused >> character & 1:
                ply.accused |= bits.bit(character)
                ply.how[character] = self.activations.how[character]
                ply.by[character] = card

    def compare(self, k: bits.i32) -> None:
        """Update the best board of each suspect; ties are broken by the expectation."""
        expected: bits.i32 = 0
        character: bits.i32
        for character in range(8):
            expected += self.prospects.weights[character] * self.prospects.values[character] >> 12
        for character in range(8):
            worth_it: bits.i32 = 128 * self.prospects.values[character] + expected // 40
            if self.prospects.weights[character] and worth_it < self.least[character]:
                self.least[character] = worth_it
                self.best_for[character] = k

    def keep_for_everybody(self, ply: Ply, card: bits.i32, begin: bits.i32, cards: bits.u32) -> None:
        """Add the best board of each suspect to the boards that are best in expectation."""
        character: bits.i32
        k: bits.i32
        for character in range(8):
            if self.least[character] == CERTAIN << 8 or ply.size == ROOM:
                continue
            self.activations.put(self.best_for[character], self.scratch)
            known: bits.flag = False
            for k in range(begin, ply.size):
                known = known or (
                    ply.places[k] == self.scratch.places and ply.lamps[k] == self.scratch.lamps
                    and ply.facing[k] == self.scratch.facing and ply.covers[k] == self.scratch.covers
                    and ply.cordons[k] == self.scratch.cordons
                )  # fmt: skip
            if not known:
                self.prospects.judge(self.scratch, ply.number, cards, ply.drawn)
                self.write(ply, ply.size, card, self.activations.first[self.best_for[character]], self.score(JACK))
                ply.size += 1

    def score(self, seat: bits.i32) -> bits.i32:
        """Return the score of the last evaluation for a seat."""
        expected: bits.i32 = 0
        character: bits.i32
        for character in range(8):
            expected += self.prospects.weights[character] * self.prospects.values[character] >> 4
        if seat == DETECTIVE:
            return expected
        if self.jack == NONE:
            return -expected
        return -((16 - self.own) * (expected >> 4) + self.own * 16 * self.prospects.values[self.jack])

    def keep(self, ply: Ply, card: bits.i32, first: bits.i32, begin: bits.i32, wide: bits.i32, score: bits.i32) -> None:
        """Insert a board among the best of its card, sorted; equivalent boards are kept once."""
        if ply.size - begin >= wide and score <= ply.score[ply.size - 1]:
            return
        own: bits.i32 = whistle.place(self.scratch.places, card)
        at: bits.i32 = ply.size
        k: bits.i32
        for k in range(begin, ply.size):
            alike: bits.flag = ply.score[k] == score and ply.seen[k] == self.prospects.seen
            if alike and (self.width < 3 or whistle.place(ply.places[k], card) == own):
                return
            if at == ply.size and ply.score[k] < score:
                at = k
        if ply.size - begin < wide:
            ply.size += 1
        for k in range(ply.size - 1, at, -1):
            ply.move(k - 1, k)
        self.write(ply, at, card, first, score)

    def write(self, ply: Ply, at: bits.i32, card: bits.i32, first: bits.i32, score: bits.i32) -> None:
        k: bits.i32
        ply.places[at] = self.scratch.places
        ply.occupied[at] = self.scratch.occupied
        ply.lamps[at] = self.scratch.lamps
        ply.cordons[at] = self.scratch.cordons
        ply.covers[at] = self.scratch.covers
        ply.facing[at] = self.scratch.facing
        ply.card[at] = card
        ply.first[at] = first
        ply.score[at] = score
        ply.seen[at] = self.prospects.seen
        for k in range(8):
            ply.values[8 * at + k] = self.prospects.values[k]

    def collect_all(self, ply: Ply, wide: bits.i32, lowest: bits.flag, depth: bits.i32) -> None:
        seat: bits.i32 = MOVER[4 * (ply.number & 1) + ply.used]
        card: bits.i32
        ply.size = 0
        ply.accused = 0
        for card in range(8):
            if ply.face_up >> card & 1:
                thin: bits.i32 = 1 if card != GOODLEY else self.thin if depth == 0 else max(self.thin, THINNER)
                self.activations.fill(ply.here, card, seat == DETECTIVE, thin)
                self.collect(ply, card, wide, lowest, seat == JACK and not lowest and depth < self.everybody)

    # ---- search

    def solve(self, depth: bits.i32) -> None:
        """Compute the value of a ply, or read it from the transposition table."""
        ply: Ply = self.plies[depth]
        key = (*ply.key(), self.prospects.suspects, self.width)
        k: bits.i32
        found = self.known.get(key)
        if found is not None:
            for k in range(8):
                ply.value[k] = found[k]
            return
        self.think(ply, depth)
        if not self.stopped:
            self.known[key] = array("i", [ply.value[k] for k in range(8)])

    def think(self, ply: Ply, depth: bits.i32) -> None:
        detective: bits.flag = MOVER[4 * (ply.number & 1) + ply.used] == DETECTIVE
        last: bits.flag = ply.used == 3
        character: bits.i32
        k: bits.i32
        for character in range(8):
            ply.value[character] = 0 if detective else CERTAIN
        if last and ply.number == LAST_ROUND:
            for character in range(8):
                ply.value[character] = 0
            return
        self.collect_all(ply, self.width, last and not detective, depth)
        best: bits.i32 = NOTHING
        if not (last and not detective):
            for k in range(ply.size):
                self.follow(ply, k, depth)
                best = self.take(ply, k, detective, best)
        if detective and self.soft:
            self.waver(ply, best)
        elif detective:
            self.arrest(ply, best)
        elif not ply.visible:
            for character in range(8):
                if ply.face_up >> character & 1 and self.prospects.can_leave(ply.here, character):
                    ply.value[character] = 0

    def take(self, ply: Ply, k: bits.i32, detective: bits.flag, best: bits.i32) -> bits.i32:
        """Back up a searched board: by expectation for the Detective, per suspect for Jack."""
        character: bits.i32
        if not detective:
            for character in range(8):
                ply.value[character] = min(ply.value[character], ply.values[8 * k + character])
            return best
        expected: bits.i32 = self.whole(ply, k)
        if expected > best:
            for character in range(8):
                ply.value[character] = ply.values[8 * k + character]
        return max(best, expected)

    def whole(self, ply: Ply, k: bits.i32) -> bits.i32:
        expected: bits.i32 = 0
        character: bits.i32
        for character in range(8):
            expected += self.prospects.weights[character] * ply.values[8 * k + character] >> 4
        return expected

    def arrest(self, ply: Ply, best: bits.i32) -> None:
        character: bits.i32
        other: bits.i32
        for character in range(8):
            if ply.accused >> character & 1 and self.prospects.weights[character] * CERTAIN >> 4 > best:
                best = self.prospects.weights[character] * CERTAIN >> 4
                for other in range(8):
                    ply.value[other] = CERTAIN if other == character else 0

    def waver(self, ply: Ply, best: bits.i32) -> None:
        """Average over the Detective's actions by softmax, arrests included."""
        character: bits.i32
        k: bits.i32
        every: bits.i64 = 0
        for character in range(8):
            self.wavered[character] = 0
            if ply.accused >> character & 1:
                best = max(best, self.prospects.weights[character] * CERTAIN >> 4)
        for k in range(ply.size):
            keen: bits.i64 = KEEN[min(519, best - self.whole(ply, k) >> self.soft)] >> 16
            every += keen
            for character in range(8):
                self.wavered[character] += keen * ply.values[8 * k + character]
        for character in range(8):
            if ply.accused >> character & 1 and self.prospects.weights[character]:
                keen = KEEN[min(519, best - (self.prospects.weights[character] * CERTAIN >> 4) >> self.soft)] >> 16
                every += keen
                self.wavered[character] += keen * CERTAIN
        for character in range(8):
            ply.value[character] = self.wavered[character] // every

    def follow(self, ply: Ply, k: bits.i32, depth: bits.i32) -> None:
        """Compute the value of a board: after the next card, or after the call."""
        if self.nodes >= self.most:
            self.stopped = True
        if self.stopped:
            return
        if ply.used == 3:
            if self.through and ply.number & 1 and depth < 4:
                self.look_through(ply, k, depth)
            return
        if depth + 1 >= self.horizon:
            return
        following: Ply = self.plies[depth + 1]
        seat: bits.i32 = MOVER[4 * (ply.number & 1) + ply.used]
        card: bits.i32 = ply.card[k]
        ply.put(k, following.here)
        following.number = ply.number
        following.used = ply.used + 1
        following.face_up = ply.face_up & ~bits.bit(card)
        following.turned = ply.turned
        following.visible = ply.visible
        following.drawn = ply.drawn or (card == HOLMES and seat == DETECTIVE)
        self.solve(depth + 1)
        character: bits.i32
        for character in range(8):
            ply.values[8 * k + character] = following.value[character]

    def look_through(self, ply: Ply, k: bits.i32, depth: bits.i32) -> None:
        """Search past the call of an odd round, once per answer: the next cards are known."""
        following: Ply = self.plies[depth + 1]
        weights = [self.prospects.weight(character) for character in range(8)]
        width: bits.i32 = self.width
        seen: bits.u32 = ply.seen[k]
        self.width = 1
        for visible in (False, True):
            part = [
                weight if bool(seen >> character & 1) == visible else 0 for character, weight in enumerate(weights)
            ]  # fmt: skip
            if not any(part):
                continue
            self.prospects.believe(part, self.prospects.unknown)
            self.after_call(ply, k, following)
            following.visible = visible
            self.solve(depth + 1)
            for character, weight in enumerate(part):
                if weight:
                    ply.values[8 * k + character] = following.value[character]
        self.prospects.believe(weights, self.prospects.unknown)
        self.width = width

    def after_call(self, ply: Ply, k: bits.i32, following: Ply) -> None:
        """Set *following* to the start of the even round after board *k* of *ply* (MJ-58, MJ-11)."""
        post: bits.i32
        ply.put(k, following.here)
        for post in range(8):
            if ply.number <= 4 and bits.nibble(following.here.lamps, post) == ply.number:
                following.here.lamps = bits.with_nibble(following.here.lamps, post, 0)
        following.number = ply.number + 1
        following.used = 0
        following.turned = following.face_up = ALL & ~ply.turned
        following.drawn = False

    # ---- inference from Jack's activations

    def survey(self, ply: Ply, thin: bits.i32) -> None:
        """Sum the weights of all that Jack could do, for each player type and suspect."""
        k: bits.i32
        card: bits.i32
        for k in range(8 * MANNERS):
            self.sums[k] = 0
        self.count = 0
        for card in range(8):
            if ply.face_up >> card & 1:
                self.activations.fill(ply.here, card, False, thin)
                every: bits.i32 = max(1, self.activations.size // ENOUGH)
                for k in range(self.activations.size // every):
                    self.activations.put(k * every, self.scratch)
                    self.prospects.judge(self.scratch, ply.number, ALL & ~ply.turned, False)
                    self.tally(self.sums)
                    self.count += 1

    def show(self, ply: Ply, after: Board) -> None:
        """Compute the weights of one possible result of Jack's activation."""
        k: bits.i32
        for k in range(8 * MANNERS):
            self.shown[k] = 0
        self.prospects.judge(after, ply.number, ALL & ~ply.turned, False)
        self.tally(self.shown)

    def tally(self, target: array[int]) -> None:
        """Add the weights of the last evaluation: lower values for the Detective weigh more."""
        character: bits.i32
        weights: bits.i32 = 0
        whole: bits.i32 = 0
        for character in range(8):
            weights += self.prospects.weights[character]
            whole += self.prospects.weights[character] * self.prospects.values[character]
        whole = whole // weights
        for character in range(8):
            target[character] += KEEN[self.prospects.values[character] >> 3]
            target[8 + character] += KEEN[self.prospects.values[character] + whole >> 4]
            target[16 + character] += KEEN[whole >> 3]

    def likelihood(self, player_type: bits.i32, character: bits.i32) -> float:
        """Return the likelihood of the shown board for a player type and identity."""
        shown: int = self.shown[8 * player_type + character]
        every: int = self.sums[8 * player_type + character]
        return (shown + 1) / (every + 1)
