# The C types of prospects.py.
cimport cython
from gaslamp.bots.mr_jack.search.activations cimport Board
from gaslamp.core cimport bits
from gaslamp.titles.mr_jack.rules cimport whistle

cdef int ALL, GOODLEY, HOLMES, LAST_ROUND, LESTRADE, SMITH, STEALTHY, WATSON
cdef int WHISTLED_NEAR, GOES_FIRST, MAY_GO, WARY, FLEES, CORNERED, ONE_HUNTER, HUNTED
cdef int LAST_LAMP, FAR_OFF, FEW, ALONE, SUSPECTS, FEATURES, ROW, CERTAIN_AT

cdef bits.u64[360] BEAM
cdef bits.u8[3600] DISTANCE
cdef bits.u64[16] OPEN_EXITS
cdef bits.u8[960] NEAREST
cdef bits.u64[8] LIGHT
cdef bits.u64[60] NEXT_TO
cdef bits.u64[3840] REACH2, REACH3, STEALTHY3, STEALTHY4
cdef bits.i32[90] FAR, NEAR
cdef bits.i32[9] TURNED_UP
cdef bits.i32[4096] LIKELY

@cython.final
cdef class Prospects:
    cdef bits.i32[::1] weights, values, rows
    cdef readonly bits.i32[::1] features, left
    cdef bits.u64[::1] reaches
    cdef readonly bits.u32 suspects, seen
    cdef bits.u32 lit, touching, leavers
    cdef int unknown
    cdef bint learnt, reached
    cdef int shared
    cpdef int weight(self, int character) noexcept nogil
    cpdef int value(self, int character) noexcept nogil
    cpdef bits.u32 look(self, Board here) noexcept nogil
    cpdef bits.u64 reach(self, Board here, int character) noexcept nogil
    cpdef bint can_leave(self, Board here, int character) noexcept nogil
    cpdef void judge(self, Board here, int number, bits.u32 cards, bint drawn) noexcept nogil
    cdef void judge_part(self, Board here, int number, bits.u32 cards, bint drawn, bits.u32 part, bint visible) noexcept nogil
    cdef int leaves(self, Board here, int character, int number, bits.u32 cards) noexcept nogil
    cdef int hunted(self, Board here, int character, int number, bits.u32 cards) noexcept nogil
    cdef void look_ahead(self, Board here, int number) noexcept nogil
    cdef void describe_all(self, int number, bits.u32 cards, bits.u32 part, bint visible) noexcept nogil
    cdef void describe(self, Board here, int character, int number, bits.u32 cards, bits.u32 part, bint visible) noexcept nogil
    cdef int estimate(self, int character, int number, bint visible) noexcept nogil
