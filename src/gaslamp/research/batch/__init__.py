"""Vectorised environments: `Batch` steps many games at once into arrays.

Each title has a kernel module, compiled like the rules.
"""

from gaslamp import kernel

kernel.prefer_compiled(__path__)

from gaslamp.research.batch.batch import Batch  # noqa: E402 - it needs the compiled modules

__all__ = ["Batch"]
