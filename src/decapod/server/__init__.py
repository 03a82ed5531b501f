"""The server: tables, seats, storage and the protocol. It sees `Match` and `Scene`, never a table's fields."""
