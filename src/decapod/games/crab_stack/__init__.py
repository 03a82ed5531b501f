"""Crab Stack: crawl onto your rivals until only you can move; mind the wave."""
