"""The page people play on: pages (Jinja), static files (our own ES modules, one stylesheet), lessons, words.

It stands on the server's protocol and on the scene; it never touches a table's fields. The server does not know it:
`decapod.web.app` hands the pages to the server.
"""

FACTORY = "decapod.web.app:make_app"  #: makes the whole site: for `decapod.server.run.serve`, and `uvicorn --factory`
