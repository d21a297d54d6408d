# The C types of pocket.py.
cimport cython
from gaslamp.core cimport bits, buffers
from gaslamp.research.batch.lane cimport Lane
from gaslamp.titles.pocket.rules.position cimport Position

cdef int ALL_ROADS, ALL_SUSPECTS, CHANCE, JACK
cdef int STAGE, TO_MOVE, TURN, TILES, WALLS, CLEARED, SEEN, MARKED, DETECTIVES, TOKENS, USED, SHOWN_CARDS, JACK_CARDS
cdef int JACK_TOKENS, CHASE, SHOWN_IDENTITY, SHOWN_HAND, IDENTITY, HAND
cdef bits.u8[8] FACE, WINNERS

cdef class PocketLane(Lane):
    cdef Position position, start
    cdef void restart(self) noexcept nogil
    cdef void draw(self) noexcept nogil
    cdef void advance(self, int action) noexcept nogil
    cdef int mover(self) noexcept nogil
    cdef int winner(self) noexcept nogil
    cdef int list_legal(self, bits.i64 first) noexcept nogil
    cdef void observe(self, int seat, bits.i64 begin, int value) noexcept nogil

cdef void fill(Position position, int seat, buffers.Bytes row, bits.i64 at) noexcept nogil
cdef void fill_tiles(Position position, buffers.Bytes row, bits.i64 at) noexcept nogil
cdef void fill_tokens(Position position, buffers.Bytes row, bits.i64 at) noexcept nogil
