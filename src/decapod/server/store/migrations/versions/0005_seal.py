"""Sealed deals: a table has its secret before the start, a seat the seal of its salt, a match all it is dealt from.

Matches of 0.1.0 were dealt from their secret alone, and stay so. Every table draws the secret of its next match here.
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, and draw the secrets."""
    op.add_column("tables", sa.Column("secret", sa.String(32), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("seal", sa.String(64), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("deal", sa.JSON, nullable=True))
    tables = sa.table("tables", sa.column("id", sa.String), sa.column("secret", sa.String))
    connection = op.get_bind()
    drawn = [{"row": id_, "digits": secrets.token_hex(16)} for (id_,) in connection.execute(sa.select(tables.c.id))]
    if drawn:
        draw = tables.update().where(tables.c.id == sa.bindparam("row")).values(secret=sa.bindparam("digits"))
        connection.execute(draw, drawn)
