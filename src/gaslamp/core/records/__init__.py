"""A finished game on paper: what is written, what proves it, and what its draws were committed to."""
