"""Yadokarick: win just the cards your hermit crab's house needs, and mind the roof."""
