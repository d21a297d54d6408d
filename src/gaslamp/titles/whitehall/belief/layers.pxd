# The C types of layers.py.
cimport cython
from gaslamp.core cimport bits
from gaslamp.titles.whitehall.rules.choices cimport jack_moves

cdef int ALLEY, BOAT, BOAT_ROOM, C, COACH, NEXT_ROOM
cdef int PLAIN, HIDDEN, ALLEYS, CLUES, FAMILY, PASSED, ENDED
cdef bits.u64 SAFE, LOST, MASK64, SCATTER

cdef bits.u8[3040] ACROSS, NEXT
cdef bits.u8[1520] AFLOAT
cdef bits.u16[190] ALL_ACROSS, LAND
cdef bits.u8[190] ALL_AFLOAT
cdef bits.u16[36100] NEXT_BIT

@cython.final
cdef class Leg:
    cdef readonly int kind, size, least, most
    cdef readonly bits.u32 expired
    cdef bits.i32[::1] first
    cdef bits.u32[::1] kin
    cdef bits.u8[::1] one, two, shut, ban
    cdef bits.u16[::1] gain, dead
    cdef void chart(self, int here, bits.u32 figures) noexcept nogil
    cdef void enlist(self, int at, int kind, bits.u32 mask) noexcept nogil
    cdef void list_coaches(self, int here) noexcept nogil
    cpdef Leg avoiding(self, bits.u8[::1] ban)
    cpdef void bar(self, int circle, int how) noexcept nogil
    cpdef void allow_alleys(self, int least, int most) noexcept nogil
    cpdef void expire(self, bits.u32 clues) noexcept nogil
    cpdef void despair(self, int clue, bits.u32 bit, Leg following) noexcept
    cpdef int spaces(self) noexcept nogil
    cpdef int begin(self, int here) noexcept nogil
    cpdef bits.u64 after(self, bits.u64 key, int k) noexcept nogil

@cython.final
cdef class Layer:
    cdef bits.u64[::1] keys, low, high, rest_low, rest_high
    cdef bits.u32[::1] slots
    cdef bits.u8[::1] present
    cdef double[::1] shares, hopes
    cdef int shift
    cdef readonly int size
    cdef void clear(self) noexcept nogil
    cdef void make_room(self, int more)
    cdef int slot(self, bits.u64 key) noexcept nogil
    cpdef int find(self, bits.u64 key) noexcept nogil
    cpdef void add(self, bits.u64 key, bits.u64 low, bits.u64 high) noexcept nogil
    cpdef bits.u64 key(self, int place) noexcept nogil
    cpdef double hope(self, int place) noexcept nogil
    cpdef double share(self, int at) noexcept nogil
    cpdef bint holds(self, int circle) noexcept nogil
    cpdef void accept(self, int place) noexcept nogil

@cython.final
cdef class Arrivals:
    cdef bits.u8[::1] near, ban
    cdef Layer one, other

cpdef void spread(Layer source, Layer target, Leg leg)
cpdef void look_back(Layer source, Layer target, Leg leg)
cpdef void weigh_back(Layer source, Layer target, Leg leg, double[::1] weights)
cpdef void weigh(Layer source, Layer target, Leg leg, double[::1] weights, int lanes)
