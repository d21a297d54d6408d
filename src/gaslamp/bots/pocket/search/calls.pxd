# The C types of calls.py.
cimport cython
from gaslamp.core cimport bits
from gaslamp.bots.pocket.judgement.judgement cimport Judgement
from gaslamp.titles.pocket.rules.position cimport Position

cdef int ALL_ROADS, CROSSROADS, LAST_TURN, NEEDED
cdef bits.u8[12] FAR, NEAR
cdef bits.u8[36] LINE

@cython.final
cdef class Secrets:
    cdef readonly int identities, sums, base, size
    cdef public double[::1] weights, draws, cards

@cython.final
cdef class Calls:
    cdef Position position
    cdef Secrets secrets
    cdef Judgement judge
    cdef bits.u16[::1] lines
    cdef double[::1] found
    cdef void find_lines(self, Position position) noexcept nogil
    cdef bits.u32 seen(self, bits.u32 detectives, bits.u32 up) noexcept nogil
    cdef void judge_call(self, bits.u32 detectives, bits.u32 up, bits.u32 seen) noexcept nogil
    cdef void judge_answer(self, bits.u32 detectives, bits.u32 up, int seen, int at) noexcept nogil
    cdef void look(self, bits.u32 detectives, bits.u32 up) noexcept nogil
    cdef double teach(self, double[::1] values, int at, double rate) noexcept
