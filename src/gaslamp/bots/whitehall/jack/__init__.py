"""Jack's side of the Whitehall Mystery levels."""
