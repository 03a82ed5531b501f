"""Record: the text of a match, both ways. A readable header, one move per line, and a check sum.

It is only read here, not played: `Match.record` makes one, and `decapod.loads` plays it again.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field

from decapod.core.fairness import SeedCommitment
from decapod.errors import ParseError

FORMAT = "decapod match 1"
TABLE_FORMAT = "decapod match 2"  # of one that was dealt at a table: Decapod 0.1.0 would deal it wrongly
START_FORMAT = "decapod match 3"  # of one that began from a position: those before would deal instead
FORMATS = (FORMAT, TABLE_FORMAT, START_FORMAT)
WHOLE = re.compile("[0-9]{1,15}")  # not isdigit(): that takes "²", and int() of thousands of digits fails
BOX_LINE = "|"  # begins every line of a box that is not the printed one; Decapod 0.1.0 passes over them
OUTCOME = ("ending", "places", "points")  # the fields that say how a match ended; only one that is over has them


@dataclass(frozen=True)
class Record:
    """What the text of a match says, move by move in notation: player, move, milliseconds after the start."""

    game: str
    version: int  # of the game's rules
    box: str  # its name
    box_hash: str
    variant: str
    players: int
    options: dict[str, str]
    deal: SeedCommitment
    outcome: dict[str, str]  # why it ended, each player's place and points; empty if it is not over, or from 0.1.0
    moves: list[tuple[int, str, int]] = field(default_factory=list[tuple[int, str, int]])
    start: str = ""  # the position it began from; "" if it was dealt
    box_text: str = ""  # the box.toml it was played with, if that is not the printed one

    def write(self) -> str:
        """Write it as text: a header, then one move per line."""
        deal = self.deal
        seats = enumerate(zip(deal.client_seeds, deal.client_seed_hashes, strict=True))
        lines = [
            START_FORMAT if self.start else TABLE_FORMAT if deal.table else FORMAT,
            f"game     {self.game} {self.version}",
            f"box      {self.box} {self.box_hash}",
            *(f"{BOX_LINE} {line}" if line else BOX_LINE for line in _box_lines(self.box_text)),
            f"variant  {self.variant}",
            f"players  {self.players}",
            *(f"option   {name} {value}" for name, value in self.options.items()),
            *([f"position {self.start}"] if self.start else []),
            *([f"table    {deal.table} {deal.number}"] if deal.table else []),
            f"secret   {deal.server_seed_digits}",
            f"seal     {deal.seed_hash}",
            *(f"salt     {seat} {salt or '-'} {seal or '-'}" for seat, (salt, seal) in seats),
            *(f"{name:9}{value}" for name, value in self.outcome.items()),
            "",
            *(f"{i}. {player} {move}  @{at}" for i, (player, move, at) in enumerate(self.moves, 1)),
        ]
        body = "\n".join(lines) + "\n"
        return f"{body}\nend {len(self.moves)} {_digest(body)}\n"


def read_record(text: str) -> Record:
    """Read the text of a match; `ParseError` says in one line what is wrong with it. Its moves are not looked at."""
    text = text.replace("\r\n", "\n")
    if not text.startswith(tuple(f"{known}\n" for known in FORMATS)):
        raise ParseError(f"this is no Decapod match: it should begin with {FORMAT!r}")
    body, mark, end = text.rpartition("\nend ")
    count, _, digest = end.strip().partition(" ")
    if not mark or not WHOLE.fullmatch(count):
        raise ParseError("the match is cut off: its last line, 'end ...', is missing")
    if digest != _digest(body):
        raise ParseError("the match was changed after it was saved: its check sum does not fit")
    header, _, moves = body.partition("\n\n")
    record = _read_header(header.split("\n"))
    record.moves.extend(_read_move(line) for line in moves.splitlines())
    if len(record.moves) != int(count):
        raise ParseError(f"the match should have {count} moves, and has {len(record.moves)}")
    return record


def _box_lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").rstrip("\n").split("\n") if text else []


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:16]


def _read_header(lines: list[str]) -> Record:
    fields: dict[str, str] = {}
    options: dict[str, str] = {}
    salts: list[str] = []
    box_lines: list[str] = []
    for line in lines[1:]:
        key, _, value = line.partition(" ")
        if key == BOX_LINE:
            box_lines.append(value)
        elif key == "option":
            name, _, value = value.strip().partition(" ")
            options[name] = value.strip()
        elif key == "salt":
            salts.append(value.strip())
        else:
            fields[key] = value.strip()
    is_set_up = lines[0] == START_FORMAT
    is_from_table = lines[0] == TABLE_FORMAT or (is_set_up and "table" in fields)
    needed = ["table"] * is_from_table + ["position"] * is_set_up
    for key in ("game", "box", "variant", "players", "secret", "seal", *needed):
        if not fields.get(key):
            raise ParseError(f"the header of the match lacks {key!r}")
    name, _, version = fields["game"].partition(" ")
    if not WHOLE.fullmatch(version):
        raise ParseError(f"{version[:40]!r} is no version of a game")
    if not WHOLE.fullmatch(fields["players"]):
        raise ParseError(f"{fields['players'][:40]!r} is no number of players")
    if not re.fullmatch("[0-9a-fA-F]{1,32}", fields["secret"]):
        raise ParseError(f"{fields['secret'][:40]!r} is no secret")
    secret, players = int(fields["secret"], 16), int(fields["players"])
    deal = _read_deal(secret, players, fields, salts) if is_from_table else SeedCommitment(secret, fields["seal"])
    box, _, box_hash = fields["box"].rpartition(" ")
    outcome = {name: fields[name] for name in OUTCOME if name in fields}
    start = fields["position"] if is_set_up else ""
    return Record(
        name, int(version), box, box_hash, fields["variant"], players, options, deal, outcome,
        start=start, box_text="\n".join(box_lines),
    )  # fmt: skip


def _read_deal(secret: int, players: int, fields: dict[str, str], lines: list[str]) -> SeedCommitment:
    """Read what a match was dealt from at a table: there is a line for the salt of every seat, in their order."""
    table, _, number = fields["table"].partition(" ")
    if not WHOLE.fullmatch(number):
        raise ParseError(f"{fields['table'][:40]!r} is no match of a table")
    salts = [line.split(" ") for line in lines]
    if [salt[0] for salt in salts] != [str(seat) for seat in range(players)] or any(len(salt) != 3 for salt in salts):
        raise ParseError("the header of the match should have the salt of every seat, and its seal")
    plain = [["" if part == "-" else part for part in salt] for salt in salts]
    return SeedCommitment(
        secret, fields["seal"], table, int(number), tuple(seal for _, _, seal in plain),
        tuple(salt for _, salt, _ in plain),
    )  # fmt: skip


def _read_move(line: str) -> tuple[int, str, int]:
    number, _, rest = line.partition(". ")
    player, _, rest = rest.partition(" ")
    text, _, at = rest.rpartition("  @")
    if not all(map(WHOLE.fullmatch, (number, player, at))):
        raise ParseError(f"{line[:80]!r} is no move")
    return int(player), text, int(at)
