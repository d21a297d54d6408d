"""Beliefs about Jack in Whitehall Mystery: weighted paths, player types and goals, from the public news."""

from gaslamp import kernel

kernel.prefer_compiled(__path__)
