# The C types of cells.py.
cimport cython
from gaslamp.core cimport bits
from gaslamp.titles.pocket.rules.position cimport Position

cdef int ALIBI, HOLMES, JACK, JOKER, ROTATION
cdef int EXCHANGE, ROTATE, STAY, TAKE, WALK
cdef int ROOM
cdef bits.u8[8] MOVER, SHOWN

@cython.final
cdef class Cells:
    cdef readonly Position position
    cdef bits.i32[::1] ids, count, stride, actions
    cdef readonly int size, left, used
    cdef bits.u8[::1] ply
    cdef bint twins
    cdef int face(self, int token) noexcept nogil
    cdef void list_uses(self) noexcept nogil
    cdef void count_plies(self) noexcept nogil
    cdef int ends(self, int depth) noexcept nogil
    cpdef int root(self) noexcept nogil
    cdef inline int use(self, int cell, int token) noexcept nogil
    cpdef int plies(self, int cell) noexcept nogil
    cpdef int mover(self, int ply) noexcept nogil
    cdef inline bint may_use(self, int cell, int token) noexcept nogil
    cdef inline bint clashes(self, int cell) noexcept nogil
    cdef int choices(self, int token) noexcept nogil
    cdef int first_choice(self, int token, int seat) noexcept nogil
    cdef inline int leads_to(self, int cell, int token, int use) noexcept nogil
    cdef void act(self, Position position, int token, int use) noexcept nogil
    cdef bits.u32 detectives_at(self, int cell, bits.u32 detectives) noexcept nogil
    cdef bits.u32 up_at(self, int cell) noexcept nogil
    cpdef int drawn(self, int cell) noexcept nogil
    cpdef int moved(self, int cell, int move, int card) noexcept nogil
