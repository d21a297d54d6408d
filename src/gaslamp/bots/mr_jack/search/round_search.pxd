# The C types of round_search.py.
cimport cython
from gaslamp.bots.mr_jack.search.activations cimport Activations, Board
from gaslamp.bots.mr_jack.search.prospects cimport Prospects
from gaslamp.core cimport bits
from gaslamp.titles.mr_jack.rules cimport whistle

cdef int ALL, DETECTIVE, GOODLEY, HOLMES, JACK, LAST_ROUND, NONE
cdef int ROOM, PLIES, CERTAIN, NOTHING, MANNERS, ENOUGH, THINNER
cdef bits.i64[520] KEEN
cdef bits.u8[8] MOVER

@cython.final
cdef class Ply:
    cdef public Board here
    cdef public int number, used, size
    cdef public bits.u32 face_up, turned, accused
    cdef public bint visible, drawn
    cdef public bits.i32[::1] value, score, values
    cdef public bits.u64[::1] places, occupied
    cdef public bits.u32[::1] lamps
    cdef public bits.u8[::1] cordons, covers, facing, card, seen, by
    cdef public bits.u16[::1] first, how
    cpdef void put(self, int k, Board target) noexcept nogil
    cdef void move(self, int k, int to) noexcept nogil
    cpdef tuple key(self)

@cython.final
cdef class RoundSearch:
    cdef public Prospects prospects
    cdef public Activations activations
    cdef Board scratch
    cdef public list plies
    cdef public int width, thin, jack, own, everybody, soft, horizon
    cdef bits.i32[::1] least, best_for
    cdef public bits.i64 nodes, most
    cdef public bint stopped, through
    cdef dict known
    cdef bits.i64[::1] sums, shown, wavered
    cdef public int count
    cpdef void collect(self, Ply ply, int card, int wide, bint lowest, bint everybody) noexcept nogil
    cdef void compare(self, int k) noexcept nogil
    cdef void keep_for_everybody(self, Ply ply, int card, int begin, bits.u32 cards) noexcept nogil
    cdef void write(self, Ply ply, int at, int card, int first, int score) noexcept nogil
    cdef int score(self, int seat) noexcept nogil
    cdef void keep(self, Ply ply, int card, int first, int begin, int wide, int score) noexcept nogil
    cpdef void collect_all(self, Ply ply, int wide, bint lowest, int depth) noexcept nogil
    cdef void think(self, Ply ply, int depth)
    cdef int take(self, Ply ply, int k, bint detective, int best) noexcept nogil
    cpdef int whole(self, Ply ply, int k) noexcept nogil
    cdef void arrest(self, Ply ply, int best) noexcept nogil
    cdef void waver(self, Ply ply, int best) noexcept nogil
    cpdef void follow(self, Ply ply, int k, int depth)
    cdef void look_through(self, Ply ply, int k, int depth)
    cdef void after_call(self, Ply ply, int k, Ply following) noexcept nogil
    cpdef void survey(self, Ply ply, int thin) noexcept nogil
    cpdef void show(self, Ply ply, Board after) noexcept nogil
    cdef void tally(self, bits.i64[::1] target) noexcept nogil
