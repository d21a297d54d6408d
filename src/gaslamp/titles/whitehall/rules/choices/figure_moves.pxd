# The C types of figure_moves.py.
cimport cython
from gaslamp.core cimport bits

cdef int ALLEY_STEP, BLUE_FIGURE, BLUE_TILE, BOAT_STEP, COACH_STEP, RED_FIGURE, RED_TILE, SMOKE, SMOKER, WALK
cdef int WALK_ROOM, WALKS, YELLOW_FIGURE, YELLOW_TILE, X
cdef int SMOKE_TO, TILE_TO, WALK_TO

cdef bits.u8[875] COUNT
cdef bits.u8[56000] LIST
cdef bits.u8[153125] PLACE

cpdef bits.u64 ends(int how, bits.u32 figures, int figure) noexcept nogil
cdef bits.u64 with_smoker(bits.u32 figures, int figure, int name, bits.u32 abilities) noexcept nogil
cdef int tile_step(int name, bits.u32 abilities) noexcept nogil
cdef bits.u64 with_tile(bits.u32 figures, int figure, int name, bits.u32 abilities) noexcept nogil
cpdef int count(bits.u32 figures, int figure, int name, bits.u32 abilities) noexcept nogil
cpdef int option(bits.u32 figures, int figure, int name, bits.u32 abilities, int k) noexcept nogil
