"""What every room needs of the server around it."""

from __future__ import annotations

from dataclasses import dataclass, field

from decapod.server.live.boxes import BoxOpener
from decapod.server.live.channel import Channel
from decapod.server.live.server_clock import ServerClock
from decapod.server.live.thinkers import Thinkers
from decapod.server.settings import Settings
from decapod.server.store import Store


@dataclass
class Services:
    """Settings, storage, the channel to other processes, boxes, the time, threads for bots; the same for all rooms."""

    settings: Settings
    store: Store
    channel: Channel = field(default_factory=Channel)
    boxes: BoxOpener = field(default_factory=BoxOpener)
    clock: ServerClock = field(default_factory=ServerClock)
    thinkers: Thinkers = field(init=False)
    stopping: bool = False  # the server is being stopped: begin nothing new

    def __post_init__(self) -> None:
        """Let bots think as the settings say."""
        self.thinkers = Thinkers(self.settings)
