"""Builds the browser edition: a static folder that runs the server's Python in the visitor's browser."""
