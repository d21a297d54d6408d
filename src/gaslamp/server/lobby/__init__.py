"""Games before, around and after play: who made them, who sits where, who talks."""
