"""Pages that are the same for everybody who reads their language: made once, packed, and kept."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable, Hashable
from typing import Any

from litestar import MediaType, Response

from decapod.server.http.app import PACKED
from decapod.server.http.dependencies import HttpRequest

MOST = 128  # pages that are kept: ours in every language and theme, and some with boxes of people's own
OWN_PACKING = {PACKED: True}  # for handlers: what they answer is packed already

_kept: dict[Hashable, bytes] = {}
_lock = threading.Lock()


def answer(request: HttpRequest, key: Hashable, make: Callable[[], str]) -> Response[Any]:
    """Answer with the page of a key, which `make` writes the first time; the handler needs `opt=OWN_PACKING`."""
    packed = _kept.get(key)
    if packed is None:
        packed = gzip.compress(make().encode(), compresslevel=5)
        with _lock:
            while len(_kept) >= MOST:
                _kept.pop(next(iter(_kept)))
            _kept[key] = packed
    headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language, Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(packed), media_type=MediaType.HTML, headers=headers)
    return Response(packed, media_type=MediaType.HTML, headers=headers | {"Content-Encoding": "gzip"})
