"""The browser edition, from a plain static file server."""
