"""Core: games, boxes, matches and records."""
