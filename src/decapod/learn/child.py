"""A training in a process of its own: for whoever trains several nets, or has other things to say."""

from __future__ import annotations

import subprocess
import sys

from decapod.learn.console import Asked

STOPPED = 130  # the exit code after Ctrl-C
REFUSAL = "decapod: "  # how the line begins that says what is wrong


def command_of(asked: Asked) -> list[str]:
    """Write what is asked for as a command.

    >>> command_of(Asked("crabs", "2,3", minutes=0.5, measured=False))[2:]
    ['decapod.learn', 'crabs', '--players=2,3', '--minutes=0.5', '--seed=0', '--language=en', '--unmeasured']
    """
    told = {
        "players": asked.players, "variant": asked.variant, "box": asked.box, "minutes": f"{asked.minutes:g}",
        "device": asked.device, "init-from": asked.start, "out": asked.out, "seed": asked.seed,
        "language": asked.language, "width": asked.width or None,
    }  # fmt: skip
    flags = {"unmeasured": not asked.measured, "waits": asked.waits, "study": asked.study}
    return [
        sys.executable, "-m", "decapod.learn", asked.game,
        *(f"--{option}={value}" for option, value in told.items() if value not in (None, "")),
        *(f"--{flag}" for flag, is_set in flags.items() if is_set),
    ]  # fmt: skip


def teach(asked: Asked) -> None:
    """Train in a child, and tell of it on standard error; `RuntimeError` says in one line why it could not."""
    why = "the training broke off"
    with subprocess.Popen(  # noqa: S603  # our own program, with what was asked for
        command_of(asked), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:
            if line.startswith(REFUSAL):
                why = line.removeprefix(REFUSAL).strip()
            else:
                sys.stderr.write(line)
    if child.returncode == STOPPED:
        raise KeyboardInterrupt
    if child.returncode != 0:
        raise RuntimeError(why)
