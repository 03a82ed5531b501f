"""Open files: the limit is raised, or less is promised."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]), int(sys.argv[2])))
from decapod.server.open_files import make_room
from decapod.server.settings import Settings
settings = Settings(data="", sockets=300)
print(make_room(settings), settings.sockets, resource.getrlimit(resource.RLIMIT_NOFILE)[0], sep="|")
"""


@pytest.mark.parametrize(
    ("soft", "hard", "sockets", "limit", "says"),
    [
        (256, 4096, 300, 650, "None"),  # raised as far as needed
        (1024, 4096, 300, 1024, "None"),  # enough, and never lowered
        (256, 500, 150, 500, "At most 150 can be connected: this system allows 500 open files (ulimit -n 650)."),
    ],
)
def test_the_limit_is_raised_or_less_is_promised(soft: int, hard: int, sockets: int, limit: int, says: str) -> None:
    command = [sys.executable, "-c", SCRIPT, str(soft), str(hard)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    assert answer == f"{says}|{sockets}|{limit}"
