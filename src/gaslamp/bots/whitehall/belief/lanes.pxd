# The C types of lanes.py.
cimport cython
from gaslamp.bots.whitehall.belief cimport crowd
from gaslamp.bots.whitehall.belief.crowd cimport Crowd
from gaslamp.core cimport bits
from gaslamp.core.dice cimport Dice
from gaslamp.titles.whitehall.belief.layers cimport Layer, Leg

cdef int C, FARTHEST, PLAIN
cdef bits.u8[36100] FAR

@cython.final
cdef class Manners:
    cdef readonly int goals, count, lanes
    cdef bits.u8[::1] aims
    cdef double[::1] prior
    cpdef int goal_of(self, int lane) noexcept

@cython.final
cdef class Bearing:
    cdef double[::1] pull, shy

@cython.final
cdef class Stage:
    cdef readonly int size
    cdef bits.u8[::1] circles, between
    cdef double[::1] shares, onward
    cdef bits.i32[::1] first, came
    cdef void arrivals(self, int total)

@cython.locals(values=double[::1], known=bits.u8[::1])
cpdef Stage next_stage(Stage before, Layer source, Layer target, Leg leg, Manners manners, Bearing bearing)
cpdef Stage first_stage(int start, Manners manners)
@cython.locals(sums=double[::1], summed=bits.u8[::1])
cdef void lay_onward(Stage before, Leg leg, Manners manners, Bearing bearing, double[::1] values, bits.u8[::1] known)
cdef void value(int end, int kind, Manners manners, Bearing bearing, double[::1] values) noexcept
@cython.locals(filled=bits.i32[::1])
cdef void link(Stage stage, Layer source, Layer target, Leg leg)
cpdef void keep_arrived(Stage stage, Manners manners, bits.u8[::1] goals) noexcept
cpdef void by_circle(Stage stage, Manners manners, bint left, double[::1] found) noexcept
cpdef void by_lane(Stage stage, Manners manners, int circle, double[::1] found) noexcept
