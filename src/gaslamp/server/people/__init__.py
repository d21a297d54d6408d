"""Pages of a person: settings, record, account; the feed of turns."""
