"""Evaluation of Whitehall Mystery."""
