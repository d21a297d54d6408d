"""One browser at one table: its socket, its frames, and what they are drawn from."""
