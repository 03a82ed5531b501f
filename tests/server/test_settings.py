"""Settings: they reach the workers; the key of the cookies is safe."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

import decapod
from decapod.errors import ParseError, UsageError
from decapod.server.settings import ENVIRONMENT, Settings, from_environment


def test_settings_survive_the_way_to_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(database="postgresql://x", origins=["https://a"], messages=7.5)
    assert Settings.load(settings.dump()) == settings
    monkeypatch.setenv(ENVIRONMENT, settings.dump())
    assert from_environment() == settings
    monkeypatch.delenv(ENVIRONMENT)
    assert from_environment() == Settings()


def test_the_boxes_of_the_house_are_one_for_a_game_and_fine(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(decapod.game("crabs").box.text, encoding="utf-8")
    assert Settings(boxes=[str(path)]).open_boxes()["crabs"].hash == decapod.game("crabs").box.hash
    with pytest.raises(UsageError, match="two boxes of crabs"):
        Settings(boxes=[str(path)] * 2).open_boxes()
    path.write_text('game = "crabs"\n[dael]\n', encoding="utf-8")
    with pytest.raises(ParseError, match="there is no dael; did you mean deal"):
        Settings(boxes=[str(path)]).open_boxes()


def test_without_a_database_a_file_in_the_data_folder_is_used(tmp_path: Path) -> None:
    assert Settings(data=str(tmp_path)).url == f"sqlite:///{tmp_path / 'decapod.sqlite'}"
    assert Settings(database="postgresql://x").url == "postgresql://x"


def test_the_key_of_the_cookies_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path / "new"))
    key = settings.key()
    assert len(key) == 32
    assert settings.key() == key
    assert stat.S_IMODE((tmp_path / "new" / "cookie.key").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_a_broken_key_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cookie.key").mkdir()
    with pytest.raises(UsageError, match=r"cannot read .*cookie\.key"):
        Settings(data=str(tmp_path)).key()
    (tmp_path / "cookie.key").rmdir()
    (tmp_path / "cookie.key").write_bytes(b"short")
    with pytest.raises(ParseError, match="damaged"):
        Settings(data=str(tmp_path)).key()
    for key in ("12", "no hexadecimal digits"):
        monkeypatch.setenv("DECAPOD_KEY", key)
        with pytest.raises(UsageError, match="64 hexadecimal"):
            Settings(data=str(tmp_path)).key()
    monkeypatch.setenv("DECAPOD_KEY", "ab" * 32)
    assert Settings(data=str(tmp_path)).key() == b"\xab" * 32
