"""What is stored: people, rooms, seats, matches and their entries, chat. Migrations make exactly this.

The names in quotes are those in the database, where they never change. Where ours differ, `key` says so: in the
database a room is a `table`. Rows that are read have the names of the database, so take them apart by position.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
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
    Column("made", BigInteger, nullable=False, key="made_at"),
    Column("seen", BigInteger, nullable=False, key="seen_at"),
)  # fmt: skip

#: Personal links: only a hash of the code is kept.
links = Table(
    "links", metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(24), nullable=False),
    Column("expires", BigInteger, nullable=False),
)  # fmt: skip

#: The browsers in which somebody is somebody.
sessions = Table(
    "sessions", metadata,
    Column("id", String(24), primary_key=True),
    Column("person", String(24), nullable=False),
    Column("device", String(80), nullable=False),  # "Firefox, Linux"
    Column("made", BigInteger, nullable=False, key="made_at"),
    Column("seen", BigInteger, nullable=False, key="seen_at"),
    Index("ix_sessions_person", "person"),
)  # fmt: skip

#: Boxes of people's own, by fingerprint; the printed ones are in the package.
boxes = Table(
    "boxes", metadata,
    Column("hash", String(32), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("text", Text, nullable=False),
    Column("record", LargeBinary, nullable=True),  # the numbers in it, as the rules read them; null from 0.1.0
)  # fmt: skip

#: Where people sit; they are shown the word "table".
rooms = Table(
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
    Column("made", BigInteger, nullable=False, key="made_at"),
    Column("touched", BigInteger, nullable=False, key="touched_at"),
    Column("secret", String(32), nullable=False, server_default=""),  # of the match that starts next
    Index("ix_tables_state_touched", "state", "touched_at"),
    Index("ix_tables_host", "host"),
)  # fmt: skip

#: Who sits where: a person, a bot, both (the bot plays while the person is away), or nobody.
seats = Table(
    "seats", metadata,
    Column("table", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, key="room"),
    Column("seat", Integer, primary_key=True),
    Column("person", String(24), nullable=True),
    Column("bot", String(24), nullable=True),
    Column("name", String(64), nullable=False),
    Column("seal", String(64), nullable=False, server_default=""),  # of its salt for the next match; "" without one
    Index("ix_seats_person", "person"),
)  # fmt: skip

#: The matches of a room, numbered from 1.
matches = Table(
    "matches", metadata,
    Column("id", String(24), primary_key=True),
    Column("table", String(24), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, key="room"),
    Column("number", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("secret", String(32), nullable=False),
    Column("began", BigInteger, nullable=False, key="began_at"),
    Column("ended", BigInteger, nullable=True, key="ended_at"),
    Column("result", JSON, nullable=True),
    Column("names", JSON, nullable=False),
    Column("people", JSON, nullable=False),
    Column("plies", Integer, nullable=False),  # at the end
    Column("rules", Integer, nullable=False, server_default="1"),  # their version; 1 of every game in 0.1.0
    Column("wakes", BigInteger, nullable=True, key="wakes_at"),  # no clock falls before; null without clocks
    Column("deal", JSON, nullable=True),  # seals and salts (`SeedCommitment.parts`); null where the secret alone deals
    UniqueConstraint("room", "number", name="uq_matches_table_number"),
    Index("ix_matches_ended", "ended_at"),
    Index("ix_matches_wakes", "wakes_at"),
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

#: Lines of chat, numbered in each room.
chats = Table(
    "chats", metadata,
    Column("table", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, key="room"),
    Column("n", Integer, primary_key=True),
    Column("person", String(24), nullable=False),
    Column("name", String(64), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)  # fmt: skip

#: Who does not want to read whom.
mutes = Table(
    "mutes", metadata,
    Column("person", String(24), primary_key=True),
    Column("muted", String(24), primary_key=True, key="muted_person"),
)  # fmt: skip

#: When a server was last seen alive: clocks stand still while none is.
pulses = Table(
    "pulses", metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)  # fmt: skip

#: When no server ran: clocks get it back when their match is next loaded.
pauses = Table(
    "pauses", metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False, key="began_at"),
    Column("ended", BigInteger, nullable=False, key="ended_at"),
)  # fmt: skip

#: Facts about the database itself, such as the fingerprint of the cookie key that its guests depend on.
facts = Table(
    "facts", metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)  # fmt: skip
