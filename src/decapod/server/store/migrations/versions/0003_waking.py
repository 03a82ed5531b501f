"""A match knows before when none of its clocks falls, pauses are stored, and boxes as they were read.

So a start need not load every match, and no box is read twice.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add all three; of the clocks of older matches nothing is known, so they are looked at soon."""
    op.add_column("matches", sa.Column("wakes", sa.BigInteger, nullable=True))
    op.create_index("ix_matches_wakes", "matches", ["wakes"])
    op.execute('update matches set wakes = 0 where ended is null and "table" in (select id from tables where bank > 0)')
    op.create_table(
        "pauses",
        sa.Column("began", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
    )
    op.add_column("boxes", sa.Column("record", sa.LargeBinary, nullable=True))
