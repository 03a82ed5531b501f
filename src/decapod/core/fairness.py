"""Deal: what the dice of a match are loaded with, in parts that can be checked one by one.

At a table of a server, the server draws a secret, and publishes its seal (a hash) when the table is set up. Every seat
may draw digits of its own, its salt, and publish their seal when it sits down. At the start the salts are opened, and
a hash of the secret and of all of them loads the dice: whoever put in a salt knows that nobody else chose the deal.
`docs/decisions/0010-seal.md` says what that proves, and what it does not.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Any

from decapod.errors import ParseError

SEED_BITS = 128
CLIENT_SEED = re.compile("[0-9a-f]{32}")
SEED_HASH = re.compile("[0-9a-f]{64}")
TABLE = re.compile("[A-Za-z0-9_-]{1,64}")


def seed_hash_of(digits: str) -> str:
    """Return the seal of a secret or of a salt, both written as 32 hexadecimal digits: their SHA-256."""
    return hashlib.sha256(digits.encode()).hexdigest()


@dataclass(frozen=True)
class SeedCommitment:
    """What a match is dealt from. One that contradicts itself cannot be made: `ParseError` says where it does.

    Without a table the secret alone loads the dice, and nothing is known of where it comes from.
    """

    server_seed: int
    seed_hash: str = ""  # of the secret, as it was published; made from it if none was
    table: str = ""  # the public id of the table where it was dealt
    number: int = 0  # which match of that table, from 1
    client_seed_hashes: tuple[str, ...] = ()  # of each seat's salt; "" where the seat sealed none
    client_seeds: tuple[str, ...] = ()  # of each seat; "" where it opened none

    def __post_init__(self) -> None:
        """Check that everything fits its seal."""
        object.__setattr__(self, "seed_hash", self.seed_hash or seed_hash_of(self.server_seed_digits))
        if seed_hash_of(self.server_seed_digits) != self.seed_hash:
            raise ParseError("the seal does not fit the secret: the dice are not those promised at the start")
        if not self.table:
            if self.number or self.client_seed_hashes or self.client_seeds:
                raise ParseError("only at a table are there salts; the deal names none")
            return
        if not TABLE.fullmatch(self.table) or self.number < 1:
            raise ParseError(f"'{self.table[:40]} {self.number}' is no match of a table")
        if len(self.client_seed_hashes) != len(self.client_seeds):
            raise ParseError(f"there are {len(self.client_seed_hashes)} seals for {len(self.client_seeds)} salts")
        for seat, (salt, seal) in enumerate(zip(self.client_seeds, self.client_seed_hashes, strict=True)):
            if (salt and not CLIENT_SEED.fullmatch(salt)) or (seal and not SEED_HASH.fullmatch(seal)):
                raise ParseError(f"the salt of seat {seat} cannot be read")
            if salt and seed_hash_of(salt) != seal:
                raise ParseError(f"the salt of seat {seat} does not fit its seal: it is not the one that was promised")

    @classmethod
    def from_parts(cls, secret: str, parts: dict[str, Any] | None) -> SeedCommitment:
        """Make one from the digits of its secret and from what `parts` returned."""
        if parts is None:
            return cls(int(secret, 16))
        seals, salts = tuple(parts["seals"]), tuple(parts["salts"])
        return cls(int(secret, 16), parts["seal"], parts["table"], parts["number"], seals, salts)

    def parts(self) -> dict[str, Any] | None:
        """Return everything but the secret, as plain values that may be published; None without a table."""
        if not self.table:
            return None
        return {
            "table": self.table,
            "number": self.number,
            "seal": self.seed_hash,
            "seals": list(self.client_seed_hashes),
            "salts": list(self.client_seeds),
        }

    @property
    def server_seed_digits(self) -> str:
        """The secret as it is written and sealed."""
        return f"{self.server_seed:032x}"

    @property
    def seed(self) -> int:
        """The 128 bits that load the dice: at a table a hash of it, of the secret and of the salts in seat order."""
        if not self.table:
            return self.server_seed
        text = "\n".join(("decapod deal 1", f"{self.table} {self.number}", self.server_seed_digits, *self.client_seeds))
        return int(hashlib.sha256(text.encode()).hexdigest()[: SEED_BITS // 4], 16)

    @property
    def seats_with_client_seed(self) -> list[int]:
        """The seats whose salts went into the deal."""
        return [seat for seat, salt in enumerate(self.client_seeds) if salt]

    @property
    def seats_without_reveal(self) -> list[int]:
        """The seats that sealed a salt and did not open it: it counts as none."""
        return [seat for seat, salt in enumerate(self.client_seeds) if self.client_seed_hashes[seat] and not salt]
