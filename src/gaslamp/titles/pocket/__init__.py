"""Mr. Jack Pocket."""
