"""One game under way: what may be done to it, who is there, its clocks, its opponents, and the time before the deal."""
