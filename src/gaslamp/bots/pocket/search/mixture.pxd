# The C types of mixture.py.
cimport cython
from gaslamp.core cimport bits
from gaslamp.bots.pocket.search.turn cimport Turn

cdef int ALIBI, JACK
cdef int END, JACKS, DETECTIVE, DRAW, CARDS, LEARN, EVALUATE, ANSWER_JACK, ANSWER_DETECTIVES, LEVELS, ROOM

cpdef double told(double ratio) noexcept nogil

@cython.final
cdef class Mixture:
    cdef readonly Turn turn
    cdef readonly int size, tail, nodes, room, rounds
    cdef bits.i32[::1] kind, cell, ply, first, count, offset, move, live
    cdef double[::1] regrets, sums, mass, out, norm, reach, root_values
    cdef readonly double price, slack, margin
    cdef void grow(self, int room)
    cdef void add(self, int kind, int cell, int ply, int move) noexcept nogil
    cdef int expand_all(self)
    cdef void add_after(self, int node, int cell) noexcept nogil
    cdef int kind_at(self, int ply) noexcept nogil
    cdef void expand(self, int node) noexcept nogil
    cdef void add_seconds(self, int node, int cell, int after) noexcept nogil
    cdef void offer(self, int node, int cell) noexcept nogil
    cdef bint is_worse(self, int cell, int before) noexcept nogil
    cdef inline bint as_good(self, int one, int other, double slack) noexcept nogil
    cpdef void run(self, int rounds)
    cdef void begin(self) noexcept nogil
    cpdef double against(self, int aim) noexcept
    cdef void walk(self, int node, int level, int aim) noexcept nogil
    cdef inline double known(self, int at, int aim) noexcept nogil
    cdef void walk_draw(self, int node, int level, int aim) noexcept nogil
    cdef void walk_cards(self, int node, int level, int aim) noexcept nogil
    cdef void walk_jacks(self, int node, int level, int aim) noexcept nogil
    cdef void walk_detectives(self, int node, int level, int aim) noexcept nogil
