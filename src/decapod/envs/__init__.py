"""Environments for researchers: the games behind the interfaces they already use. No rules are in here."""
