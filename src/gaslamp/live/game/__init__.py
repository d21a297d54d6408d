"""One game under way: what may be done to it, who is there, its clocks, its opponents, and what comes before the deal."""
