"""Pages of a person: settings."""
