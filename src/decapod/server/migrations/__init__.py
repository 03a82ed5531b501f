"""The migrations, run by Alembic when the server starts. `HEAD` is the newest; a test compares it with the folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

HEAD = "0001"


def upgrade(connection: Any) -> None:
    """Run what is missing on an open connection."""
    from alembic import command
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")
