# The C types of playout.py.
cimport cython
from gaslamp.core cimport bits
from gaslamp.core.dice cimport Dice
from gaslamp.titles.whitehall.rules.position cimport Position

cdef int COMPLETED, NOBODY

cdef int run(Position position, Dice dice) noexcept nogil
