# The C types of turn.py.
cimport cython
from gaslamp.core cimport bits
from gaslamp.brains.pocket.judgement.judgement cimport Judgement
from gaslamp.titles.pocket.rules.position cimport Position

cdef int ALIBI, ALL_ROADS, CROSSROADS, HOLMES, JACK, JOKER, LAST_TURN, NEEDED, ROTATION
cdef int EXCHANGE, ROTATE, STAY, TAKE, WALK
cdef int ROOM
cdef bits.u8[12] FAR, NEAR
cdef bits.u8[36] LINE
cdef bits.u8[8] MOVER, SHOWN

@cython.final
cdef class Secrets:
    cdef readonly int identities, sums, base, size
    cdef public double[::1] weights, draws, cards

@cython.final
cdef class Turn:
    cdef readonly Position position
    cdef readonly Secrets secrets
    cdef Judgement judge
    cdef bits.i32[::1] ids, count, stride, actions
    cdef readonly int cells, depth, left, used, judged
    cdef double[::1] values, weights, found, one
    cdef bits.u16[::1] lines
    cdef bits.u8[::1] ply
    cdef int face(self, int token) noexcept nogil
    cdef void list_uses(self) noexcept nogil
    cdef void set_depth(self, int most) noexcept nogil
    cdef int ends(self) noexcept nogil
    cpdef int root(self) noexcept nogil
    cdef inline int use(self, int cell, int token) noexcept nogil
    cpdef int plies(self, int cell) noexcept nogil
    cdef void count_plies(self) noexcept nogil
    cpdef int mover(self, int ply) noexcept nogil
    cdef inline bint twins(self) noexcept nogil
    cdef inline bint may_use(self, int cell, int token) noexcept nogil
    cdef inline bint clashes(self, int cell) noexcept nogil
    cdef int choices(self, int token) noexcept nogil
    cdef int first_choice(self, int token, int seat) noexcept nogil
    cdef inline int leads_to(self, int cell, int token, int use) noexcept nogil
    cdef void weigh(self) noexcept nogil
    cpdef void judge_ends(self)
    cdef void act(self, Position position, int token, int use) noexcept nogil
    cdef void find_lines(self, Position position) noexcept nogil
    cdef void judge_end(self, Position board_of, int cell) noexcept nogil
    cdef void judge_call(self, bits.u32 detectives, bits.u32 up, int seen, int at) noexcept nogil
    cdef void look(self, bits.u32 detectives, bits.u32 up) noexcept nogil
    cpdef void solve(self)
    cpdef void work_back(self)
    cdef void solve_cell(self, int cell, int seat) noexcept nogil
    cdef void find(self, int cell, int token, int choice, int seat) noexcept nogil
    cdef double score(self, int cell) noexcept nogil
    cpdef int best(self, int cell, int number) noexcept
    cpdef int moved(self, int cell, int move, int card) noexcept nogil
    cpdef double teach(self, double rate) noexcept
