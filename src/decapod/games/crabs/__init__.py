"""Crabs!: catch crabs, bind them with a rope, and keep one of every haul."""
