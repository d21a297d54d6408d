# C types of position.py, for the compiled module.
cimport cython
from gaslamp.core cimport bits
from gaslamp.titles.mr_jack.rules cimport whistle

cdef int ACTING, ALL, BERT, CHANCE, DRAWING, ESCAPE, FACING, FINISHED, GOES_ON, GONE, GOODLEY, GULL, HOLMES
cdef int IDENTIFYING, JACK, LAST_ROUND, LESTRADE, NIGHT_OVER, NOBODY, NONE, PICKING, RIGHT_ARREST, SMITH
cdef int START_CORDONS, START_LAMPS, STEALTHY, TURNING, WATSON, WHISTLE_POINTS, WRONG_ARREST
cdef int ALIBI, CARD, CORDON, COVER, EXCHANGE, EXIT, FACE, HEX, IDENTITY, LAMP, PICK, STAY, WHISTLE, WHISTLE_NOBODY

cdef bits.u64[360] BEAM
cdef bits.u16[64] COVER_SETS
cdef bits.u8[3600] DISTANCE
cdef bits.u16[2] EDITION_MANHOLES
cdef bits.u8[4] EXIT_HEX
cdef bits.u64[8] LIGHT
cdef bits.u8[8] MOVER
cdef bits.u64[60] NEXT_TO
cdef bits.u64[3840] REACH2, REACH3, STEALTHY3, STEALTHY4
cdef bits.u8[12544] RECOVERED
cdef bits.u8[2] START_COVERS, START_FACING

@cython.final
cdef class Position:
    cdef readonly bits.u64 places, occupied
    cdef readonly bits.u32 lamps
    cdef readonly bits.u8 up, turned, face_up, pile, jack_alibis, detective_alibis, whistled, cordons, covers, facing
    cdef readonly bits.u8 round, used, picked, moved, acted, points, budget, visible, jack, doing, seat, ending, edition
    cpdef Position copy(self)
    cpdef void become(self, Position other) noexcept nogil
    cpdef int to_move(self) noexcept nogil
    cpdef int place(self, int character) noexcept nogil
    cpdef list legal(self)
    cpdef int count(self) noexcept nogil
    cpdef int option(self, int k) noexcept nogil
    cdef inline bint may_move(self) noexcept nogil
    cpdef bits.u64 free(self) noexcept nogil
    cpdef bits.u64 within(self) noexcept nogil
    cpdef bits.u64 ends(self) noexcept nogil
    cpdef bits.u32 exits(self) noexcept nogil
    cdef inline int stays(self) noexcept nogil
    cdef int count_of_moves(self) noexcept nogil
    cdef int option_of_moves(self, int k) noexcept nogil
    cdef int count_of_ability(self) noexcept nogil
    cdef int option_of_ability(self, int k) noexcept nogil
    cdef list legal_moves(self)
    cdef list legal_ability(self)
    cdef list legal_whistles(self)
    cpdef bits.u32 lit(self) noexcept nogil
    cpdef bits.u32 open_manholes(self) noexcept nogil
    cdef int count_of_whistles(self) noexcept nogil
    cdef int option_of_whistles(self, int k) noexcept nogil
    cdef bits.u64 answers(self, int character) noexcept nogil
    cdef inline int points_to_spend(self) noexcept nogil
    cpdef void advance(self, int action) noexcept nogil
    cpdef void step(self, bits.u64 random) noexcept nogil
    cdef inline void draw(self, int action) noexcept nogil
    cpdef int mover(self) noexcept nogil
    cdef inline void pick(self, int character) noexcept nogil
    cdef inline void walk(self, int target) noexcept nogil
    cdef inline void leave(self) noexcept nogil
    cdef inline void after_move(self) noexcept nogil
    cdef inline void after_facing(self) noexcept nogil
    cdef inline void act(self, int action) noexcept nogil
    cdef inline void call_nearer(self, int character, int target) noexcept nogil
    cdef inline void after_whistle(self) noexcept nogil
    cdef inline void exchange(self, int other) noexcept nogil
    cdef void finish(self) noexcept nogil
    cpdef bits.u32 seen(self) noexcept nogil
    cdef void call(self) noexcept nogil
    cdef inline void end(self, int ending) noexcept nogil

cdef list numbers(int first, bits.u64 mask)
cdef list pairs(int first, bits.u64 sources, bits.u64 targets, int things)
cdef int pair(bits.u32 sources, bits.u32 targets, int k, int things) noexcept nogil
cdef int second(int number, int first, int others) noexcept nogil
