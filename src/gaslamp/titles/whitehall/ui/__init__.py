"""What Whitehall Mystery looks like: drawn, in characters, in words."""
