# The C types of lane.py.
cimport cython
from gaslamp.core cimport bits, buffers
from gaslamp.core.dice cimport Dice

cdef int ALL, MOVER, NOBODY

cdef class Lane:
    cdef object arrays
    cdef public Lane left, right
    cdef Dice dice
    cdef bits.i64 row
    cdef int seats, watched, space, room, width
    cdef buffers.Ints actions, counts, movers
    cdef buffers.Bytes masks, observations, dones
    cdef buffers.Shorts legal
    cdef buffers.Floats rewards, stakes
    cdef void play_all(self) noexcept nogil
    cdef int refused_all(self) noexcept nogil
    cdef void pick_all(self) noexcept nogil
    cdef void step(self) noexcept nogil
    cdef void reward(self) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef void forget(self) noexcept nogil
    cdef void tell(self) noexcept nogil
    cdef inline void mark_legal(self, int count, int value) noexcept nogil
    cdef void observe_all(self, int value) noexcept nogil
    cdef void restart(self) noexcept nogil
    cdef void draw(self) noexcept nogil
    cdef void advance(self, int action) noexcept nogil
    cdef int mover(self) noexcept nogil
    cdef int winner(self) noexcept nogil
    cdef int list_legal(self, bits.i64 first) noexcept nogil
    cdef void observe(self, int seat, bits.i64 begin, int value) noexcept nogil
