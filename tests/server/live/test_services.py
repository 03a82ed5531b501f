"""What every room needs: by default one process, alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

from decapod.server.live.services import Dependencies
from decapod.server.settings import Settings
from decapod.server.store import Store


def test_services_begin_alone_and_running(tmp_path: Path) -> None:
    async def go() -> None:
        settings = Settings(data=str(tmp_path))
        one, other = Dependencies(settings, Store(settings.url)), Dependencies(settings, Store(settings.url))
        assert not one.channel.is_shared
        assert not one.stopping
        assert one.channel.process != other.channel.process

    asyncio.run(go())
