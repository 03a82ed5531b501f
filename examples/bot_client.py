"""A bot for a Decapod server, written from docs/protocol.md alone: it knows no game and imports nothing of ours.

    python examples/bot_client.py http://127.0.0.1:8321                    opens a public table and waits there
    python examples/bot_client.py http://127.0.0.1:8321 --join ID CODE     takes a seat at a table

It plays by chance. To make it clever, change `choose`.
Needs: pip install httpx websockets
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import time
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

FOREVER = {4400, 4403, 4404, 4410}  # closed for good: coming back would not help


def choose(scene: dict[str, Any]) -> int:
    """Choose one of the legal moves; here is where a bot thinks."""
    return random.choice(scene["choices"])["move"]


class Client:
    """One guest on one server."""

    def __init__(self, server: str, name: str) -> None:
        """Become somebody: the first answer sets the token that every change sends back."""
        self.server = server.rstrip("/")
        self.http = httpx.Client(base_url=self.server, timeout=30)
        self.http.get("/api/me").raise_for_status()
        self.http.headers["x-csrftoken"] = self.http.cookies["csrftoken"]
        self._done(self.http.put("/api/me", json={"name": name}))

    def _done(self, answer: httpx.Response) -> Any:
        if not answer.is_success:
            raise SystemExit(f"the server says no: {answer.json()['detail']}")
        return answer.json()

    def open_table(self, game: str) -> str:
        """Open a public table."""
        return self._done(self.http.post("/api/tables", json={"game": game, "public": True}))["id"]

    def join(self, table: str, invite: str) -> None:
        """Take a free seat."""
        self._done(self.http.post(f"/api/tables/{table}/join", json={"invite": invite}))

    async def play(self, table: str) -> dict[str, Any]:
        """Play until the match is over, through lost connections; return how it ended."""
        url = f"{self.server.replace('http', 'ws', 1)}/api/tables/{table}/play"
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        wait = 0.2
        while True:
            try:
                async with connect(url, additional_headers={"cookie": cookies}, max_size=None) as socket:
                    wait = 0.2
                    return await self._at_the_table(socket)
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in FOREVER:
                    raise SystemExit(f"the server says: {closed.rcvd.reason}") from None
            except (OSError, InvalidStatus):
                pass
            await asyncio.sleep(wait)
            wait = min(8, wait * 2)

    async def _at_the_table(self, socket: Any) -> dict[str, Any]:
        number = 1
        decided: tuple[str, int, int] | None = None  # a decision is made once, whatever is shown again meanwhile
        await socket.send(json.dumps({"type": "hello", "v": 3, "n": number}))
        while True:
            message = json.loads(await socket.recv())
            if message["type"] == "refused":
                decided = None
                await socket.send(json.dumps({"type": "hello", "v": 3, "n": number}))
            if message["type"] != "scene":
                continue
            if message["state"] == "over":
                return message["result"]
            for seat in message["you"]:
                if seat not in message["awaiting"]:
                    continue
                if message["viewer"] != seat:  # several seats: look from the one that is awaited
                    await socket.send(json.dumps({"type": "hello", "v": 3, "n": number, "seat": seat}))
                    break
                decision = (message["match"], message["n"], seat)
                if decision == decided:
                    break
                decided = decision
                shown = time.monotonic()
                move = choose(message["scene"])
                number += 1
                thought = int((time.monotonic() - shown) * 1000)
                await socket.send(
                    json.dumps(
                        {"type": "move", "v": 3, "n": number, "seat": seat, "move": move, "seen": message["n"],
                         "match": message["match"], "thought": thought}
                    )
                )  # fmt: skip
                break


def main() -> None:
    """Read the command line and play one match."""
    parser = argparse.ArgumentParser(description="A bot that plays on a Decapod server.")
    parser.add_argument("server")
    parser.add_argument("--name", default="Clawdia")
    parser.add_argument("--game", default="crab-stack")
    parser.add_argument("--join", nargs=2, metavar=("TABLE", "INVITE"))
    options = parser.parse_args()
    client = Client(options.server, options.name)
    if options.join:
        table = options.join[0]
        client.join(table, options.join[1])
    else:
        table = client.open_table(options.game)
        print(f"{client.server}/t/{table} waits for others", flush=True)
    print(asyncio.run(client.play(table))["words"])


if __name__ == "__main__":
    main()
