# The C version of buffers.py.
from cpython.buffer cimport PyBUF_WRITABLE, Py_buffer, PyBuffer_Release, PyObject_GetBuffer
from libc.string cimport memset
from gaslamp.core cimport bits

ctypedef signed char* Bytes
ctypedef short* Shorts
ctypedef int* Ints
ctypedef float* Floats

cdef inline void* start(object buffer) except NULL:
    cdef Py_buffer view
    PyObject_GetBuffer(buffer, &view, PyBUF_WRITABLE)
    cdef void* begin = view.buf
    PyBuffer_Release(&view)
    return begin

cdef inline Bytes bytes_of(object buffer) except NULL:
    return <Bytes>start(buffer)

cdef inline Shorts shorts_of(object buffer) except NULL:
    return <Shorts>start(buffer)

cdef inline Ints ints_of(object buffer) except NULL:
    return <Ints>start(buffer)

cdef inline Floats floats_of(object buffer) except NULL:
    return <Floats>start(buffer)

cdef inline void clear(Bytes buffer, long long begin, int size) noexcept nogil:
    memset(buffer + begin, 0, size)

cdef inline void mark(Bytes buffer, long long begin, bits.u64 mask, int value) noexcept nogil:
    while mask:
        buffer[begin + bits.lowest(mask)] = value
        mask &= mask - 1

cdef inline void fill_up(Bytes buffer, long long begin, int count, int value) noexcept nogil:
    memset(buffer + begin, value, count)
