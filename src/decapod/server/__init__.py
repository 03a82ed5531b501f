"""The server: `http` has the routes, `live` what is in memory, `store` what is kept. Arrows: http → live → store.

It sees `Match` and `Scene`, never the fields of a game's table. In code a `table` is the record of a position; the
place where people sit, which they are shown as a table, is a `room`.
"""
