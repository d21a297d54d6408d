"""What a server costs: many tables at once, one step in one process, the drawing of a frame, an echo beside them."""
