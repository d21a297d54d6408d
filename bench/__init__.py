"""Figures of speed, each beside its anchor in one run: `make bench`."""
