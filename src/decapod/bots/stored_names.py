"""Names that bots had in earlier releases, as they are stored in databases: read as the names of today."""

from __future__ import annotations

import re

#: The name of today by the stored one. Levels and bots of others keep theirs.
CURRENT = {"chance": "random", "sampler": "flat-mc", "search": "mcts", "guided": "puct", "warm": "net-sampled"}


def earlier_name(name: str) -> str | None:
    """Return the name that a bot of ours had in earlier releases; None if it had no other.

    >>> earlier_name("random"), earlier_name("level3")
    ('chance', None)
    """
    return next((stored for stored, current in CURRENT.items() if current == name), None)


def current_name(stored: str) -> str:
    """Return the name of today of a stored bot, with its net and budget.

    >>> current_name("sampler:200ms"), current_name("guided@my.safetensors:2s"), current_name("level3")
    ('flat-mc:200ms', 'puct@my.safetensors:2s', 'level3')
    """
    end = re.search("[@:]|$", stored)
    name = stored[: end.start()] if end else stored
    return CURRENT.get(name, name) + stored[len(name) :]
