# The C types of turn.py.
cimport cython
from gaslamp.core cimport bits
from gaslamp.bots.pocket.search.calls cimport Calls, Secrets
from gaslamp.bots.pocket.search.cells cimport Cells
from gaslamp.titles.pocket.rules.position cimport Position

cdef int ALIBI, JACK
cdef int ROOM

@cython.final
cdef class Turn:
    cdef readonly Position position
    cdef readonly Secrets secrets
    cdef readonly Cells cells
    cdef Calls calls
    cdef readonly int depth, judged
    cdef double[::1] values, weights, one
    cdef void set_depth(self, int most, int tokens) noexcept nogil
    cdef void weigh(self) noexcept nogil
    cpdef void judge_ends(self)
    cdef void judge_end(self, Position board_of, int cell) noexcept nogil
    cpdef void solve(self)
    cpdef void work_back(self)
    cdef void solve_cell(self, int cell, int seat) noexcept nogil
    cdef void find(self, int cell, int token, int choice, int seat) noexcept nogil
    cdef double score(self, int cell) noexcept nogil
    cpdef int best(self, int cell, int number) noexcept
    cpdef double teach(self, double rate) noexcept
