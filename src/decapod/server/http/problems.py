"""Problems: what is answered when a request is refused or fails, always as `wire.Problem`."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import ClientException, HTTPException, NotFoundException, PermissionDeniedException
from litestar.status_codes import HTTP_409_CONFLICT
from litestar.types import ExceptionHandlersMap

from decapod.errors import DecapodError, IllegalMoveError, ParseError, Reason, UsageError
from decapod.server import wire
from decapod.server.store import DatabaseError

logger = logging.getLogger("decapod.server")

AnyRequest = Request[Any, Any, Any]


class Conflict(ClientException):
    """What is asked does not fit how things stand; the answer says why."""

    status_code = HTTP_409_CONFLICT


#: What may be answered instead, for the description of the interface.
REFUSALS = [NotFoundException, PermissionDeniedException, Conflict]


def refusal(code: str, words: str) -> IllegalMoveError:
    """Make an error to raise: what is asked does not fit how things stand."""
    return IllegalMoveError(Reason(code, words=words))


def _answer_refused(_: AnyRequest, error: DecapodError) -> Response[wire.Problem]:
    status = 400 if isinstance(error, ParseError | UsageError) else 409
    words = error.reason.words or str(error)
    return Response(wire.Problem(status_code=status, detail=words, code=error.code), status_code=status)


def answer_http(request: AnyRequest, error: HTTPException) -> Response[wire.Problem]:
    """Answer what Litestar, or a handler of ours, refuses with a status."""
    words = str(error.detail) if not request.url.path.startswith("/static/") else "there is no such file"
    if isinstance(error.extra, list) and error.extra:
        first: Any = error.extra[0]
        key, message = first.get("key", ""), first.get("message", words)
        words = f"{key} is missing" if message == repr(key) else f"{key}: {message}".lstrip(": ")
    problem = wire.Problem(status_code=error.status_code, detail=words)
    return Response(problem, status_code=error.status_code, headers=error.headers)


def _answer_storage(_: AnyRequest, error: DatabaseError) -> Response[wire.Problem]:
    logger.error("the database failed", extra={"error": str(error).splitlines()[0]})
    problem = wire.Problem(status_code=503, detail="the database does not answer; nothing has changed, try again")
    return Response(problem, status_code=503)


def _answer_nested(_: AnyRequest, __: RecursionError) -> Response[wire.Problem]:
    return Response(wire.Problem(status_code=400, detail="this JSON is nested too deeply"), status_code=400)


def _answer_failure(request: AnyRequest, error: Exception) -> Response[wire.Problem]:
    logger.error("a request failed", exc_info=error, extra={"path": request.url.path})
    return Response(wire.Problem(status_code=500, detail="something went wrong on the server"), status_code=500)


HANDLERS: ExceptionHandlersMap = {
    DecapodError: _answer_refused,
    HTTPException: answer_http,
    DatabaseError: _answer_storage,
    RecursionError: _answer_nested,
    Exception: _answer_failure,
}
