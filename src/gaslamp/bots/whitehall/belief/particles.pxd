# The C types of particles.py.
cimport cython
from gaslamp.core cimport bits
from gaslamp.core.dice cimport Dice
from gaslamp.titles.whitehall.rules.choices cimport jack_moves

cdef int ALLEY, BOAT, BOAT_ROOM, C, COACH, FARTHEST, HIDDEN, NEXT_ROOM, PLAIN
cdef double UNIT
cdef bits.u8[3040] ACROSS, NEXT
cdef bits.u8[1520] AFLOAT
cdef bits.u16[190] ALL_ACROSS, LAND
cdef bits.u8[190] ALL_AFLOAT
cdef bits.u8[36100] FAR
cdef bits.u16[36100] NEXT_BIT

cpdef double chance(Dice dice) noexcept

@cython.final
cdef class Particles:
    cdef readonly int room, size, places
    cdef bits.u8[::1] circle, goal, player_type, support
    cdef bits.u64[::1] visited
    cdef bits.i32[::1] now, been
    cdef double[::1] gain
    cpdef void enter(self, int goal, int player_type) noexcept
    cpdef void passed(self, int circle) noexcept
    cpdef void become(self, Particles other) noexcept
    cpdef void thinned(self, int step, Particles other) noexcept
    cdef void stay(self, int k, int n) noexcept
    cpdef bint was_at(self, int k, int circle) noexcept
    cpdef void searched(self, int circle, bint hit) noexcept
    cpdef void not_at(self, int circle) noexcept
    cpdef void only(self, int circle) noexcept
    cpdef int having(self, int circle) noexcept
    cpdef int at(self, int circle) noexcept
    cpdef int player_type_of(self, int k) noexcept
    cpdef int arrived(self) noexcept
    cpdef void count(self) noexcept
    cpdef void judge(self, int circle, bits.i32[::1] both) noexcept
    cpdef void step(self, int kind, bits.u32 figures, double[::1] pull, Dice dice) noexcept
    cdef int chosen(self, int k, int kind, bits.u32 figures, double[::1] pull, Dice dice) noexcept
    cdef int drawn(self, int k, int at, int kind, bits.u32 mask, double[::1] pull, Dice dice) noexcept
