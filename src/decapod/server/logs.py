"""Structured logs: one JSON object per line, without secrets."""

from __future__ import annotations

import json
import logging
import sys
import time

PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
NEVER = {"secret", "key", "cookie", "session", "invite", "code", "password", "token", "record"}


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Write time, level, message and whatever was given with it, except what must never be logged."""
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        for name, value in vars(record).items():
            if name not in PLAIN and name not in NEVER:
                line[name] = value if isinstance(value, int | float | bool | None) else str(value)
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(level: str) -> None:
    """Write our logs, and the web server's errors, to standard error: it warns of every request that is none."""
    out = logging.StreamHandler(sys.stderr)
    out.setFormatter(JsonLines())
    for name, lowest in (("decapod", level.upper()), ("uvicorn", "ERROR"), ("litestar", "WARNING")):
        logger = logging.getLogger(name)
        logger.handlers = [out]
        logger.propagate = False
        logger.setLevel(lowest)
    logging.getLogger("uvicorn.error").addFilter(is_not_about_text)


def is_not_about_text(record: logging.LogRecord) -> bool:
    """Return whether a record is not about text that is no UTF-8: a stranger could fill the log with those."""
    return "Invalid UTF-8" not in record.getMessage()
