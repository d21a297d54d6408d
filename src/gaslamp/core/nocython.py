"""Replacement for the cython module where it is not installed: `with cython.nogil` does nothing."""

from contextlib import nullcontext

nogil = nullcontext()
