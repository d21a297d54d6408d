"""Three deduction games of 1888 London. Import the subpackages by name; this one imports nothing."""

__version__ = "0.1.0"
