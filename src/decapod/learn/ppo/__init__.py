"""Proximal policy optimisation of a network against itself: all that needs torch."""
