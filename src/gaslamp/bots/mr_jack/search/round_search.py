"""Thinks a round of Mr. Jack through, card by card, over what the Detective holds possible.

A value is not one number but one for each suspect: how likely the Detective wins if that one is Jack. The Detective
takes what is best on the whole; of Jack it is assumed that whoever he is, he takes what is best for him. The cards of
a round lie open, those of the even round after it too, so that nothing but a drawn alibi card is left to chance.
Of each card the best few boards are followed, those once that are alike in what matters. Runs as it stands, and
compiled (see round_search.pxd).
"""

from __future__ import annotations

from array import array

from gaslamp.bots.mr_jack.judgement import worth
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
MANNERS = 3  # of Jack: for himself, for himself and what tells nothing, what tells nothing
NOTHING = -(1 << 30)
THINNER = 64  # of so many whistles one is looked at where somebody else has played before
ENOUGH = 60  # boards of a card that what was done is weighed against


class Ply:
    """A moment between two activations, and the boards that are followed from it."""

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
    value: array[int]  # what it is worth to the Detective, for each suspect
    size: bits.i32
    places: array[int]
    occupied: array[int]
    lamps: array[int]
    cordons: array[int]
    covers: array[int]
    facing: array[int]
    card: array[int]
    first: array[int]
    score: array[int]  # how good it looks to whoever plays the card
    seen: array[int]
    values: array[int]  # at 8 * board + suspect
    accused: bits.u32
    how: array[int]  # the action that accuses somebody
    by: array[int]  # the card it takes

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
        """Lay out a board that is followed."""
        target.places = self.places[k]
        target.occupied = self.occupied[k]
        target.lamps = self.lamps[k]
        target.cordons = self.cordons[k]
        target.covers = self.covers[k]
        target.facing = self.facing[k]

    def move(self, k: bits.i32, to: bits.i32) -> None:
        """Copy a board that is followed to another place."""
        who: bits.i32
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
        for who in range(8):
            self.values[8 * to + who] = self.values[8 * k + who]

    def key(self) -> tuple[int, ...]:
        """Give all that the value of the moment depends on."""
        here = self.here
        flags = (int(self.visible) << 1 | int(self.drawn)) << 16 | self.face_up << 8 | self.used << 4 | self.number
        return (here.places, here.lamps, here.cordons | here.covers << 4 | here.facing << 12, flags, self.turned)


class RoundSearch:
    """A search, with what it may spend and what it has found."""

    __slots__ = (
        "prospects", "activations", "scratch", "plies", "width", "thin", "nodes", "most", "stopped", "through",
        "jack", "own", "known", "sums", "shown", "count", "everybody", "least", "best_for",
        "soft", "wavered",
    )  # fmt: skip

    prospects: Prospects
    activations: Activations
    scratch: Board
    plies: list[Ply]
    width: bits.i32  # so many boards of a card are followed
    thin: bits.i32  # of so many whistles one is looked at
    nodes: bits.i64  # boards judged
    most: bits.i64
    stopped: bits.flag
    through: bits.flag  # look through the call after an odd round
    jack: bits.i32  # who Jack is, if it is he who thinks
    own: bits.i32  # 16ths: how much of what he likes is his own good; the rest tells nothing
    everybody: bits.i32  # so many cards deep, what is best for each suspect is followed too, if Jack plays the card
    soft: bits.i32  # how far the Detective wavers: what is 2 ** soft / 45500 of a game worse he does a third as often
    wavered: array[int]
    least: array[int]  # of the card collected last: what its best board is worth for each suspect
    best_for: array[int]  # which board that is
    known: dict[tuple[int, ...], array[int]]  # moments of this search, and what they are worth
    sums: array[int]  # of what was read: for each manner and suspect, the weights of all that could be done
    shown: array[int]  # the weight of what was done
    count: bits.i32  # how much could be done

    def __init__(self) -> None:
        self.prospects = Prospects()
        self.activations = Activations()
        self.scratch = Board(0, 0, 0, 0, 0, 0)
        self.plies = [Ply() for _ in range(PLIES + 1)]
        self.width = self.thin = 1
        self.nodes = 0
        self.most = 1 << 40
        self.stopped = self.through = False
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
        """Lay out the moment that is thought about."""
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

    # ---- what a card leads to

    def collect(self, ply: Ply, card: bits.i32, wide: bits.i32, lowest: bits.flag, everybody: bits.flag) -> None:
        """Judge every board of a card as if the call came now, and keep the best; then whom it can accuse.

        The activations have been filled. With `lowest` the value of the moment becomes the least of all, suspect by
        suspect: a Jack who plays the last card takes what is best for him.
        """
        seat: bits.i32 = MOVER[4 * (ply.number & 1) + ply.used]
        drawn: bits.flag = ply.drawn or (card == HOLMES and seat == DETECTIVE)
        begin: bits.i32 = ply.size
        cards: bits.u32 = ALL & ~ply.turned
        k: bits.i32
        who: bits.i32
        for who in range(8):
            self.least[who] = CERTAIN << 8
        for k in range(self.activations.size):
            self.activations.put(k, self.scratch)
            self.prospects.judge(self.scratch, ply.number, cards, drawn)
            if everybody:
                self.compare(k)
            if lowest:
                for who in range(8):
                    ply.value[who] = min(ply.value[who], self.prospects.values[who])
            else:
                self.keep(ply, card, self.activations.first[k], begin, wide, self.score(seat))
        self.nodes += self.activations.size
        if everybody:
            self.keep_for_everybody(ply, card, begin, cards)
        for who in range(8):
            if self.activations.accused >> who & 1 and not ply.accused >> who & 1:
                ply.accused |= bits.bit(who)
                ply.how[who] = self.activations.how[who]
                ply.by[who] = card

    def compare(self, k: bits.i32) -> None:
        """Remember for whom the board judged last is the best yet; of equal ones, what is better on the whole."""
        on_the_whole: bits.i32 = 0
        who: bits.i32
        for who in range(8):
            on_the_whole += self.prospects.weights[who] * self.prospects.values[who] >> 12
        for who in range(8):
            worth_it: bits.i32 = 128 * self.prospects.values[who] + on_the_whole // 40
            if self.prospects.weights[who] and worth_it < self.least[who]:
                self.least[who] = worth_it
                self.best_for[who] = k

    def keep_for_everybody(self, ply: Ply, card: bits.i32, begin: bits.i32, cards: bits.u32) -> None:
        """Keep what is best for each suspect besides what is best on the whole."""
        who: bits.i32
        k: bits.i32
        for who in range(8):
            if self.least[who] == CERTAIN << 8 or ply.size == ROOM:
                continue
            self.activations.put(self.best_for[who], self.scratch)
            known: bits.flag = False
            for k in range(begin, ply.size):
                known = known or (
                    ply.places[k] == self.scratch.places and ply.lamps[k] == self.scratch.lamps
                    and ply.facing[k] == self.scratch.facing and ply.covers[k] == self.scratch.covers
                    and ply.cordons[k] == self.scratch.cordons
                )  # fmt: skip
            if not known:
                self.prospects.judge(self.scratch, ply.number, cards, ply.drawn)
                self.write(ply, ply.size, card, self.activations.first[self.best_for[who]], self.score(JACK))
                ply.size += 1

    def score(self, seat: bits.i32) -> bits.i32:
        """Tell how good what was judged last is for a seat, in 4096ths of all weights."""
        on_the_whole: bits.i32 = 0
        who: bits.i32
        for who in range(8):
            on_the_whole += self.prospects.weights[who] * self.prospects.values[who] >> 4
        if seat == DETECTIVE:
            return on_the_whole
        if self.jack == NONE:
            return -on_the_whole
        return -((16 - self.own) * (on_the_whole >> 4) + self.own * 16 * self.prospects.values[self.jack])

    def keep(self, ply: Ply, card: bits.i32, first: bits.i32, begin: bits.i32, wide: bits.i32, score: bits.i32) -> None:
        """Keep a board among the best of its card, the best first; one of those that are alike."""
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
        """Write down the board judged last."""
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
        """Do it for all cards face up."""
        seat: bits.i32 = MOVER[4 * (ply.number & 1) + ply.used]
        card: bits.i32
        ply.size = 0
        ply.accused = 0
        for card in range(8):
            if ply.face_up >> card & 1:
                thin: bits.i32 = 1 if card != GOODLEY else self.thin if depth == 0 else max(self.thin, THINNER)
                self.activations.fill(ply.here, card, seat == DETECTIVE, thin)
                self.collect(ply, card, wide, lowest, seat == JACK and not lowest and depth < self.everybody)

    # ---- thinking on

    def solve(self, depth: bits.i32) -> None:
        """Find what a moment is worth."""
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
        """Find it, where it has not been found yet."""
        detective: bits.flag = MOVER[4 * (ply.number & 1) + ply.used] == DETECTIVE
        last: bits.flag = ply.used == 3
        who: bits.i32
        k: bits.i32
        for who in range(8):
            ply.value[who] = 0 if detective else CERTAIN
        if last and ply.number == LAST_ROUND:
            for who in range(8):
                ply.value[who] = 0
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
            for who in range(8):
                if ply.face_up >> who & 1 and self.prospects.can_leave(ply.here, who):
                    ply.value[who] = 0

    def take(self, ply: Ply, k: bits.i32, detective: bits.flag, best: bits.i32) -> bits.i32:
        """Let a board that was followed count: the best on the whole for the Detective, for each suspect for Jack."""
        who: bits.i32
        if not detective:
            for who in range(8):
                ply.value[who] = min(ply.value[who], ply.values[8 * k + who])
            return best
        on_the_whole: bits.i32 = self.whole(ply, k)
        if on_the_whole > best:
            for who in range(8):
                ply.value[who] = ply.values[8 * k + who]
        return max(best, on_the_whole)

    def whole(self, ply: Ply, k: bits.i32) -> bits.i32:
        """Tell what a board that was followed is worth on the whole."""
        on_the_whole: bits.i32 = 0
        who: bits.i32
        for who in range(8):
            on_the_whole += self.prospects.weights[who] * ply.values[8 * k + who] >> 4
        return on_the_whole

    def arrest(self, ply: Ply, best: bits.i32) -> None:
        """Accuse somebody instead, if that promises more."""
        who: bits.i32
        other: bits.i32
        for who in range(8):
            if ply.accused >> who & 1 and self.prospects.weights[who] * CERTAIN >> 4 > best:
                best = self.prospects.weights[who] * CERTAIN >> 4
                for other in range(8):
                    ply.value[other] = CERTAIN if other == who else 0

    def waver(self, ply: Ply, best: bits.i32) -> None:
        """Let him do any of what is about as good, an arrest too: Jack had better not count on which it is."""
        who: bits.i32
        k: bits.i32
        every: bits.i64 = 0
        for who in range(8):
            self.wavered[who] = 0
            if ply.accused >> who & 1:
                best = max(best, self.prospects.weights[who] * CERTAIN >> 4)
        for k in range(ply.size):
            keen: bits.i64 = KEEN[min(519, best - self.whole(ply, k) >> self.soft)] >> 16
            every += keen
            for who in range(8):
                self.wavered[who] += keen * ply.values[8 * k + who]
        for who in range(8):
            if ply.accused >> who & 1 and self.prospects.weights[who]:
                keen = KEEN[min(519, best - (self.prospects.weights[who] * CERTAIN >> 4) >> self.soft)] >> 16
                every += keen
                self.wavered[who] += keen * CERTAIN
        for who in range(8):
            ply.value[who] = self.wavered[who] // every

    def follow(self, ply: Ply, k: bits.i32, depth: bits.i32) -> None:
        """Find what a board is worth that a card led to: after the next card, or after the call."""
        if self.nodes >= self.most:
            self.stopped = True
        if self.stopped:
            return
        if ply.used == 3:
            if self.through and ply.number & 1 and depth < 4:
                self.look_through(ply, k, depth)
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
        who: bits.i32
        for who in range(8):
            ply.values[8 * k + who] = following.value[who]

    def look_through(self, ply: Ply, k: bits.i32, depth: bits.i32) -> None:
        """Go on after the call of an odd round, once for either answer: the cards to come are known."""
        following: Ply = self.plies[depth + 1]
        weights = [self.prospects.weight(who) for who in range(8)]
        width: bits.i32 = self.width
        seen: bits.u32 = ply.seen[k]
        self.width = 1
        for visible in (False, True):
            part = [
                weight if bool(seen >> who & 1) == visible else 0 for who, weight in enumerate(weights)
            ]  # fmt: skip
            if not any(part):
                continue
            self.prospects.believe(part, self.prospects.unknown)
            self.after_call(ply, k, following)
            following.visible = visible
            self.solve(depth + 1)
            for who, weight in enumerate(part):
                if weight:
                    ply.values[8 * k + who] = following.value[who]
        self.prospects.believe(weights, self.prospects.unknown)
        self.width = width

    def after_call(self, ply: Ply, k: bits.i32, following: Ply) -> None:
        """Lay out the even round that comes after a board (MJ-58, MJ-11)."""
        post: bits.i32
        ply.put(k, following.here)
        for post in range(8):
            if ply.number <= 4 and bits.nibble(following.here.lamps, post) == ply.number:
                following.here.lamps = bits.with_nibble(following.here.lamps, post, 0)
        following.number = ply.number + 1
        following.used = 0
        following.turned = following.face_up = ALL & ~ply.turned
        following.drawn = False

    # ---- what was done, and why

    def survey(self, ply: Ply, thin: bits.i32) -> None:
        """Weigh all that Jack could do, for each manner and each suspect."""
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
        """Weigh one thing that he may have done."""
        k: bits.i32
        for k in range(8 * MANNERS):
            self.shown[k] = 0
        self.prospects.judge(after, ply.number, ALL & ~ply.turned, False)
        self.tally(self.shown)

    def tally(self, target: array[int]) -> None:
        """Add what the board judged last weighs: the less it is worth to the Detective, the more."""
        who: bits.i32
        weights: bits.i32 = 0
        whole: bits.i32 = 0
        for who in range(8):
            weights += self.prospects.weights[who]
            whole += self.prospects.weights[who] * self.prospects.values[who]
        whole = whole // weights
        for who in range(8):
            target[who] += KEEN[self.prospects.values[who] >> 3]
            target[8 + who] += KEEN[self.prospects.values[who] + whole >> 4]
            target[16 + who] += KEEN[whole >> 3]

    def likelihood(self, manner: bits.i32, who: bits.i32) -> float:
        """Tell how likely what was read is for a Jack of that manner and name."""
        shown: int = self.shown[8 * manner + who]
        every: int = self.sums[8 * manner + who]
        return (shown + 1) / (every + 1)
