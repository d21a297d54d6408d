"""State and rules of Whitehall Mystery. Runs as Python, or compiled with `position.pxd`.

Circles and crossings are numbers, 0 is none; several of them are bytes of one word. Legal choices are in `choices`:
setup in location_sets.py, Jack's moves in jack_moves.py, figures' moves in figure_moves.py, searches and arrests in
clues.py.
"""

from __future__ import annotations

from gaslamp.core import bits
from gaslamp.titles.whitehall.rules.choices import clues, figure_moves, jack_moves, location_sets
from gaslamp.titles.whitehall.rules.board import (
    ACTING, ALLEY, ARRESTED, BLUFFING, BOAT, BROWN, CHANCE, COACH, COACHING, COMPLETED, DEDUCED,
    FALSE_CLUES, FINISHED, GOES_ON, GREEN, JACK, LOCATING, MOVING, NEWSPAPER_FABRICATIONS, NOBODY,
    NOWHERE, OFF, PLACING, RECLAIMING, SCENTING, SEARCHING, SMOKER, SPACES, STARTING, TILES, TOO_LATE, TRAPPED,
    WALKING, YELLOW_FIGURE, YELLOW_TILE,
)  # fmt: skip
from gaslamp.titles.whitehall.rules.notation import (
    ALLEY_TO, ARREST, ARREST_ALL, BOAT_TO, CALL, CLUE, COACH_TO, LOCATE, MOVE, NO_CLUE, PLACE, RECLAIM, SCENT, SEARCH,
    SMOKE_TO, START, STOP, THEN, TILE_TO, WALK_TO,
)  # fmt: skip


class Position:
    """State of one game, Jack's sheet included."""

    __slots__ = (
        "row", "row_end", "first_row", "first_row_end", "second_row", "second_row_end", "laid", "locations", "goals",
        "figures", "false_clues", "yellow", "tiles", "options", "circle", "round", "track", "counters", "abilities",
        "smoked", "scent", "called", "figure", "doing", "seat", "ending",
    )  # fmt: skip

    row: bits.u64  # of this round: byte k is the circle in box k, box 0 to 7
    row_end: bits.u64  # box 8 to 15
    first_row: bits.u64  # of round 1, once it is over
    first_row_end: bits.u64
    second_row: bits.u64  # of round 2, once it is over
    second_row_end: bits.u64
    laid: bits.u64  # nibble s: kind of tile on track space s
    locations: bits.u32  # byte q: the location in quadrant q
    goals: bits.u32  # the same, but 0 with a red marker
    figures: bits.u32  # byte k: the crossing of figure k
    false_clues: bits.u32  # a byte each
    yellow: bits.u16  # boxes whose circle has a yellow marker: its first box
    tiles: bits.u16  # nibble by kind: special tiles left
    options: bits.u32  # bits 0-3 rules; 4-6 Casebook; from 8, three each: the figures; from 20, two each: their seats
    circle: bits.u8  # where Jack is
    round: bits.u8
    track: bits.u8  # spaces used
    counters: bits.u8  # false clues to lay
    abilities: bits.u8  # not used yet
    smoked: bits.u8  # yellow moved with the Smoker this turn
    scent: bits.u8  # yellow searches with the Smoker
    called: bits.u8  # searched circles in range
    figure: bits.u8  # index of the active figure
    doing: bits.u8  # stage
    seat: bits.u8  # the seat to act
    ending: bits.u8

    def __init__(
        self,
        row: bits.u64, row_end: bits.u64, first_row: bits.u64, first_row_end: bits.u64, second_row: bits.u64,
        second_row_end: bits.u64, laid: bits.u64, locations: bits.u32, goals: bits.u32, figures: bits.u32,
        false_clues: bits.u32, yellow: bits.u16, tiles: bits.u16, options: bits.u32, circle: bits.u8, round: bits.u8,
        track: bits.u8, counters: bits.u8, abilities: bits.u8, smoked: bits.u8, scent: bits.u8, called: bits.u8,
        figure: bits.u8, doing: bits.u8, seat: bits.u8, ending: bits.u8,
    ) -> None:  # fmt: skip
        self.row, self.row_end = row, row_end
        self.first_row, self.first_row_end = first_row, first_row_end
        self.second_row, self.second_row_end = second_row, second_row_end
        self.laid = laid
        self.locations, self.goals = locations, goals
        self.figures, self.false_clues = figures, false_clues
        self.yellow, self.tiles = yellow, tiles
        self.options = options
        self.circle, self.round, self.track = circle, round, track
        self.counters, self.abilities = counters, abilities
        self.smoked, self.scent, self.called = smoked, scent, called
        self.figure, self.doing = figure, doing
        self.seat, self.ending = seat, ending

    def key(self) -> tuple[int, ...]:
        return (
            self.row, self.row_end, self.first_row, self.first_row_end, self.second_row, self.second_row_end, self.laid,
            self.locations, self.goals, self.figures, self.false_clues, self.yellow, self.tiles, self.options,
            self.circle, self.round, self.track, self.counters, self.abilities, self.smoked, self.scent, self.called,
            self.figure, self.doing, self.seat, self.ending,
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
        self.row, self.row_end = other.row, other.row_end
        self.first_row, self.first_row_end = other.first_row, other.first_row_end
        self.second_row, self.second_row_end = other.second_row, other.second_row_end
        self.laid = other.laid
        self.locations, self.goals = other.locations, other.goals
        self.figures, self.false_clues = other.figures, other.false_clues
        self.yellow, self.tiles = other.yellow, other.tiles
        self.options = other.options
        self.circle, self.round, self.track = other.circle, other.round, other.track
        self.counters, self.abilities = other.counters, other.abilities
        self.smoked, self.scent, self.called = other.smoked, other.scent, other.called
        self.figure, self.doing = other.figure, other.doing
        self.seat, self.ending = other.seat, other.ending

    def to_move(self) -> bits.i32:
        return self.seat

    # ---- queries

    def name_of(self, figure: bits.i32) -> bits.i32:
        """Return the number in FIGURES of the first, second or third figure (WM-08, WM-68)."""
        return self.options >> 8 + 3 * figure & 7

    def holder(self, figure: bits.i32) -> bits.i32:
        """Return the seat that moves a figure (WM-07)."""
        return self.options >> 20 + 2 * figure & 3

    def casebook(self) -> bits.i32:
        return self.options >> 4 & 7

    def plays(self, rule: bits.u32) -> bits.flag:
        return self.options & rule != 0

    def can(self, ability: bits.i32) -> bits.flag:
        """Return True if an ability is in play and unused (WM-65)."""
        return self.abilities >> ability & 1 != 0

    def left(self, kind: bits.i32) -> bits.i32:
        return bits.nibble(self.tiles, kind)

    def crossing(self, figure: bits.i32) -> bits.i32:
        return bits.byte(self.figures, figure)

    def box(self, k: bits.i32) -> bits.i32:
        return bits.byte(self.row, k) if k < 8 else bits.byte(self.row_end, k - 8)

    def reached(self) -> bits.flag:
        """Return True if Jack stands on a location without a red marker (WM-50)."""
        return bits.has_byte(self.goals, self.circle)

    def arrestable(self) -> bits.u32:
        return clues.arrestable(self.crossing(self.figure), self.false_clues)

    def searchable(self) -> bits.u32:
        """Return the circles the figure may search, without those it has searched already."""
        here: bits.i32 = self.crossing(self.figure)
        return clues.searchable(here, self.false_clues, self.row, self.row_end, self.yellow) & ~self.called

    # ---- legal actions

    def legal(self) -> list[int]:
        k: bits.i32
        return [self.option(k) for k in range(self.count())]

    def count(self) -> bits.i32:
        if self.doing == WALKING:
            return figure_moves.count(self.figures, self.figure, self.name_of(self.figure), self.abilities)
        if self.doing == ACTING:
            return clues.count(self.searchable(), self.arrestable(), self.name_of(self.figure), self.abilities)
        if self.doing == SEARCHING:
            return clues.count(self.searchable(), 0, 0, 0)
        if self.doing == MOVING:
            return jack_moves.count(self.circle, self.figures, self.goals, self.tiles, self.track)
        if self.doing == COACHING:
            return bits.popcount(jack_moves.seconds(self.box(self.track - 1), self.circle, self.goals))
        if self.doing == BLUFFING:
            return clues.empty_circles(self.locations, self.false_clues) + 1
        if self.doing == LOCATING:
            return location_sets.count(self.casebook(), self.locations)
        if self.doing == PLACING:
            return location_sets.free_yellows(self.figure)
        if self.doing == STARTING:
            return 4
        if self.doing == RECLAIMING:
            return 1 + (self.left(ALLEY) < TILES) + (self.left(BOAT) < TILES)
        return 2 if self.doing == SCENTING else 0

    def option(self, k: bits.i32) -> bits.i32:
        """Return the k-th legal action, 0 <= k < count()."""
        if self.doing == WALKING:
            return figure_moves.option(self.figures, self.figure, self.name_of(self.figure), self.abilities, k)
        here: bits.i32 = self.crossing(self.figure)
        if self.doing == ACTING:
            name: bits.i32 = self.name_of(self.figure)
            return clues.option(here, self.searchable(), self.arrestable(), name, self.abilities, k)
        if self.doing == SEARCHING:
            return clues.option(here, self.searchable(), 0, 0, 0, k)
        if self.doing == MOVING:
            return jack_moves.option(self.circle, self.figures, self.goals, self.tiles, self.track, k)
        if self.doing == COACHING:
            return jack_moves.second(self.box(self.track - 1), self.circle, self.goals, k)
        if self.doing == BLUFFING:
            if k < clues.empty_circles(self.locations, self.false_clues):
                return CLUE + clues.empty_circle(self.locations, self.false_clues, k)
            return NO_CLUE + 1
        if self.doing == LOCATING:
            return LOCATE + location_sets.option(self.casebook(), self.locations, k)
        if self.doing == PLACING:
            return PLACE + location_sets.free_yellow(self.figures, k)
        if self.doing == STARTING:
            return START + location_sets.location(self.locations, k)
        if self.doing == RECLAIMING:
            return self.option_of_reclaims(k)
        return SCENT + 1 if k == 0 else STOP + 1

    def weight(self, action: bits.i32) -> bits.i32:
        return location_sets.weight(self.casebook(), self.locations, action - LOCATE)

    def option_of_reclaims(self, k: bits.i32) -> bits.i32:
        """Return the k-th choice of Alley, Boat (if one is used) and nothing (WM-61)."""
        if self.left(ALLEY) < TILES:
            if k == 0:
                return RECLAIM + 1
            k -= 1
        return RECLAIM + 2 if k == 0 and self.left(BOAT) < TILES else RECLAIM + 3

    # ---- applying actions

    def advance(self, action: bits.i32) -> None:
        if action > SEARCH:
            self.act(action)
        elif action > CLUE:
            self.bluff(action)
        elif action > WALK_TO:
            self.walk(action)
        elif action > MOVE:
            self.flee(action)
        elif action > RECLAIM:
            self.reclaim(action - RECLAIM)
        elif action > START:
            self.circle = action - START
            self.begin_round()
        elif action > PLACE:
            self.place(action - PLACE)
        else:
            self.locate(action - LOCATE)

    def step(self, random: bits.u64) -> None:
        """Apply the legal action selected by 64 random bits. Chance draws by weight."""
        if self.seat == CHANCE:
            self.locate(location_sets.drawn(self.casebook(), self.locations, random))
        else:
            self.advance(self.option(bits.below(random, self.count())))

    # ---- before the first move

    def locate(self, circle: bits.u32) -> None:
        self.locations |= circle << 8 * location_sets.chosen(self.locations)
        self.goals = self.locations
        if location_sets.chosen(self.locations) == 4:
            self.doing = PLACING
            self.seat = self.holder(0)

    def place(self, crossing: bits.i32) -> None:
        self.figures = bits.with_byte(self.figures, self.figure, crossing)
        self.figure += 1
        if self.figure < 3:
            self.seat = self.holder(self.figure)
        else:
            self.figure = 0
            self.doing = STARTING
            self.seat = JACK

    def begin_round(self) -> None:
        """Put a red marker where Jack stands and start a row there (WM-04, WM-51)."""
        self.goals = bits.with_byte(self.goals, bits.find_byte(self.goals, self.circle), 0)
        self.row = self.circle
        self.row_end = self.laid = 0
        self.track = self.yellow = self.false_clues = self.counters = 0  # WM-62d
        self.round += 1
        if self.round > 1 and self.plays(NEWSPAPER_FABRICATIONS) and self.left(ALLEY) + self.left(BOAT) < 2 * TILES:
            self.doing = RECLAIMING
            self.seat = JACK
        else:
            self.begin_turn()

    def reclaim(self, choice: bits.i32) -> None:
        if choice < 3:
            self.tiles += bits.bit(4 * (ALLEY if choice == 1 else BOAT))
        self.begin_turn()

    # ---- Jack's turn

    def begin_turn(self) -> None:
        """Start Jack's turn, or end the game if he has no move (WM-20)."""
        self.doing = MOVING
        self.seat = JACK
        if self.count() == 0:
            self.end(TRAPPED)

    def flee(self, action: bits.i32) -> None:
        """Move Jack (WM-10 to WM-16). Then the figures walk, unless the track is full (WM-21)."""
        if action > BOAT_TO:
            self.tiles -= bits.bit(4 * BOAT)
            self.write(action - BOAT_TO, BOAT)
        elif action > ALLEY_TO:
            self.tiles -= bits.bit(4 * ALLEY)
            self.write(action - ALLEY_TO, ALLEY)
        elif action > THEN:
            self.write(action - THEN, COACH)
        elif action > COACH_TO:
            self.tiles -= bits.bit(4 * COACH)
            self.write(action - COACH_TO, COACH)
            self.doing = COACHING
            return
        else:
            self.write(action - MOVE, 0)
        if self.track == SPACES and not self.reached():
            self.end(TOO_LATE)
        else:
            self.doing = WALKING
            self.seat = self.holder(0)

    def write(self, circle: bits.u64, kind: bits.u64) -> None:
        """Record Jack's circle, advance the track, and lay a special tile there (WM-12, WM-14c)."""
        self.circle = circle
        self.track += 1
        self.laid |= kind << 4 * self.track
        if self.track < 8:
            self.row |= circle << 8 * self.track
        else:
            self.row_end |= circle << 8 * (self.track - 8)

    # ---- the investigators' turn

    def walk(self, action: bits.i32) -> None:
        """Move a figure (WM-30), perhaps with the Smoker or its tile (WM-66a, WM-67)."""
        crossing: bits.i32 = action - WALK_TO
        if action > TILE_TO:
            crossing = action - TILE_TO
            self.use_up(YELLOW_TILE + self.name_of(self.figure))
        elif action > SMOKE_TO:
            crossing = action - SMOKE_TO
            self.use_up(SMOKER)
            self.smoked = 1
        self.figures = bits.with_byte(self.figures, self.figure, crossing)
        self.figure += 1
        if self.figure < 3:
            self.seat = self.holder(self.figure)
        elif self.counters:
            self.figure = 0
            self.doing = BLUFFING  # WM-62a
            self.seat = JACK
        else:
            self.begin_actions()

    def bluff(self, action: bits.i32) -> None:
        if action <= NO_CLUE:
            self.counters -= 1
            self.false_clues = self.false_clues << 8 | action - CLUE
        self.begin_actions()

    def begin_actions(self) -> None:
        """Start the figures' actions, after all have moved (WM-31a). Yellow is skipped after smoking (WM-66a)."""
        self.figure = self.smoked
        self.doing = ACTING
        self.seat = self.holder(self.figure)

    def act(self, action: bits.i32) -> None:
        """Search, arrest, use an ability, or stop (WM-40)."""
        if action > STOP:
            self.finish()
        elif action > SCENT:
            self.use_up(SMOKER)  # WM-66b
            self.scent = 1
            self.doing = SEARCHING
        elif action > CALL:
            self.use_up(BROWN)
            named: bits.i32 = action - CALL
            self.strike(named != self.circle and bits.has_byte(self.goals, named), DEDUCED)  # WM-68c
        elif action > ARREST_ALL:
            self.use_up(GREEN)
            here: bits.i32 = self.crossing(self.figure)
            self.strike(clues.place_in_range(here, self.circle) & self.arrestable() != 0, ARRESTED)  # WM-68b
        elif action > ARREST:
            self.strike(action - ARREST == self.circle, ARRESTED)
        else:
            self.search(action - SEARCH)

    def search(self, circle: bits.i32) -> None:
        """Answer a search. A circle in the row gets a yellow marker and ends the search (WM-41a)."""
        self.called |= clues.place_in_range(self.crossing(self.figure), circle)
        box: bits.i32 = clues.box_of(self.row, self.row_end, circle)
        if box != NOWHERE:
            self.yellow |= bits.bit(box)
            if self.plays(FALSE_CLUES) and bits.popcount(self.yellow) % 5 == 0:
                self.counters += 1  # WM-62
        if self.searchable() == 0:
            self.finish()
        elif box == NOWHERE or self.scent:
            self.doing = SEARCHING  # WM-41b
        elif self.name_of(self.figure) == YELLOW_FIGURE and self.can(SMOKER):
            self.doing = SCENTING  # WM-66b
        else:
            self.finish()

    def strike(self, right: bits.flag, ending: bits.i32) -> None:
        """End the game if an arrest or call is right, else the figure's action (WM-42, WM-42a)."""
        if right:
            self.end(ending)
        else:
            self.finish()

    def use_up(self, ability: bits.i32) -> None:
        self.abilities = self.abilities & ~bits.bit(ability)

    def finish(self) -> None:
        self.called = self.scent = 0
        self.figure += 1
        if self.figure < 3:
            self.doing = ACTING
            self.seat = self.holder(self.figure)
        else:
            self.figure = self.smoked = 0
            self.end_turn()

    # ---- the end of turns, rounds and the game

    def end_turn(self) -> None:
        """End the round if Jack has reached a location, and the game after the last one (WM-50, WM-52)."""
        if not self.reached():
            self.begin_turn()
        elif self.round == 3:
            self.goals = 0
            self.end(COMPLETED)
        else:
            if self.round == 1:
                self.first_row, self.first_row_end = self.row, self.row_end
            else:
                self.second_row, self.second_row_end = self.row, self.row_end
            self.begin_round()

    def end(self, ending: bits.i32) -> None:
        self.ending = ending
        self.doing = FINISHED
        self.seat = NOBODY


def start(options: bits.u32, abilities: bits.u32) -> Position:
    """Return the start position. `opening.py` builds the arguments from the options."""
    casebook: bits.i32 = options >> 4 & 7
    seat: bits.i32 = JACK if casebook == OFF else CHANCE  # WM-06
    tiles: bits.i32 = TILES << 4 * COACH | TILES << 4 * ALLEY | TILES << 4 * BOAT  # WM-05
    return Position(
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, tiles, options, 0, 0, 0, 0, abilities, 0, 0, 0, 0, LOCATING, seat, GOES_ON
    )
