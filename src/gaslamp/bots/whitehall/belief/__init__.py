"""What everybody can believe of Jack in Whitehall Mystery, as opponents weigh it: rows, manners, goals."""

from gaslamp import kernel

kernel.prefer_compiled(__path__)
