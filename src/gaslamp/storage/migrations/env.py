"""Run by Alembic, with the connection given to `create_tables`."""

from __future__ import annotations

from alembic import context

from gaslamp.storage.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
