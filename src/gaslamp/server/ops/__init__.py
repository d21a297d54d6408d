"""Running a server: its command, settings, log, figures, expiry."""
