"""Pages, files and POST requests of browsers; middleware and protocols of all requests."""
