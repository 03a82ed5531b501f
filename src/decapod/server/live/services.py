"""What every room needs of the server around it."""

from __future__ import annotations

from dataclasses import dataclass, field

from decapod.server.live.bots import Levels
from decapod.server.live.boxes import Boxes
from decapod.server.live.channel import Channel
from decapod.server.live.readers import Sandbox
from decapod.server.live.server_clock import ServerClock
from decapod.server.live.thinkers import BotExecutor
from decapod.server.live.turns import FairScheduler
from decapod.server.rate_limit import RateLimiter
from decapod.server.settings import Settings
from decapod.server.store import Store


@dataclass
class Dependencies:
    """Settings, storage, the channel to other processes, the time, readers, boxes, bots and their threads; for all."""

    settings: Settings
    store: Store
    channel: Channel = field(default_factory=Channel)
    clock: ServerClock = field(default_factory=ServerClock)
    readers: Sandbox = field(default_factory=Sandbox)
    turns: FairScheduler = field(default_factory=FairScheduler)
    boxes: Boxes = field(init=False)
    messages: RateLimiter = field(init=False)  # by address
    rooms: RateLimiter = field(init=False)  # set up or imported, by address
    levels: Levels = field(init=False)
    thinkers: BotExecutor = field(init=False)
    stopping: bool = False  # the server is being stopped: begin nothing new

    def __post_init__(self) -> None:
        """Find boxes in the store, listen to addresses and let bots think as the settings say."""
        self.boxes = Boxes(self.store, self.readers, self.settings.box_memory, self.settings.open_boxes())
        self.messages = RateLimiter(self.settings.limit("messages_per_address"))
        self.rooms = RateLimiter(self.settings.limit("rooms_per_address"))
        self.levels = Levels(self.settings.bots)
        self.thinkers = BotExecutor(self.settings)
