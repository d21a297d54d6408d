"""Evaluation of Mr. Jack."""
