"""Where games are kept: the port, memory, SQLite, PostgreSQL, the writer, migrations, copies."""
