"""Whitehall Mystery: Jack moves between numbered circles, three investigators between crossings."""
