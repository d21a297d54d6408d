"""Whitehall Mystery: Jack on numbered circles, three investigators on the crossings between them."""

from gaslamp import kernel

kernel.prefer_compiled(__path__)
