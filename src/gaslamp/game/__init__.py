"""One game as its log: entries, the state after them, what may be done next, replay and verification. Pure."""
