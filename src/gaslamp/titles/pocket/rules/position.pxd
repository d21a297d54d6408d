# The C types of position.py: what stands here makes the compiled module fast, and changes nothing else.
cimport cython
from gaslamp.core cimport bits

cdef int ACTING, ALIBI, ALL_ROADS, ALL_SUSPECTS, BOTH_SEEN, BOTH_UNSEEN, CAUGHT, CHANCE, CROSSROADS, DEALING
cdef int ESCAPED, FINISHED, GOES_ON, HOLMES, HOURGLASSES_WON, IDENTIFYING, JACK, JOKER, LAST_TURN, NEEDED, NIGHT_OVER
cdef int NOBODY, ONE_GLASS, ONE_SUSPECT, ROTATION, START, TAKING, THROWING, TWO_GLASSES, UNKNOWN
cdef int CARD, EXCHANGE, IDENTITY, ROTATE, STAY, TAKE, THROW, TILE, WALK

cdef bits.u8[12] FAR, NEAR
cdef bits.u8[9] WALLS_DEALT
cdef bits.u8[36] LINE, PAIR_A, PAIR_B
cdef bits.u8[8] MOVER
cdef bits.u8[2048] OFFERS
cdef bits.u8[7] TOKEN
cdef bits.u8[64] TURNED

@cython.final
cdef class Position:
    cdef readonly bits.u64 tiles, roads
    cdef readonly bits.u32 detectives
    cdef readonly bits.u16 up, pile, held, marked
    cdef readonly bits.u8 faces, left, doing, seat, turn, tokens, jack, chase, ending, chase_when_seen
    cpdef Position copy(self)
    cpdef void become(self, Position other) noexcept nogil
    cpdef int to_move(self) noexcept nogil
    cpdef list legal(self)
    cpdef int count(self) noexcept nogil
    cdef inline int count_of_face(self, int face) noexcept nogil
    cdef inline int offers(self) noexcept nogil
    cpdef int option(self, int k) noexcept nogil
    cdef inline int option_of_face(self, int face, int k) noexcept nogil
    cpdef void advance(self, int action) noexcept nogil
    cpdef void step(self, bits.u64 random) noexcept nogil
    cpdef void carry_out(self, int action) noexcept nogil
    cdef inline void deal(self, int suspect, int wall) noexcept nogil
    cdef inline int mover(self, int used) noexcept nogil
    cdef inline void take(self, int face) noexcept nogil
    cpdef int drawer(self) noexcept nogil
    cdef inline void draw(self, int card) noexcept nogil
    cdef inline void act(self, int action) noexcept nogil
    cdef inline void walk(self, int detective, int places) noexcept nogil
    cdef inline void rotate(self, int suspect, int quarters) noexcept nogil
    cdef inline void exchange(self, int first, int second) noexcept nogil
    cdef inline void clear(self, unsigned int suspects) noexcept nogil
    cdef inline unsigned int road(self, int suspect, int side) noexcept nogil
    cpdef unsigned int seen(self) noexcept nogil
    cpdef int hourglasses(self) noexcept nogil
    cdef void call(self) noexcept nogil
    cdef inline int conclude(self, bint jack_seen) noexcept nogil
    cdef inline void begin_turn(self) noexcept nogil
