"""Sessions: the browsers in which somebody is somebody, so that they can be listed and ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
