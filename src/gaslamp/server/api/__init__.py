"""HTTP API with JSON bodies and bearer tokens, for programs. See docs/protocol.md."""
