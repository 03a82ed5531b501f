"""A bot as a program: decapod play crab-stack --seats "you,exec:python3 examples/programs/by_chance.py".

It speaks docs/bot-protocol.md: a line of JSON is a question, a line of JSON is the answer. Its one idea: of the legal
moves it prefers those it has not made yet in this game, and among these it leaves the choice to chance.
"""

import json
import random
import sys
from typing import Any

VERSION = 1


def choose(question: dict[str, Any], made: set[str]) -> dict[str, Any]:
    """Choose one of the legal moves: each has its number `move`, its notation `text`, and `words`."""
    legal = question["legal"]
    new = [move for move in legal if move["text"] not in made]
    return random.choice(new or legal)


def main() -> None:
    """Answer questions until there are no more."""
    made: set[str] = set()  # notations of my moves in this game
    for line in sys.stdin:
        question = json.loads(line)
        if question["decapod"] != VERSION or question["type"] != "choose":
            sys.exit(f"this program speaks version {VERSION} of the protocol")
        if len(question["played"]) < 2:
            made.clear()  # another game
        move = choose(question, made)
        made.add(move["text"])
        print(json.dumps({"id": question["id"], "move": move["move"]}), flush=True)


if __name__ == "__main__":
    main()
