# The C types of chase.py.
cimport cython
from gaslamp.bots.whitehall cimport pursuit
from gaslamp.bots.whitehall.belief cimport particles
from gaslamp.bots.whitehall.belief.particles cimport Particles
from gaslamp.bots.whitehall.pursuit cimport Fugitive, Outlook
from gaslamp.core cimport bits
from gaslamp.core.dice cimport Dice
from gaslamp.titles.whitehall.rules.choices cimport jack_moves

cdef int ALLEY, BOAT, BOAT_ROOM, C, COACH, HOPES, NEXT_ROOM, PLAIN, RANGE_ROOM, SPACES, X
cdef double SPENT, UNSAFE
cdef double[8] BESIDE
cdef double[3] SURE
cdef double[5] CORNER
cdef bits.u8[3040] ACROSS, NEXT
cdef bits.u8[1520] AFLOAT
cdef bits.u8[1400] RANGE
cdef bits.u8[175] RANGE_COUNT
cdef bits.u8[33250] REACH

@cython.final
cdef class Chase:
    cdef readonly Particles jacks, ahead, other
    cdef readonly Outlook outlook
    cdef readonly Fugitive jack
    cdef public bits.u32 figures
    cdef bits.u32 chosen
    cdef double best
    cdef double[::1] thought, pull, hopes, features
    cdef bits.i32[::1] both
    cpdef void begin(self, Fugitive jack, Particles jacks, bits.u32 figures, Outlook outlook)
    cpdef void move(self, int kind, int first, int second, Dice dice)
    cpdef bint flee(self, Dice dice)
    cdef void flee_by(self, int kind, Dice dice)
    cdef void consider(self, int end, int between, int kind, Dice dice)
    cdef void think(self, Particles jacks)
    cpdef void walk(self, Dice dice)
    cpdef bint act(self)
    cpdef int search(self, int x)
    cpdef double answer(self, Dice dice)
    cpdef double acted(self)
    cpdef double played_out(self, int turns, Dice dice)
    cpdef double closed_in(self, bits.u32 figures, int turns, Dice dice)
    cdef double fled(self, int turns, double result, Dice dice)
    cpdef double hope(self)
    cdef void describe(self)
    cpdef list described(self)
