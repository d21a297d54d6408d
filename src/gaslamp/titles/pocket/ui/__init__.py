"""What Pocket looks like: drawn, in characters, in words."""
