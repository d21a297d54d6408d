# The C types of mr_jack.py.
cimport cython
from gaslamp.core cimport bits, buffers
from gaslamp.research.batch.lane cimport Lane
from gaslamp.titles.mr_jack.rules.position cimport Position

cdef int ACTING, ALL, CHANCE, GONE, GOODLEY, HEXES, JACK, NONE, TURNING, WHISTLE
cdef int STAGE, TO_MOVE, ROUND, USED, PLACES, SUSPECTS, VISIBLE, FACING, LAMPS, COVERED, OPEN, CORDONS, TURNED, FACE_UP
cdef int LATER, PICKED, MOVED, ACTED, WHISTLED, POINTS, BUDGET, WITNESS, PILE, JACK_CARDS, DETECTIVE_CARDS, IDENTITY
cdef int JACK_ALIBIS, DETECTIVE_ALIBIS
cdef bits.u16[64] COVER_SETS
cdef bits.u16[2] EDITION_MANHOLES
cdef bits.u8[5] WINNERS

cdef class MrJackLane(Lane):
    cdef Position position, start
    cdef void restart(self) noexcept nogil
    cdef void draw(self) noexcept nogil
    cdef void advance(self, int action) noexcept nogil
    cdef int mover(self) noexcept nogil
    cdef int winner(self) noexcept nogil
    cdef int list_legal(self, bits.i64 first) noexcept nogil
    cdef void observe(self, int seat, bits.i64 begin, int value) noexcept nogil

cdef int list_activation(Position position, buffers.Shorts legal, bits.i64 first) noexcept nogil
cdef void fill(Position position, int seat, buffers.Bytes row, bits.i64 at) noexcept nogil
cdef void fill_board(Position position, buffers.Bytes row, bits.i64 at) noexcept nogil
cdef void fill_cards(Position position, buffers.Bytes row, bits.i64 at) noexcept nogil
