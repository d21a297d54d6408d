"""Drawings shared by several boards: people, streets, terraces and SVG helpers."""
