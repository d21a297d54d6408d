"""What Mr. Jack is drawn with: where things lie, what lies still, the pieces, portraits and icons."""
