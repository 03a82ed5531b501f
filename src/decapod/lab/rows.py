"""Rows: a row for each game of a survey, in a Parquet file, which also says what was played and what it comes to."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.errors import ParseError, UsageError, install_hint

if TYPE_CHECKING:
    from decapod.lab.contest import Matchup

KEY = b"decapod"  # what a file of ours says about itself stands under this name
ROWS = 1 << 17  # rows that are written at once


def require_parquet() -> Any:
    """Return pyarrow and its module for Parquet; `UsageError` says what to install if they are not there."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise UsageError(f"Parquet needs pyarrow: {install_hint('lab')}") from None
    return pa, parquet


class RowFile:
    """A Parquet file that is being written. It appears under its name when it is closed."""

    def __init__(self, path: Path, contest: Matchup) -> None:
        """Begin a file for the games of a contest; `UsageError` if nothing can be written there."""
        self._arrow, self._parquet = require_parquet()
        self.path = path
        self._part = path.with_name(path.name + ".part")
        self._players = contest.players
        self._endings: list[str] = list(contest.rules.rules.ENDINGS)
        arrow, seats = self._arrow, range(contest.players)
        self._schema = arrow.schema(
            [("game", arrow.int64()), ("length", arrow.int32()), ("ending", arrow.dictionary(arrow.int8(), "string"))]
            + [(f"place_{seat}", arrow.int8()) for seat in seats]
            + [(f"points_{seat}", arrow.int16()) for seat in seats]
            + [("moves_hash", arrow.int64())]
        )
        self._waiting: list[tuple[int, Any]] = []
        try:
            self._writer = self._parquet.ParquetWriter(self._part, self._schema, compression="zstd")
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror or error}") from None

    def copy(self, path: Path) -> None:
        """Take over the rows of a file that was written before."""
        with self._parquet.ParquetFile(path) as old:
            for group in range(old.num_row_groups):
                self._writer.write_table(old.read_row_group(group).cast(self._schema))

    def add(self, first: int, rows: Any) -> None:
        """Write the rows of games from number `first` on."""
        self._waiting.append((first, rows))
        if sum(len(part) for _, part in self._waiting) >= ROWS:
            self._flush()

    def _flush(self) -> None:
        if not self._waiting:
            return
        numbers = np.concatenate([np.arange(first, first + len(part)) for first, part in self._waiting])
        rows = np.concatenate([part for _, part in self._waiting])
        arrow = self._arrow
        ending = arrow.DictionaryArray.from_arrays(rows["ending"], self._endings)
        places = [np.ascontiguousarray(rows["places"][:, seat]) for seat in range(self._players)]
        points = [np.ascontiguousarray(rows["points"][:, seat]) for seat in range(self._players)]
        length, trace = np.ascontiguousarray(rows["length"]), np.ascontiguousarray(rows["moves_hash"])
        columns = [numbers, length, ending, *places, *points, trace]
        self._writer.write_table(arrow.table(columns, schema=self._schema))
        self._waiting.clear()

    def close(self, facts: dict[str, Any]) -> None:
        """Write what is left, and what the file says about itself."""
        self._flush()
        self._writer.add_key_value_metadata({KEY: json.dumps(facts, ensure_ascii=False).encode()})
        self._writer.close()
        os.replace(self._part, self.path)

    def discard(self) -> None:
        """Leave nothing of it."""
        self._writer.close()
        self._part.unlink(missing_ok=True)


def read_facts(path: Path) -> dict[str, Any]:
    """Read what a file of ours says about itself; `ParseError` if it is none."""
    _, parquet = require_parquet()
    try:
        found = (parquet.read_metadata(path).metadata or {})[KEY]
        return json.loads(found)
    except OSError as error:
        raise ParseError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, KeyError):
        raise ParseError(f"{path} is no file of decapod simulate") from None
