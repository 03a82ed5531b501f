"""What a game states about itself before its code begins."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """Something agreed on before a match: a name, the usual value, the values allowed.

    Rules see a number: the value itself if `choices` is a range, else its index among the choices.
    """

    name: str
    default: str | int
    choices: tuple[str, ...] | range
    seat: bool = False  # the choices after the first are seat numbers, as many as play

    def allowed(self, players: int) -> tuple[str, ...] | range:
        """List the values that can be chosen with this many players."""
        return self.choices[: players + 1] if self.seat else self.choices

    def number(self, value: str | int, players: int) -> int:
        """Turn a value, or its text, into the number the rules see; ValueError says what is allowed."""
        allowed = self.allowed(players)
        if isinstance(allowed, range):
            try:
                number = int(value)
            except ValueError:
                number = None
            if number is not None and number in allowed:
                return number
            raise ValueError(f"{self.name} is a whole number from {allowed[0]} to {allowed[-1]}, not {value!r}")
        if str(value) in allowed:
            return allowed.index(str(value))
        raise ValueError(f"{self.name} is one of {', '.join(allowed)}, not {value!r}")

    def text(self, number: int) -> str:
        """Turn the number the rules see back into text."""
        return str(number) if isinstance(self.choices, range) else self.choices[number]
