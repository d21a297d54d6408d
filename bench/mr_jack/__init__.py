"""Opponents of Mr. Jack that are no level, to be measured against."""
