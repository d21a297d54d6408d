"""Who comes: guests and programs, what they are called, what they prove themselves by, and who sits where."""
