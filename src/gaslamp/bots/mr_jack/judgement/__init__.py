"""Evaluation of a call in Mr. Jack, by trained or handmade weights."""
