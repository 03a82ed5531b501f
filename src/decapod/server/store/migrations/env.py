"""Alembic's entry point: it works on the connection that `upgrade` hands over."""

from alembic import context

from decapod.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
