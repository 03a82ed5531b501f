"""The store: everything that outlives the server, and all SQL.

`Store` reads and writes; the modules beside it hold the queries of one subject each: rooms and their seats, matches,
chats, guests, boxes, signs of life, and the cleaning up.
"""

from decapod.server.store.entries import MatchEvent
from decapod.server.store.store import STORAGE_ERRORS, DatabaseError, DuplicateError, Store

__all__ = ["STORAGE_ERRORS", "DatabaseError", "DuplicateError", "MatchEvent", "Store"]
