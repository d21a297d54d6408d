"""First games: pages and a socket on which a fixed record is played step by step, without a database or secrets."""
