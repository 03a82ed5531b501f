"""A match knows the version of the rules by which it is played. All that 0.1.0 stored is of version 1."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the version to every match."""
    op.add_column("matches", sa.Column("rules", sa.Integer, nullable=False, server_default="1"))
