"""What Whitehall Mystery is drawn with: where things lie, what lies still, the pieces, heat and icons."""
