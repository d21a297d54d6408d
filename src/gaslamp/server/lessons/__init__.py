"""Lessons: pages and a socket that play a fixed record step by step, without a database or secrets."""
