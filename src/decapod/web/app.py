"""The whole site: the server's interface and the pages on it."""

from __future__ import annotations

from litestar import Litestar

from decapod.server.http import app
from decapod.server.settings import Settings
from decapod.web.pages import HANDLERS, draw_ahead, routes


def make_app(settings: Settings | None = None) -> Litestar:
    """Make the application with our pages; `settings` come from the environment if not given."""
    return app.make_app(settings, app.Pages(routes(), draw_ahead, HANDLERS))
