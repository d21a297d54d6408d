"""Looks through a round of Mr. Jack: whole activations, the boards they lead to, and what those are worth."""

from gaslamp import kernel

kernel.prefer_compiled(__path__)
