# The C types of clues.py.
cimport cython
from gaslamp.core cimport bits

cdef int BROWN, BROWN_FIGURE, CIRCLES, GREEN, GREEN_FIGURE, NOWHERE, RANGE_ROOM, X
cdef int ARREST, ARREST_ALL, CALL, SEARCH, STOP

cdef bits.u8[1400] RANGE
cdef bits.u8[175] RANGE_COUNT
cdef bits.u8[2] SIZES
cdef bits.u8[189] WHITES

cpdef int box_of(bits.u64 row, bits.u64 row_end, int circle) noexcept nogil
cpdef bits.u32 place_in_range(int crossing, int circle) noexcept nogil
cpdef int circle_in_range(int crossing, int k) noexcept nogil
cpdef bits.u32 arrestable(int crossing, bits.u32 false_clues) noexcept nogil
cpdef bits.u32 searchable(
    int crossing, bits.u32 false_clues, bits.u64 row, bits.u64 row_end, bits.u32 yellow
) noexcept nogil
cdef int names_all(bits.u32 to_arrest, int name, bits.u32 abilities) noexcept nogil
cdef int names_any(int name, bits.u32 abilities) noexcept nogil
cpdef int count(bits.u32 to_search, bits.u32 to_arrest, int name, bits.u32 abilities) noexcept nogil
cpdef int option(
    int crossing, bits.u32 to_search, bits.u32 to_arrest, int name, bits.u32 abilities, int k
) noexcept nogil
cpdef int empty_circles(bits.u32 locations, bits.u32 false_clues) noexcept nogil
cpdef int empty_circle(bits.u32 locations, bits.u32 false_clues, int k) noexcept nogil
cdef int up_to(bits.u32 circle, bits.u32 circles) noexcept nogil
