"""The page people play on: pages (Jinja), static files (our own ES modules, one stylesheet), lessons, words.

It stands on the server's protocol and on the scene; it never touches a table's fields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from litestar.types import ControllerRouterHandler


def handlers() -> list[ControllerRouterHandler]:
    """Return the routes of the site, for the server."""
    from decapod.web.pages import routes

    return routes()
