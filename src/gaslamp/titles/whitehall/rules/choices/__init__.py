"""Legal choices, counted and addressed by index: moves, walks, searches, locations."""

from gaslamp import kernel

kernel.prefer_compiled(__path__)
