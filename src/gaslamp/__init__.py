"""Three deduction games of 1888 London as one package. Importing it costs nothing: every room is imported by name."""

__version__ = "0.1.0"
