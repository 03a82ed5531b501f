"""The cookie key of a database: with guests in it, no server starts under another key unless it is told to."""

from __future__ import annotations

from pathlib import Path

import pytest

from decapod.errors import ParseError
from decapod.server.settings import Settings
from decapod.server.store import Store
from decapod.server.store.cookie_key import claim_key
from decapod.server.store.guests import Guests
from tests.server.store.opening import use_store
from tests.server.store.test_migrations import open_dump


def settings_of(folder: Path) -> Settings:
    """Return the settings of a data folder that is there."""
    folder.mkdir(exist_ok=True)
    return Settings(data=str(folder))


def test_guests_depend_on_the_key_they_came_with(url: str, tmp_path: Path) -> None:
    first, other = settings_of(tmp_path / "first"), settings_of(tmp_path / "other")

    async def work(store: Store) -> None:
        await claim_key(store.database, first)
        other.key()
        await claim_key(store.database, other)  # nobody has come yet
        await claim_key(store.database, first)
        await Guests(store).add("Ada")
        await claim_key(store.database, first)
        with pytest.raises(ParseError, match=r"other.cookie\.key is not the cookie key of the guests") as refused:
            await claim_key(store.database, other)
        assert "--new-key" in str(refused.value)
        assert "\n" not in str(refused.value)
        await claim_key(store.database, other, new_key=True)
        await claim_key(store.database, other)
        with pytest.raises(ParseError, match="is not the cookie key of the guests"):
            await claim_key(store.database, first)

    use_store(url, work)


def test_a_missing_key_is_not_made_where_guests_depend_on_it(url: str, tmp_path: Path) -> None:
    empty = settings_of(tmp_path / "empty")

    async def work(store: Store) -> None:
        await Guests(store).add("Ada")
        with pytest.raises(ParseError, match=r"cookie\.key is missing: put their key there"):
            await claim_key(store.database, empty)
        assert empty.find_key() is None
        await claim_key(store.database, empty, new_key=True)
        assert empty.find_key() is not None
        await claim_key(store.database, empty)

    use_store(url, work)


def test_a_database_of_18_november_2026_takes_the_key_beside_it(tmp_path: Path) -> None:
    open_dump(tmp_path)
    here, other = settings_of(tmp_path), settings_of(tmp_path / "other")
    here.key()
    other.key()

    async def work(store: Store) -> None:
        await claim_key(store.database, here)
        with pytest.raises(ParseError, match="is not the cookie key of the guests"):
            await claim_key(store.database, other)

    use_store(here.url, work)
