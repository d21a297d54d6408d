"""The investigators' side of the Whitehall Mystery levels."""
