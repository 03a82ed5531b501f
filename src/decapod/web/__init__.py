"""The page people play on: pages (Jinja), static files (our own ES modules, one stylesheet), lessons, words.

It stands on the server's protocol and on the scene; it never touches a table's fields.
"""
