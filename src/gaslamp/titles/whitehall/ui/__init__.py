"""Presentation of Whitehall Mystery: drawings, panels, prompts, text board, messages."""
