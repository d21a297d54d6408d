# The C types of activations.py.
cimport cython
from gaslamp.core cimport bits
from gaslamp.titles.mr_jack.rules cimport whistle

cdef int BERT, GOODLEY, GULL, LESTRADE, SMITH, STEALTHY, WATSON, WHISTLE_POINTS
cdef int CORDON, COVER, EXCHANGE, FACE, HEX, LAMP, STAY, WHISTLE, WHISTLE_NOBODY
cdef int ROOM, OPEN, COARSE
cdef bits.u64 LOW32, MASK64, SCATTER

cdef bits.u64[360] BEAM
cdef bits.u16[64] COVER_SETS
cdef bits.u8[3600] DISTANCE
cdef bits.u16[2] EDITION_MANHOLES
cdef bits.u8[64] EDITION_OF
cdef bits.u64[8] LIGHT
cdef bits.u64[60] NEXT_TO
cdef bits.u64[3840] REACH3, STEALTHY4
cdef bits.u8[12544] RECOVERED

@cython.final
cdef class Board:
    cdef public bits.u64 places, occupied
    cdef public bits.u32 lamps, cordons, covers, facing
    cpdef void become(self, Board other) noexcept nogil

@cython.final
cdef class Activations:
    cdef bits.u64[::1] places, occupied, slots, kinds
    cdef bits.u32[::1] lamps
    cdef bits.u8[::1] cordons, covers, facing
    cdef bits.u16[::1] first, how
    cdef bits.u64 stamp, light
    cdef readonly int size, card
    cdef readonly bits.u32 accused
    cdef Board here
    cdef bint accuses
    cdef int thin, count
    cpdef void put(self, int k, Board target) noexcept nogil
    cpdef void fill(self, Board here, int card, bint accuses, int thin) noexcept nogil
    cpdef void go_on(self, Board here, int card, bint accuses, int thin, bint moved, bint acted, bits.u32 whistled, int left, bint turning) noexcept nogil
    cpdef int begun_by(self, int k) noexcept nogil
    cpdef int accused_by(self, int character) noexcept nogil
    cdef void emit(self, bits.u64 places, bits.u64 occupied, int first) noexcept nogil
    cdef void emit_turned(self, bits.u64 places, bits.u64 occupied, int first) noexcept nogil
    cdef void accuse(self, bits.u64 places, bits.u64 ends, int first) noexcept nogil
    cdef inline bits.u64 within(self, int place) noexcept nogil
    cdef void walk(self, bits.u64 places, bits.u64 occupied, bint turned, int first) noexcept nogil
    cdef void gull(self) noexcept nogil
    cdef void smith(self, bint moved, bint acted) noexcept nogil
    cdef void lestrade(self, bint moved, bint acted) noexcept nogil
    cdef void bert(self, bint moved, bint acted) noexcept nogil
    cdef void bert_moves(self, int place, bits.u64 ends) noexcept nogil
    cdef void goodley(self, bint moved, bint acted, bits.u32 whistled, int left) noexcept nogil
    cdef void goodley_moves(self) noexcept nogil
    cdef void spend(self, bits.u64 places, bits.u64 occupied, bits.u32 whistled, int left, int first, bint turned, bint moved, int least) noexcept nogil
    cdef void after_whistle(self, bits.u64 places, bits.u64 occupied, int first, bint turned, bint moved) noexcept nogil
    cdef void light_lamps(self) noexcept nogil
    cdef bint is_new_kind(self, bits.u64 places, bits.u64 occupied) noexcept nogil
