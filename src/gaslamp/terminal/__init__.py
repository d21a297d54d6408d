"""The table in a terminal: play, step through a record, check it, draw it."""
