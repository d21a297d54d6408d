# The C types of path_counts.py.
cimport cython
from gaslamp.bots.whitehall.belief cimport particles
from gaslamp.bots.whitehall.belief.particles cimport Particles
from gaslamp.core cimport bits
from gaslamp.core.dice cimport Dice
from gaslamp.titles.whitehall.belief.layers cimport Layer, Leg

cdef int C, FARTHEST, PLAIN
cdef bits.u8[36100] FAR

@cython.final
cdef class PlayerTypes:
    cdef readonly int goals, count, lanes
    cdef bits.u8[::1] aims
    cdef double[::1] prior
    cpdef int goal_of(self, int lane) noexcept

@cython.final
cdef class MoveModel:
    cdef double[::1] pull, shy

@cython.final
cdef class WeightedLayer:
    cdef readonly int size
    cdef bits.u8[::1] circles, between
    cdef double[::1] shares, onward
    cdef bits.i32[::1] first, came
    cdef void arrivals(self, int total)

@cython.locals(values=double[::1], computed=bits.u8[::1])
cpdef WeightedLayer next_stage(WeightedLayer before, Layer source, Layer target, Leg leg, PlayerTypes player_types, MoveModel move_model)
cpdef WeightedLayer first_stage(int start, PlayerTypes player_types)
@cython.locals(sums=double[::1], summed=bits.u8[::1])
cdef void lay_onward(WeightedLayer before, Leg leg, PlayerTypes player_types, MoveModel move_model, double[::1] values, bits.u8[::1] computed)
cdef void value(int end, int kind, PlayerTypes player_types, MoveModel move_model, double[::1] values) noexcept
@cython.locals(filled=bits.i32[::1])
cdef void link(WeightedLayer stage, Layer source, Layer target, Leg leg)
cpdef void keep_arrived(WeightedLayer stage, PlayerTypes player_types, bits.u8[::1] goals) noexcept
cpdef void by_circle(WeightedLayer stage, PlayerTypes player_types, bint left, double[::1] totals) noexcept
cpdef void by_lane(WeightedLayer stage, PlayerTypes player_types, int circle, double[::1] totals) noexcept
