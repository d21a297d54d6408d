# The C types of whitehall.py.
cimport cython
from gaslamp.core cimport bits, buffers
from gaslamp.research.batch.lane cimport Lane
from gaslamp.titles.whitehall.rules.choices cimport clues, location_sets
from gaslamp.titles.whitehall.rules.position cimport Position

cdef int ACTING, ALLEY, BOAT, CHANCE, CIRCLES, COACH, CROSSINGS, JACK, MURDERER_AT_LARGE, PLACING, SCENTING, SEARCHING
cdef int WALKING
cdef int STAGE, TO_MOVE, FIGURE, ROUND, TRACK, HOLDERS, FIGURES, START_CROSSINGS, RED, YELLOW, FALSE, CALLED, COUNTERS
cdef int TILES_LEFT, LAID, ABILITIES, SMOKED, LOCATED, CIRCLE, ROW, LOCATIONS, REACHED, TRUE_TILES, TRUE_LAID
cdef int SEATS, HIDDEN
cdef bits.u8[6] WINNERS

cdef class WhitehallLane(Lane):
    cdef Position position, start
    cdef void restart(self) noexcept nogil
    cdef void draw(self) noexcept nogil
    cdef void advance(self, int action) noexcept nogil
    cdef int mover(self) noexcept nogil
    cdef int winner(self) noexcept nogil
    cdef int list_legal(self, bits.i64 first) noexcept nogil
    cdef void observe(self, int seat, bits.i64 begin, int value) noexcept nogil

cdef int list_acts(Position position, buffers.Shorts legal, bits.i64 first) noexcept nogil
cdef void fill(Position position, int seat, buffers.Bytes row, bits.i64 at, int value) noexcept nogil
cdef void fill_figures(Position position, buffers.Bytes row, bits.i64 at, int value) noexcept nogil
cdef void fill_markers(Position position, buffers.Bytes row, bits.i64 at, int value) noexcept nogil
cdef void fill_tiles(Position position, bint knows, buffers.Bytes row, bits.i64 at, int value) noexcept nogil
cdef void fill_left(Position position, int alleys, int boats, buffers.Bytes row, bits.i64 at, int value) noexcept nogil
cdef void fill_sheet(Position position, buffers.Bytes row, bits.i64 at, int value) noexcept nogil
