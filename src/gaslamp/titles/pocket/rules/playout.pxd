# The C types of playout.py.
cimport cython
from gaslamp.core cimport bits
from gaslamp.core.dice cimport Dice
from gaslamp.titles.pocket.rules.position cimport Position

cdef int DETECTIVES, NOBODY
cdef bits.u8[8] WINNERS

cdef int run(Position position, Dice dice) noexcept nogil
