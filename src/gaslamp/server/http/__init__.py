"""The pages and files a browser gets, and what every answer has in common."""
