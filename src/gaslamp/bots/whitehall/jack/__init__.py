"""Jack as opponents of Whitehall Mystery play him: a beginner, a practised hand, a master."""
