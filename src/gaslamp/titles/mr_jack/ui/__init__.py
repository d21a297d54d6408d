"""What Mr. Jack looks like: drawn, in characters, in words."""
