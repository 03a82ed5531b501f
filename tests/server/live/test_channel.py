"""The channel: what is announced can be read by others, and is ignored by oneself."""

from __future__ import annotations

from decapod.server.live.channel import CHAT, ENDED, ENTRIES, OPENING, PRESENCE, RENAMED, SALT, SEATS, Channel


def test_what_is_announced_can_be_read_by_another_process() -> None:
    lines: list[str] = []
    one, other = Channel(lines.append), Channel(lines.append)
    one.announce_entries("room", 17)
    one.announce_seats("room")
    one.announce_chat("room", 3)
    one.announce_presence("room", [("ada", "Ada  Lovelace é")], 2)
    read = [other.read(line) for line in lines]
    assert [(a.sender, a.room, a.kind) for a in read if a] == [
        (one.process, "room", kind) for kind in (ENTRIES, SEATS, CHAT, PRESENCE)
    ]
    entries, _, chat, presence = read
    assert entries is not None
    assert chat is not None
    assert presence is not None
    assert (entries.number, chat.number) == (17, 3)
    assert presence.people == (["ada"], 2)  # the receiver reads the name from the database


def test_salts_are_asked_for_and_opened_through_the_channel() -> None:
    lines: list[str] = []
    one, other = Channel(lines.append), Channel(lines.append)
    one.announce_opening("room", b'{"type":"open","seals":["a b"]}')
    one.announce_salt("room", 2, [0, 3], "1" * 32)
    question, salt = (other.read(line) for line in lines)
    assert question is not None
    assert salt is not None
    assert (question.kind, question.rest) == (OPENING, '{"type":"open","seals":["a b"]}')
    assert (salt.kind, salt.salt) == (SALT, (2, [0, 3], "1" * 32))


def test_ended_sessions_and_new_names_are_announced_by_their_keys() -> None:
    lines: list[str] = []
    one, other = Channel(lines.append), Channel()
    one.announce_ended(["s1", "s2"])
    one.announce_renamed("ada")
    ended, renamed = (other.read(line) for line in lines)
    assert ended is not None
    assert renamed is not None
    assert (ended.kind, ended.sessions) == (ENDED, ["s1", "s2"])
    assert (renamed.kind, renamed.rest) == (RENAMED, "ada")


def test_ones_own_announcements_are_ignored() -> None:
    lines: list[str] = []
    one = Channel(lines.append)
    one.announce_seats("room")
    assert one.read(lines[0]) is None


def test_alone_nothing_is_announced() -> None:
    one = Channel()
    assert not one.is_shared
    one.announce_entries("room", 1)
    one.announce_presence("room", [], 0)


def test_an_announcement_never_tells_what_happened() -> None:
    lines: list[str] = []
    one = Channel(lines.append)
    one.announce_entries("room", 17)
    assert lines == [f"{one.process} room e 17"]
