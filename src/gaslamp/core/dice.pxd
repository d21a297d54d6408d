cimport cython
from gaslamp.core cimport bits

cdef bits.u64 GOLDEN, MASK64, MIX_A, MIX_B

@cython.final
cdef class Dice:
    cdef readonly bits.u64 state
    cpdef Dice copy(self)
    cpdef bits.u64 next(self) noexcept nogil
    cpdef bits.u32 below(self, bits.u32 n) noexcept nogil
