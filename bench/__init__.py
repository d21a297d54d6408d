"""Benchmarks, each with a reference measured in the same run: `make bench`."""
