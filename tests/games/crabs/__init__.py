"""Tests of Crabs!."""
