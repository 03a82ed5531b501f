"""Five crab games, one shell."""

__version__ = "0.1.0"
