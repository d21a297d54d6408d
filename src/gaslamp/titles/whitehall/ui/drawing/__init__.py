"""Drawings of Whitehall: layout, ground, pieces, heat map and icons."""
