"""What a call of Mr. Jack leaves is worth, by weights that were learnt or made by hand."""
