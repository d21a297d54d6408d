"""Presentation of Pocket: drawings, panels, prompts, text board, messages."""
