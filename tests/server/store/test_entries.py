"""Entries: the statement that inserts them."""

from __future__ import annotations

from decapod.server.store.entries import MatchEvent, insertion


def test_a_statement_has_a_mark_for_every_value_and_none_of_the_values() -> None:
    width = len(MatchEvent._fields)
    assert insertion(3, is_sqlite=True).count("?") == 3 * width
    for_postgresql = insertion(2, is_sqlite=False)
    assert [f"${i}" in for_postgresql for i in range(1, 2 * width + 1)] == [True] * 2 * width
    assert f"${2 * width + 1}" not in for_postgresql


def test_the_columns_are_in_the_order_of_an_entry() -> None:
    columns = insertion(1, is_sqlite=True).split("(")[1].split(")")[0].replace('"', "").split(", ")
    assert tuple(columns) == MatchEvent._fields
