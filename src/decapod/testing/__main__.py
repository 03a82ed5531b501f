"""Check a game: `python -m decapod.testing GAME`."""

import sys

from decapod.testing.battery import main

if __name__ == "__main__":
    sys.exit(main())
