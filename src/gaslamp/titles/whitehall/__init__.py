"""Whitehall Mystery: Jack on numbered circles, three investigators on the crossings between them."""
