"""Deal: everything fits its seal, every part of it moves the dice, and the record says what it proves."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import decapod
from decapod.core.fairness import SeedCommitment, seed_hash_of
from decapod.core.match import Match
from decapod.errors import ParseError
from tests.test_cli import run
from tests.test_match import edited

SALTS = ("1" * 32, "2" * 32, "")
SEALS = (seed_hash_of(SALTS[0]), seed_hash_of(SALTS[1]), "")
AT_A_TABLE = SeedCommitment(7, table="Tab-le_1", number=1, client_seed_hashes=SEALS, client_seeds=SALTS)
OLD = Path(__file__).parent / "golden" / "0.1.0" / "crab-stack-a.txt"


def dealt(deal: SeedCommitment, moves: int = 4) -> Match:
    """Play some moves of a match for as many as there are salts."""
    match = decapod.game("crab-stack").match(len(deal.client_seeds), seed=deal)
    for _ in range(moves):
        match.play(match.to_act[0], match.legal_actions(match.to_act[0])[0], elapsed_ms=0)
    return match


def test_the_seed_is_a_hash_of_table_secret_and_all_salts_in_seat_order() -> None:
    text = "decapod deal 1\nTab-le_1 1\n" + f"{7:032x}\n" + "\n".join(SALTS)
    assert f"{AT_A_TABLE.seed:032x}" == hashlib.sha256(text.encode()).hexdigest()[:32]


@pytest.mark.parametrize(
    "change",
    [
        {"server_seed": 8, "seed_hash": ""},
        {"table": "other"},
        {"number": 2},
        {"client_seeds": ("1" * 32, "", "")},
        {"client_seeds": ("2" * 32, "1" * 32, ""), "client_seed_hashes": (SEALS[1], SEALS[0], "")},
        {"client_seeds": (*SALTS[:2], "3" * 32), "client_seed_hashes": (*SEALS[:2], seed_hash_of("3" * 32))},
    ],
)
def test_every_part_moves_the_dice(change: dict[str, Any]) -> None:
    assert replace(AT_A_TABLE, **change).seed != AT_A_TABLE.seed


def test_without_a_table_the_secret_alone_loads_the_dice_as_in_0_1_0() -> None:
    assert SeedCommitment(7).seed == 7
    assert SeedCommitment(7).seed_hash == hashlib.sha256(f"{7:032x}".encode()).hexdigest()
    assert decapod.game("crab-stack").match(2, seed=SeedCommitment(7)) == decapod.game("crab-stack").match(2, seed=7)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"server_seed": 8}, "seal does not fit the secret"),
        ({"client_seeds": ("3" * 32, *SALTS[1:])}, "seat 0 does not fit its seal"),
        ({"client_seed_hashes": ("", *SEALS[1:])}, "seat 0 does not fit its seal"),
        ({"client_seeds": ("1", *SALTS[1:])}, "seat 0 cannot be read"),
        ({"client_seeds": ("1" * 31 + "\n", *SALTS[1:])}, "seat 0 cannot be read"),
        ({"client_seed_hashes": SEALS[:2]}, "2 seals for 3 salts"),
        ({"table": "a b"}, "no match of a table"),
        ({"number": 0}, "no match of a table"),
        ({"table": ""}, "only at a table"),
    ],
)
def test_a_deal_that_contradicts_itself_cannot_be_made(change: dict[str, Any], says: str) -> None:
    with pytest.raises(ParseError, match=says):
        replace(AT_A_TABLE, **change)


def test_a_deal_is_for_as_many_as_it_has_salts() -> None:
    with pytest.raises(ParseError, match="a deal for 2 players has 2 salts"):
        decapod.game("crab-stack").match(2, seed=AT_A_TABLE)


def test_what_is_published_of_a_deal_is_all_but_the_secret() -> None:
    parts = AT_A_TABLE.parts()
    assert parts is not None
    assert f"{7:032x}" not in str(parts)
    assert SeedCommitment.from_parts(f"{7:032x}", parts) == AT_A_TABLE
    assert SeedCommitment(7).parts() is None
    assert SeedCommitment.from_parts("7", None) == SeedCommitment(7)


def test_a_record_of_a_table_carries_every_part_and_is_read_again() -> None:
    match = dealt(AT_A_TABLE)
    lines = match.dumps().splitlines()
    assert lines[0] == "decapod match 2"  # 0.1.0 would deal it from the secret alone, and refuses it
    assert "table    Tab-le_1 1" in lines
    assert f"salt     0 {SALTS[0]} {SEALS[0]}" in lines
    assert "salt     2 - -" in lines
    again = decapod.loads(match.dumps())
    assert (again, again.commitment, again.dumps()) == (match, AT_A_TABLE, match.dumps())


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("secret   0000", "secret   0001", "seal does not fit the secret"),
        ("\nseal     ", "\nsael     ", "lacks 'seal'"),
        ("table    Tab-le_1 1\n", "", "lacks 'table'"),
        ("table    Tab-le_1 1\n", "table    Tab-le_1\n", "no match of a table"),
        (f"salt     0 {SALTS[0]}", f"salt     0 {SALTS[1]}", "seat 0 does not fit its seal"),
        (f"salt     0 {SALTS[0]} {SEALS[0]}", f"salt     0 {SALTS[0]} -", "seat 0 does not fit its seal"),
        (f"salt     0 {SALTS[0]} {SEALS[0]}\n", "", "the salt of every seat"),
        ("salt     1 ", "salt     0 ", "the salt of every seat"),
        ("salt     2 - -", "salt     2 -", "the salt of every seat"),
        ("decapod match 2", "decapod match 1", "not legal|not end"),
    ],
)
def test_whoever_alters_a_part_of_the_record_is_found_out(old: str, new: str, says: str) -> None:
    text = dealt(AT_A_TABLE, 30).dumps()
    assert old in text
    with pytest.raises(ParseError, match=says):
        decapod.loads(edited(text, old, new))


def test_salts_that_were_left_out_afterwards_deal_another_game() -> None:
    """A record whose salts are all empty, with the moves of the true deal, is no legal match."""
    text = dealt(AT_A_TABLE, 30).dumps()
    forged = edited(edited(text, SALTS[0], "-"), SALTS[1], "-")
    with pytest.raises(ParseError, match="not legal"):
        decapod.loads(forged)


def proof(deal: SeedCommitment, language: str = "en") -> str:
    """Say what is proven of a match."""
    match = dealt(deal)
    return "\n".join(match.describe_fairness(match.game.translator(language)))


def test_the_proof_says_who_put_a_salt_in_and_who_did_not_open_one() -> None:
    words = proof(AT_A_TABLE)
    assert "all 4 moves are legal" in words
    assert f"fits the seal {AT_A_TABLE.seed_hash}" in words
    assert "from Coral, Blue, and fit" in words
    assert "Sealed, but not opened" not in words
    assert "knows that nobody else chose the deal" in words
    kept_shut = replace(AT_A_TABLE, client_seeds=(SALTS[0], "", ""))
    assert "Sealed, but not opened at the start: the salt of Blue." in proof(kept_shut)
    assert "nobody else chose" not in proof(kept_shut)
    assert "Scellé, mais pas ouvert au début : le grain de sel de Bleu." in proof(kept_shut, "fr")


def test_the_proof_claims_nothing_where_no_salt_went_in() -> None:
    nobody = replace(AT_A_TABLE, client_seed_hashes=("", "", ""), client_seeds=("", "", ""))
    assert "whoever drew the secret may have known" in proof(nobody)
    assert "nobody else chose" not in proof(nobody)
    alone = "\n".join(decapod.game("crab-stack").match(2, seed=7).describe_fairness())
    assert "does not prove that nobody chose the deal" in alone
    assert "nobody else chose" not in alone


def test_verify_proves_of_a_record_of_0_1_0_what_it_can() -> None:
    done = run("verify", str(OLD))
    assert done.returncode == 0, done.stderr
    assert "does not prove that nobody chose the deal" in done.stdout
    assert "il ne prouve pas que personne n'a choisi la donne" in run("verify", str(OLD), "--language", "fr").stdout


def test_verify_compares_the_seal_that_one_kept(tmp_path: Path) -> None:
    file = tmp_path / "match.decapod"
    dealt(AT_A_TABLE).save(file)
    kept = run("verify", str(file), "--seal", AT_A_TABLE.seed_hash)
    assert kept.stdout.count("\n") == 6
    assert "That is the seal you kept." in kept.stdout
    exchanged = run("verify", str(file), "--seal", SeedCommitment(8).seed_hash)
    assert exchanged.returncode == 2
    assert re.match(r"decapod: .*not the one you kept: the secret was exchanged", exchanged.stderr)
