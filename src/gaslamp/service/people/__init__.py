"""What belongs to a person: identity, settings, results."""
