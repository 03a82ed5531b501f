"""What is stored: people, tables, seats, matches and their entries, chat. Migrations make exactly this."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

#: Guests. Their handle is public; what proves who one is lies in the encrypted cookie.
people = Table(
    "people", metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)  # fmt: skip

#: Personal links: only a hash of the code is kept.
links = Table(
    "links", metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(24), nullable=False),
    Column("expires", BigInteger, nullable=False),
)  # fmt: skip

boxes = Table(
    "boxes", metadata,
    Column("hash", String(32), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("text", Text, nullable=False),
)  # fmt: skip

tables = Table(
    "tables", metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("variant", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),  # by name, as text
    Column("box", String(32), nullable=False),  # "" is the printed one
    Column("seed", String(32), nullable=False),  # "" where the server draws it
    Column("public", Boolean, nullable=False),
    Column("host", String(24), nullable=False),
    Column("invite", String(24), nullable=False),
    Column("bank", BigInteger, nullable=False),  # milliseconds; 0 without clocks
    Column("increment", BigInteger, nullable=False),
    Column("time_out", String(8), nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("state", String(8), nullable=False),  # open, playing, over
    Column("made", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Index("ix_tables_state_touched", "state", "touched"),
    Index("ix_tables_host", "host"),
)  # fmt: skip

seats = Table(
    "seats", metadata,
    Column("table", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(24), nullable=True),
    Column("bot", String(24), nullable=True),
    Column("name", String(64), nullable=False),
    Index("ix_seats_person", "person"),
)  # fmt: skip

matches = Table(
    "matches", metadata,
    Column("id", String(24), primary_key=True),
    Column("table", String(24), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("secret", String(32), nullable=False),
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=True),
    Column("result", JSON, nullable=True),
    Column("names", JSON, nullable=False),
    Column("people", JSON, nullable=False),
    Column("plies", Integer, nullable=False),  # at the end
    UniqueConstraint("table", "number", name="uq_matches_table_number"),
    Index("ix_matches_ended", "ended"),
)  # fmt: skip

#: The record of a match: everything that happened in it, in order. No number is ever given twice.
entries = Table(
    "entries", metadata,
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("move", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),  # milliseconds after the start
    Column("spent", BigInteger, nullable=False),  # of the seat's clock
)  # fmt: skip

chats = Table(
    "chats", metadata,
    Column("table", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("person", String(24), nullable=False),
    Column("name", String(64), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)  # fmt: skip

mutes = Table(
    "mutes", metadata,
    Column("person", String(24), primary_key=True),
    Column("muted", String(24), primary_key=True),
)  # fmt: skip

#: When a server was last seen alive: clocks stand still while none is.
pulses = Table(
    "pulses", metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)  # fmt: skip
