"""Texts in several languages."""
