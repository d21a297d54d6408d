"""The investigators as opponents of Whitehall Mystery play them: a beginner, a practised hand, a master."""
