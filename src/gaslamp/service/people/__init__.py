"""What belongs to a person: identity, account, settings, results."""
