"""The database: schema, access, saved games. SQLite and PostgreSQL."""
