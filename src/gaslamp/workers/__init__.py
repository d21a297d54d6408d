"""Process pool for bots and other long computations."""
