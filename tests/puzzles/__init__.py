"""Tests of the package puzzles."""
