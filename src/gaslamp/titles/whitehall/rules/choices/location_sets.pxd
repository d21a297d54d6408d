# The C types of location_sets.py.
cimport cython
from gaslamp.core cimport bits

cdef int EASY, NORMAL, WHITE_ROOM, YELLOW_ROOM, C

cdef bits.u64[4] BOUNDS
cdef bits.u8[36100] DISTANCE
cdef bits.u32[192] FIRSTS
cdef bits.u16[12288] PAIRS
cdef bits.u8[256] WHITE
cdef bits.u8[4] WHITE_COUNT
cdef bits.u8[190] WHITE_PLACE
cdef bits.u8[8] YELLOW
cdef bits.u8[1] YELLOWS

cpdef int chosen(bits.u32 locations) noexcept nogil
cpdef int count(int level, bits.u32 locations) noexcept nogil
cpdef int option(int level, bits.u32 locations, int k) noexcept nogil
cpdef int drawn(int level, bits.u32 locations, bits.u64 random) noexcept nogil
cpdef int weight(int level, bits.u32 locations, int circle) noexcept nogil
cdef bint in_third(int third, bits.u64 a, bits.u64 b, bits.u64 c, bits.u64 d) noexcept nogil
cpdef int location(bits.u32 locations, int k) noexcept nogil
cpdef int free_yellows(int figure) noexcept nogil
cpdef int free_yellow(bits.u32 figures, int k) noexcept nogil
