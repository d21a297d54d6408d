"""Noughts and crosses with hidden stones: an external title with rules and little else."""
