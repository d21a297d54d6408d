# The C types of position.py.
cimport cython
from gaslamp.core cimport bits
from gaslamp.titles.whitehall.rules.choices cimport clues, figure_moves, jack_moves, location_sets

cdef int ACTING, ALLEY, ARRESTED, BLUFFING, BOAT, BROWN, CHANCE, COACH, COACHING, COMPLETED, DEDUCED
cdef int FALSE_CLUES, FINISHED, GOES_ON, GREEN, JACK, LOCATING, MOVING, NEWSPAPER_FABRICATIONS, NOBODY
cdef int NOWHERE, OFF, PLACING, RECLAIMING, SCENTING, SEARCHING, SMOKER, SPACES, STARTING, TILES, TOO_LATE, TRAPPED
cdef int WALKING, YELLOW_FIGURE, YELLOW_TILE
cdef int ALLEY_TO, ARREST, ARREST_ALL, BOAT_TO, CALL, CLUE, COACH_TO, LOCATE, MOVE, NO_CLUE, PLACE, RECLAIM, SCENT
cdef int SEARCH, SMOKE_TO, START, STOP, THEN, TILE_TO, WALK_TO

@cython.final
cdef class Position:
    cdef readonly bits.u64 row, row_end, first_row, first_row_end, second_row, second_row_end, laid
    cdef readonly bits.u32 locations, goals, figures, false_clues, options
    cdef readonly bits.u16 yellow, tiles
    cdef readonly bits.u8 circle, round, track, counters, abilities, smoked, scent, called, figure, doing, seat, ending
    cpdef Position copy(self)
    cpdef void become(self, Position other) noexcept nogil
    cpdef int to_move(self) noexcept nogil
    cpdef int name_of(self, int figure) noexcept nogil
    cpdef int holder(self, int figure) noexcept nogil
    cpdef int casebook(self) noexcept nogil
    cpdef bint plays(self, bits.u32 rule) noexcept nogil
    cpdef bint can(self, int ability) noexcept nogil
    cpdef int left(self, int kind) noexcept nogil
    cpdef int crossing(self, int figure) noexcept nogil
    cpdef int box(self, int k) noexcept nogil
    cpdef bint reached(self) noexcept nogil
    cpdef bits.u32 arrestable(self) noexcept nogil
    cpdef bits.u32 searchable(self) noexcept nogil
    cpdef list legal(self)
    cpdef int count(self) noexcept nogil
    cpdef int option(self, int k) noexcept nogil
    cpdef int weight(self, int action) noexcept nogil
    cdef inline int option_of_reclaims(self, int k) noexcept nogil
    cpdef void advance(self, int action) noexcept nogil
    cpdef void step(self, bits.u64 random) noexcept nogil
    cdef inline void locate(self, bits.u32 circle) noexcept nogil
    cdef inline void place(self, int crossing) noexcept nogil
    cdef void begin_round(self) noexcept nogil
    cdef inline void reclaim(self, int choice) noexcept nogil
    cdef void begin_turn(self) noexcept nogil
    cdef inline void flee(self, int action) noexcept nogil
    cdef inline void write(self, bits.u64 circle, bits.u64 kind) noexcept nogil
    cdef inline void walk(self, int action) noexcept nogil
    cdef inline void bluff(self, int action) noexcept nogil
    cdef inline void begin_actions(self) noexcept nogil
    cdef inline void act(self, int action) noexcept nogil
    cdef inline void search(self, int circle) noexcept nogil
    cdef inline void strike(self, bint right, int ending) noexcept nogil
    cdef inline void use_up(self, int ability) noexcept nogil
    cdef void finish(self) noexcept nogil
    cdef void end_turn(self) noexcept nogil
    cdef inline void end(self, int ending) noexcept nogil
