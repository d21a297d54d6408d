"""Coordination of several server processes on one database: notifications, leases, presence."""
