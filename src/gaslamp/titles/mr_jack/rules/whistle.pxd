# C types of whistle.py.
cimport cython
from gaslamp.core cimport bits

cdef int GOODLEY, LONGEST
cdef bits.u64[240] AT
cdef bits.u64[960] CLOSER
cdef bits.u8[3600] DISTANCE

cpdef int place(bits.u64 places, int character) noexcept nogil
cpdef bits.u64 put(bits.u64 places, int character, bits.u64 target) noexcept nogil
cdef bits.u64 nearer(bits.u64 places, bits.u64 occupied, int character) noexcept nogil
cpdef bits.u64 answers(bits.u64 places, bits.u64 occupied, bits.u32 whistled, int character, int left) noexcept nogil
cpdef int spendable(bits.u64 places, bits.u64 occupied, bits.u32 whistled, int points) noexcept nogil
cdef int after(bits.u64 places, bits.u64 occupied, bits.u32 whistled, int character, int target, int points) noexcept nogil
