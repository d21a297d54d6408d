"""The same games in several processes: hints, leases, who is connected where."""
