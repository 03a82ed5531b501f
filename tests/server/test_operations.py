"""Running a server: health, metrics, backup, ports, the command line, and a bot written from the docs."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from decapod.errors import Unreadable, UsageError
from decapod.server.run import address_of, backup, free_socket
from decapod.server.settings import Settings
from tests.server.running import Person, Running

Come = Callable[..., Person]
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "bot_client.py"


def test_health_says_how_the_server_is(person: Come) -> None:
    told = person().get("/health")
    assert told["ok"] is True
    assert told["database"] == "sqlite"
    assert "crab-stack" in told["kernels"]


def test_metrics_count_matches_moves_sockets_and_bot_time(person: Come) -> None:
    ada = person("Ada")
    table = ada.table(seats=[{"who": "me"}, {"who": "bot", "bot": "chance"}], options={"first": "0"}, start=True)
    page = ada.sit(table["id"])
    page.move()
    page.until("scene", lambda m: m["ply"] == 2)
    told = ada.get("/metrics")
    for name in ("decapod_moves_total", "decapod_matches_total", "decapod_move_seconds_bucket", "decapod_bot_seconds"):
        assert name in told
    assert "decapod_sockets 0.0" not in told


def test_a_backup_is_a_whole_copy_made_while_the_server_runs(
    own_server: Callable[..., Running], tmp_path: Path
) -> None:
    server = own_server()
    ada = Person(server.url, "Ada")
    ada.table()
    target = tmp_path / "copy.sqlite"
    backup(server.settings, target)
    backup(server.settings, target)  # again, over the first
    with sqlite3.connect(target) as copy:
        assert copy.execute("select count(*) from tables").fetchone() == (1,)
    copy.close()
    assert not target.with_name("copy.sqlite.part").exists()
    with pytest.raises(UsageError, match="no file in a folder"):
        backup(server.settings, tmp_path / "no" / "such")
    with pytest.raises(UsageError, match="there is no database"):
        backup(Settings(data=str(tmp_path / "empty")), target)
    ada.leave()


def test_the_next_port_is_taken_if_ones_own_is() -> None:
    first = free_socket("127.0.0.1", 23_400)
    second = free_socket("127.0.0.1", 23_400)
    assert second.getsockname()[1] > first.getsockname()[1]
    assert address_of(second, "127.0.0.1").startswith("http://127.0.0.1:234")
    with pytest.raises(UsageError, match="is taken"):
        free_socket("127.0.0.1", first.getsockname()[1], exactly=True)
    first.close()
    second.close()


@pytest.mark.parametrize(
    ("host", "port", "says"),
    [
        ("127.0.0.1", 99_999, "no port"),
        ("127.0.0.1", -1, "no port"),
        ("no.such.host.invalid", 8000, "no address"),
        ("crab..shell", 8000, "no address"),
    ],
)
def test_a_wrong_address_is_said_in_one_line(host: str, port: int, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        free_socket(host, port)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["serve", "--workers", "2"], "several workers need PostgreSQL"),
        (["serve", "--database", "mysql://x"], "mysql is not a database"),
        (["serve", "--workers", "0"], "at least one worker"),
        (["serve", "--database", "postgresql://x:abc/y"], "is no database URL"),
        (["serve", "--database", "sqlite:////no/such/folder/x.sqlite"], "there is no folder"),
        (["serve", "--channels", "http://x"], "is no Redis URL; write redis://HOST:PORT"),
        (["serve", "--channels", "redis://x:abc"], "is no Redis URL"),
        (["backup", "/nowhere/at/all"], "cannot write"),
    ],
)
def test_the_command_line_says_what_is_wrong_in_one_line(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from decapod.cli import main

    monkeypatch.setenv("DECAPOD_DATA", str(tmp_path))
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("kept", "arguments", "says"),
    [
        (0, ["serve"], "cannot open the database"),
        (4096, ["serve"], "is damaged"),
        (4096, ["backup", "copy"], "cannot copy"),
        (None, ["serve", "--channels", "redis://127.0.0.1:9"], "cannot reach redis"),
    ],
)
def test_what_keeps_a_server_from_starting_is_said_in_one_line(
    kept: int | None, arguments: list[str], says: str, tmp_path: Path
) -> None:
    """No address is printed before database and Redis are there, and no traceback ever."""
    file = tmp_path / "decapod.sqlite"
    with sqlite3.connect(file) as made:
        made.execute("create table shells as select randomblob(9000) as shell")
    made.close()
    whole = file.read_bytes()
    if kept is None:
        file.unlink()
    else:
        file.write_bytes(whole[:kept] + b"\xff" * (len(whole) - kept))
    command = [sys.executable, "-m", "decapod.cli", *arguments, "--data", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "copy.part").exists()


def test_a_broken_key_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cookie.key").write_bytes(b"short")
    with pytest.raises(Unreadable, match="damaged"):
        Settings(data=str(tmp_path)).key()
    monkeypatch.setenv("DECAPOD_KEY", "12")
    with pytest.raises(UsageError, match="64 hexadecimal"):
        Settings(data=str(tmp_path)).key()


def test_settings_survive_the_way_to_a_worker() -> None:
    settings = Settings(database="postgresql://x", origins=["https://a"], messages=7.5)
    assert Settings.load(settings.dump()) == settings


def test_a_bot_written_from_the_docs_alone_plays_a_person(person: Come, server: Running) -> None:
    ada = person("Ada")
    table = ada.table(players=2)
    command = [sys.executable, str(EXAMPLE), server.url, "--join", table["id"], table["invite"]]
    bot = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    page = ada.sit(table["id"])
    if page.now["seats"][1]["name"] != "Clawdia":  # it may have been faster
        page.until("scene", lambda m: m["seats"][1]["name"] == "Clawdia")
    ada.post(f"/api/tables/{table['id']}/start")
    page.until("scene", lambda m: m["state"] != "open")
    while page.wait_turn()["state"] != "over":
        page.move()
    told, _ = bot.communicate(timeout=60)
    assert told.strip() == page.now["result"]["words"]
    assert "decapod" not in EXAMPLE.read_text().split('"""', 2)[2].split("def choose")[0].lower()


def test_openapi_describes_every_path_of_the_docs(person: Come) -> None:
    schema = person().get("/schema/openapi.json")
    schema = schema if isinstance(schema, dict) else json.loads(schema)
    for path in ("/api/tables", "/api/tables/{table}", "/api/tables/{table}/join", "/api/tables/{table}/start"):
        assert path in schema["paths"]


def test_the_page_of_the_interface_shows_every_operation_and_needs_nothing_from_elsewhere(person: Come) -> None:
    ada = person()
    schema, page = ada.http.get("/schema/openapi.json").json(), ada.http.get("/schema").text
    for path, methods in schema["paths"].items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in page
    assert not re.search(r"""(src|href)=["'](https?:)?//""", page)
    assert "&#34;bank&#34;: 300" in page  # an example of what may be sent
