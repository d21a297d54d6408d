# The C version of bits.py: a module that has both `from gaslamp.core import bits` and, in its .pxd,
# `from gaslamp.core cimport bits` is compiled with these.

ctypedef unsigned char u8
ctypedef unsigned short u16
ctypedef unsigned int u32
ctypedef unsigned long long u64
ctypedef int i32
ctypedef long long i64
ctypedef bint flag

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    #define gaslamp_popcount(x) ((int)__popcnt64(x))
    static int gaslamp_lowest(unsigned long long x) {unsigned long i; _BitScanForward64(&i, x); return (int)i;}
    #else
    #define gaslamp_popcount(x) __builtin_popcountll(x)
    #define gaslamp_lowest(x) __builtin_ctzll(x)
    #endif
    """
    int popcount "gaslamp_popcount"(u64 mask) noexcept nogil
    int lowest "gaslamp_lowest"(u64 mask) noexcept nogil

cdef inline u64 bit(int n) noexcept nogil:
    return <u64>1 << n

cdef inline int nth(u64 mask, int k) noexcept nogil:
    while k:
        mask &= mask - 1
        k -= 1
    return lowest(mask)

cdef inline int nibble(u64 word, int index) noexcept nogil:
    return <int>(word >> 4 * index & 15)

cdef inline u64 with_nibble(u64 word, int index, u64 value) noexcept nogil:
    return word ^ ((word >> 4 * index & 15) ^ value) << 4 * index

cdef inline int find_nibble(u64 word, u64 value) noexcept nogil:
    cdef u64 same = word ^ value * 0x1111111111111111ULL
    return lowest((same - 0x1111111111111111ULL) & ~same & 0x8888888888888888ULL) >> 2

cdef inline int byte(u64 word, int index) noexcept nogil:
    return <int>(word >> 8 * index & 255)

cdef inline u64 with_byte(u64 word, int index, u64 value) noexcept nogil:
    return word ^ ((word >> 8 * index & 255) ^ value) << 8 * index

cdef inline bint has_byte(u64 word, u64 value) noexcept nogil:
    cdef u64 same = word ^ value * 0x0101010101010101ULL
    return (same - 0x0101010101010101ULL) & ~same & 0x8080808080808080ULL != 0

cdef inline int find_byte(u64 word, u64 value) noexcept nogil:
    cdef u64 same = word ^ value * 0x0101010101010101ULL
    return lowest((same - 0x0101010101010101ULL) & ~same & 0x8080808080808080ULL) >> 3

cdef inline u32 below(u64 random, u32 n) noexcept nogil:
    return <u32>((random >> 32) * n >> 32)
