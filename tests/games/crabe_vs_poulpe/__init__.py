"""Tests of Crabe vs Poulpe."""
