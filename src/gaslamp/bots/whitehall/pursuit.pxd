# The C types of pursuit.py.
cimport cython
from gaslamp.bots.whitehall.belief.particles cimport Particles
from gaslamp.core cimport bits
from gaslamp.titles.whitehall.rules.choices cimport jack_moves

cdef int C, PLAIN, RANGE_ROOM, SPACES, WALK_ROOM, X
cdef double ARREST, LEARN, LESS, COVER, DRIFT, HUNTED, NEAR, CORNERED
cdef double[8] COVERED, BESIDE
cdef bits.u8[36100] FAR
cdef bits.u8[1400] RANGE
cdef bits.u8[175] RANGE_COUNT, WALK_COUNT
cdef bits.u8[33250] REACH
cdef bits.u8[11200] WALKS_TO

@cython.final
cdef class Outlook:
    cdef readonly int count
    cdef double[::1] chance, gain, soon
    cdef bits.u8[::1] where, barred
    cdef bits.i32[::1] both
    cpdef void bar(self, int circle, int how) noexcept
    cpdef void look(self, Particles jacks, Particles ahead, bits.u32 figures) noexcept
    cpdef void weigh(self, int circle, double share) noexcept
    cpdef double worth(self, bits.u32 figures) noexcept
    cpdef bits.u32 plan(self, bits.u32 figures, int first) noexcept

cdef int nearest(bits.u32 figures, int circle) noexcept

@cython.final
cdef class Fugitive:
    cdef public int circle, track
    cdef public bits.u32 goals, tiles
    cdef public double shy
    cdef double[::1] after
    cdef bits.u64[::1] visited
    cpdef void become(self, Fugitive other) noexcept
    cpdef void expect(self, int goal, double cost) noexcept
    cpdef int away(self) noexcept
    cpdef void pose(self, Particles jacks, int k, int track, bits.u32 tiles, double shy) noexcept
    cpdef void enter(self, int circle) noexcept
    cpdef bint was_at(self, int circle) noexcept
    cpdef bint reached(self) noexcept
    cdef bint arrives(self, int end) noexcept
    cpdef double worth(self, int end, int boxes, int kind, bits.u32 figures, double[::1] thought) noexcept
    cdef double danger(self, int end, bits.u32 figures, double[::1] thought, bint arrives) noexcept
