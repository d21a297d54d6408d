# The C types of judgement.py.
cimport cython
from gaslamp.core cimport bits

cdef int HIDDEN, FEATURES, NEEDS, LINEAR, INPUT, NEEDED_INPUT, BIAS, OUTPUT, SIZE
cdef bits.u8[119] WALKS

cpdef double squashed(double x) noexcept nogil

@cython.final
cdef class Judgement:
    cdef double[::1] weights, features, layer
    cdef int row
    cpdef void look(self, bits.u16[::1] lines, int at, bits.u32 detectives, bits.u32 up, int turn, int faces) noexcept nogil
    cdef void find_features(self, bits.u16[::1] lines, int at, bits.u32 detectives, bits.u32 up, double each, int n) noexcept nogil
    cdef void find_reach(self, bits.u16[::1] lines, int at, bits.u32 detectives, bits.u32 up, int n, int faces) noexcept nogil
    cdef double raw(self, int need) noexcept nogil
    cpdef double value(self, int need) noexcept nogil
    cpdef double learn(self, int need, double target, double rate) noexcept nogil
