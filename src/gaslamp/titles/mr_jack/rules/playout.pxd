# C types of playout.py.
cimport cython
from gaslamp.core cimport bits
from gaslamp.core.dice cimport Dice
from gaslamp.titles.mr_jack.rules.position cimport Position

cdef int DETECTIVE, NOBODY
cdef bits.u8[5] WINNERS

cdef int run(Position position, Dice dice) noexcept nogil
