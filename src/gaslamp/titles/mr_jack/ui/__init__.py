"""Presentation of Mr. Jack: drawings, panels, prompts, text board, messages."""
