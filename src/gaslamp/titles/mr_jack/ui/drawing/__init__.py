"""Drawings of Mr. Jack: layout, board, pieces, trails."""
