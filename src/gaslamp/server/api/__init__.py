"""The door for programs: the same tables by HTTP and JSON, with a token instead of a cookie."""
