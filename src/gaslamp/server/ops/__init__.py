"""Running a server: command, settings, limits, logs, metrics, services."""
