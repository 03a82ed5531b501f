"""What every room needs of the server around it."""

from __future__ import annotations

from dataclasses import dataclass, field

from decapod.server.live.bots import Thinkers
from decapod.server.live.boxes import BoxOpener
from decapod.server.live.channel import Channel
from decapod.server.settings import Settings
from decapod.server.store import Store


@dataclass
class Services:
    """Settings, storage, the channel to other processes, threads for bots, boxes; the same for all rooms."""

    settings: Settings
    store: Store
    channel: Channel = field(default_factory=Channel)
    thinkers: Thinkers = field(default_factory=Thinkers)
    boxes: BoxOpener = field(default_factory=BoxOpener)
    stopping: bool = False  # the server is being stopped: begin nothing new
