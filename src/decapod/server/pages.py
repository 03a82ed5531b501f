"""Where the pages come in: `decapod.web.handlers()` gives the routes of the site; without it, one plain page.

Handlers of the site may ask for `rooms: TheRooms` (`decapod.server.rooms`) like those of the API do.
"""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.enums import MediaType

PLAIN = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Decapod</title>
<h1>Decapod</h1><p>The server runs. Its interface is described at <a href="/schema">/schema</a>;
the page people play on is not installed.</p></html>"""


@get("/", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def plain_page() -> str:
    """Say that only the interface is here."""
    return PLAIN


def handlers() -> list[Any]:
    """Return the routes of the site."""
    try:
        from decapod import web
    except ImportError:
        return [plain_page]
    made: Any = getattr(web, "handlers", None)
    return list(made()) if made is not None else [plain_page]
