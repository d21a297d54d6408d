"""Search of one round of Mr. Jack: activations, evaluation of a call, and the search over both."""

from __future__ import annotations

from gaslamp import kernel

kernel.prefer_compiled(__path__)
