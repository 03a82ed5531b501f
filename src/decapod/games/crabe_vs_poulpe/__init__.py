"""Crabe vs Poulpe: two animals, one pile, first to be rid of all their cards."""
