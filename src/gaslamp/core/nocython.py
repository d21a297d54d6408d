"""Stands in for cython where it is not installed, so that `with cython.nogil` runs as Python."""

from contextlib import nullcontext

nogil = nullcontext()
