"""Many games stepped at once into arrays: `Batch`. One kernel module a title, compiled like the rules."""

from gaslamp import kernel

kernel.prefer_compiled(__path__)

from gaslamp.research.batch.batch import Batch  # noqa: E402 - it needs the compiled modules

__all__ = ["Batch"]
