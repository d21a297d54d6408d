"""Where Alembic starts: it is handed a connection by whoever prepares the data folder."""

from __future__ import annotations

from alembic import context

from gaslamp.storage import people_schema  # noqa: F401 - adds its tables
from gaslamp.storage.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
