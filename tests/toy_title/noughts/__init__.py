"""Noughts and crosses with hidden stones: a title outside of the house, with rules and hardly anything else."""
