# The C types of jack_moves.py.
cimport cython
from gaslamp.core cimport bits

cdef int ALLEY, ALLEY_TO, BOAT, BOAT_ROOM, BOAT_TO, C, COACH, COACH_TO, MOVE, NEXT_ROOM, SPACES, THEN, X

cdef bits.u8[3040] ACROSS, NEXT
cdef bits.u16[36100] ACROSS_BIT, NEXT_BIT
cdef bits.u8[1520] AFLOAT
cdef bits.u16[190] ALL_ACROSS, ALL_NEXT, LAND
cdef bits.u8[190] ALL_AFLOAT
cdef bits.u16[33250] CUT, CUT_AGAIN

cpdef bits.u32 plain(int here, bits.u32 figures) noexcept nogil
cpdef bits.u32 firsts(int here, bits.u32 goals, bits.u32 tiles, int track) noexcept nogil
cpdef bits.u32 seconds(int start, int first, bits.u32 goals) noexcept nogil
cdef bits.u32 by_coach(int here, bits.u32 goals) noexcept nogil
cpdef bits.u32 alleys(int here, bits.u32 goals, bits.u32 tiles) noexcept nogil
cpdef bits.u32 boats(int here, bits.u32 tiles) noexcept nogil
cpdef int count(int here, bits.u32 figures, bits.u32 goals, bits.u32 tiles, int track) noexcept nogil
cpdef int option(int here, bits.u32 figures, bits.u32 goals, bits.u32 tiles, int track, int k) noexcept nogil
cpdef int second(int start, int first, bits.u32 goals, int k) noexcept nogil
