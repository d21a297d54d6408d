"""What may be chosen at each moment, counted and given by number: moves, walks, searches, locations."""

from gaslamp import kernel

kernel.prefer_compiled(__path__)
