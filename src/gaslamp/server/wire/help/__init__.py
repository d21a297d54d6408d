"""What helps somebody at a table to choose: why not, what follows from the news, hints; all from their own update."""
