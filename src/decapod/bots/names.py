"""Bots by name: ours, those that others registered, a class by where it lies, and a program by its command.

    NAME[@NET][:BUDGET]             chance, flat-mc:200ms, flat-mc:5000, net@my.safetensors, or one that is registered
    py:MODULE:CLASS[@NET][:BUDGET]  a class of a module, also of one in the present folder
    exec:COMMAND                    a program that speaks docs/bot-protocol.md

BUDGET says how much the bot may think about a move: 200ms, 2s, or 5000 play-outs. NET is a file: the net to play with.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import os
import re
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from numbers import Real
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from decapod.bots.base import Bot, BotFailure, check_compatibility_arguments, line_of, title_of
from decapod.bots.stored_names import CURRENT
from decapod.errors import ParseError, UsageError, as_int, check_type

if TYPE_CHECKING:
    from threading import Event

    from decapod.core.game import Box, Game

LEVELS = tuple(f"level{n}" for n in range(1, 8))  # from kind to merciless, and one who takes more time
DEFAULT_BOT = LEVELS[2]  # who plays where nobody has chosen a bot
ADVISER = LEVELS[5]  # who is asked for hints

#: Ours by name: module and class of each. Others' are found by the entry point `decapod.bots`, `NAME = "module:Class"`.
OURS = {
    "random": "decapod.bots.random_bot:RandomBot",
    "flat-mc": "decapod.bots.flat_mc:FlatMCBot",
    "mcts": "decapod.bots.mcts.search:MCTSBot",
    "net": "decapod.bots.net_bot:NetBot",
    "net-sampled": "decapod.bots.net_bot:SampledNetBot",
    "puct": "decapod.bots.mcts.puct:PUCTBot",
    **{name: f"decapod.bots.levels:{name.title()}" for name in LEVELS},
}
ENTRY_POINT = "decapod.bots"
PYTHON, PROGRAM = "py:", "exec:"
NAME = re.compile("[a-z0-9][a-z0-9_-]{0,23}")
TAKEN = ("you", "py", "exec")  # what stands for a person, or begins another kind of name
BUDGET = re.compile("([0-9]{1,9}(?:[.][0-9]{1,3})?)(ms|s)|([0-9]{1,9})")
LONGEST = 3600.0  # seconds a bot may be asked to think about a move


@dataclass(frozen=True)
class BotName:
    """Which bot is meant, and how much it may think about a move.

    >>> read_bot_name("flat-mc:200ms")
    BotName(what='flat-mc', seconds=0.2, playouts=None, net=None)
    """

    what: str  # without net and budget: NAME, py:MODULE:CLASS or exec:COMMAND
    seconds: float | None = None
    playouts: int | None = None
    net: str | None = None  # the file of a net to play with


def read_bot_name(text: str) -> BotName:
    """Read the name of a bot as people write it; `UsageError` says what is wrong. Whether there is one is not asked."""
    check_type(text, str, "text")
    if text.startswith(PROGRAM):
        if not text.removeprefix(PROGRAM).strip():
            raise UsageError("exec: names a program; write exec:COMMAND")
        return BotName(text)
    what, at, rest = text.partition("@")
    length = 3 if what.startswith(PYTHON) else 1
    parts = what.split(":")
    if len(parts) not in ((length,) if at else (length, length + 1)) or not all(parts):
        raise UsageError(f"{text!r} names no bot; write NAME[@NET][:BUDGET], py:MODULE:CLASS[:BUDGET] or exec:COMMAND")
    budget, net = "".join(parts[length:]), None
    if at:
        net, _, budget = rest.rpartition(":")
        if not net or not BUDGET.fullmatch(budget):
            net, budget = rest, ""  # a file may have a colon in its name
        if not net:
            raise UsageError(f"{text!r} names no file of a net; write NAME@FILE")
    return BotName(":".join(parts[:length]), *(_read_budget(budget) if budget else (None, None)), net)


def _read_budget(text: str) -> tuple[float | None, int | None]:
    found = BUDGET.fullmatch(text)
    if found is None:
        raise UsageError(f"{text!r} is no budget; write 200ms, 2s, or 5000 for so many play-outs")
    if found[3]:
        if int(found[3]) < 1:
            raise UsageError("a budget is at least 1 play-out")
        return None, int(found[3])
    seconds = float(found[1]) / (1000 if found[2] == "ms" else 1)
    if not 0 < seconds <= LONGEST:
        raise UsageError(f"a budget is more than 0 and at most {LONGEST:g} seconds, not {text}")
    return seconds, None


# --- those that are installed -----------------------------------------------------------------------------


def _registered() -> list[tuple[str, str]]:
    """List name and class of every bot from outside, in an order that is the same on every machine."""
    from importlib.metadata import entry_points

    return sorted({(found.name, found.value) for found in entry_points(group=ENTRY_POINT)})


@functools.cache
def _catalogue() -> Mapping[str, str]:
    """List all bots that are installed, ours first; who comes first has the name."""
    found = dict(OURS)
    for name, value in _registered():
        found.setdefault(name, value)
    return MappingProxyType(found)


@functools.cache
def _found(name: str) -> type[Bot] | UsageError:
    """Load an installed bot, whatever may be wrong with it; an error says in one line what is."""
    value = _catalogue()[name]
    if not NAME.fullmatch(name) or name in (*TAKEN, *CURRENT):
        return UsageError(f"{value} is registered as {name!r}, which cannot be the name of a bot")
    try:
        return _load(value, name)
    except UsageError as error:
        return error


def bots() -> tuple[str, ...]:
    """List the names of all bots that are installed and can be loaded, ours first.

    >>> bots()[:2]
    ('random', 'flat-mc')
    """
    return tuple(name for name in _catalogue() if name in OURS or isinstance(_found(name), type))


def load_errors() -> Mapping[str, str]:
    """Load every bot that is installed, and say of each that cannot be loaded why, in one line, by its name."""
    found = {name: str(loaded) for name in _catalogue() if isinstance(loaded := _found(name), UsageError)}
    for name, value in _registered():
        holder = _catalogue()[name]
        if holder != value:
            found[f"{name} of {value}"] = f"{value} is registered as {name!r}, which is the name of {holder}"
    return found


def _load(value: str, name: str) -> type[Bot]:
    """Import a class by `module:Class`; `UsageError` says in one line why it is no bot."""
    module, _, path = value.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except Exception as error:  # its author may make any mistake
        words = " ".join(str(error).split())
        words = words if isinstance(error, ImportError | AttributeError) else f"{type(error).__name__}: {words}"
        raise UsageError(f"cannot import the bot {name}: {words}") from None
    if not isinstance(found, type):
        raise UsageError(f"{value} is no bot: it is no class")
    lacking = [part for part in ("choose", "evaluate", "close", "describe") if not callable(getattr(found, part, None))]
    kinds = {"name": str, "seconds": int | float, "reads_history": bool}
    lacking += [part for part, kind in kinds.items() if not isinstance(getattr(found, part, None), kind)]
    if lacking or found.choose is Bot.choose:  # type: ignore[attr-defined]
        what = ", ".join(lacking) or "choose"
        raise UsageError(f"{value} is no bot: it lacks {what}; let it inherit from decapod.bots.Bot")
    return found


# --- one by its name --------------------------------------------------------------------------------------


def bot_class(name: str) -> type[Bot]:
    """Return the class of a bot by its name, whatever its budget; `UsageError` says why there is none."""
    what = read_bot_name(name).what
    if what.startswith(PROGRAM):
        from decapod.bots.process_bot import ProcessBot

        return ProcessBot
    if what.startswith(PYTHON):
        here = os.getcwd()
        if here not in sys.path:
            sys.path.append(here)  # where whoever names a module of their own expects it to be found
        return _load(what.removeprefix(PYTHON), what)
    if what not in _catalogue():
        raise UsageError(f"there is no bot {what!r}; there is {', '.join(bots())}")
    found = _found(what)
    if isinstance(found, UsageError):
        raise UsageError(found.reason.words)
    return found


def bot_title(name: str, language: str = "en") -> str:
    """Return what people call a bot: ours have a name in their language, others are called as they call themselves.

    >>> bot_title("level1"), bot_title("level1", "fr")
    ('1 · Shrimp', '1 · Crevette')
    """
    check_type(language, str, "language")
    return title_of(bot_class(name), language)


def describe_bot(name: str, language: str = "en") -> str:
    """Say in one line how a bot plays; nothing if it does not say."""
    check_type(language, str, "language")
    return line_of(bot_class(name), language)


def compatibility_warning(name: str, game: Game, box: Box, language: str = "en") -> str:
    """Say what is to be known of how a bot plays a box, by its name: that its net learned on another; mostly nothing.

    `UsageError` or `ParseError` says in one line why it cannot play the game at all.
    """
    check_compatibility_arguments(game, box, language)
    found = bot_class(name)
    if getattr(found, "compatibility_warning", Bot.compatibility_warning) is Bot.compatibility_warning:
        return ""
    with closing(bot(name, seed=0)) as made:
        return made.compatibility_warning(game, box, language)


def time_budget(name: str) -> float:
    """Return how many seconds a bot thinks at most about a move, without making it.

    >>> time_budget("flat-mc:2s"), time_budget("random")
    (2.0, 0.0)
    """
    seconds = read_bot_name(name).seconds
    return float(bot_class(name).seconds if seconds is None else seconds)


def bot(
    name: str,
    *,
    seed: int | None = None,
    seconds: float | None = None,
    playouts: int | None = None,
    stop: Event | None = None,
) -> Bot:
    """Make a bot by its name, as this module's first lines say how to write it.

    `seed`, `stop` and how much it may think go to bots that take them; what the name itself says of that goes first.
    Whoever waits for it may set `stop`, from any thread: then it answers at once with what it has found.

    >>> import decapod
    >>> match = decapod.game("crab-stack").match(players=2, seed=7)
    >>> bot("flat-mc:80", seed=1).choose(match.player_view(0)) in match.legal_moves(0)
    True
    """
    wanted, found = read_bot_name(name), bot_class(name)
    if seconds is not None:
        check_type(seconds, Real, "seconds")
    if stop is not None and not callable(getattr(stop, "is_set", None)):
        raise TypeError(f"stop is an event, not {stop!r:.80}")
    if seconds is not None and not seconds > 0:
        raise UsageError(f"a bot thinks for more than 0 seconds, not {seconds}")
    if playouts is not None and (playouts := as_int(playouts, "playouts")) < 1:
        raise UsageError(f"a bot thinks for at least 1 play-out, not {playouts}")
    given: dict[str, Any] = {"seed": None if seed is None else as_int(seed, "a seed"), "stop": stop}
    if wanted.what.startswith(PROGRAM):
        given["command"] = wanted.what.removeprefix(PROGRAM)
    budget = {"seconds": wanted.seconds, "playouts": wanted.playouts}
    parameters = inspect.signature(found).parameters
    takes_all = any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters.values())
    if wanted.net is not None:
        if "net" not in parameters and not takes_all:
            raise UsageError(f"{wanted.what} plays without a net: {name!r} cannot be")
        given["net"] = wanted.net
    for what, amount in budget.items():
        if amount is not None and what not in parameters and not takes_all:
            raise UsageError(f"{wanted.what} takes no budget in {what.replace('playouts', 'play-outs')}")
    if not any(budget.values()):
        budget = {"seconds": seconds, "playouts": playouts}
    given.update(budget)
    given = {key: value for key, value in given.items() if value is not None and (takes_all or key in parameters)}
    try:
        return found(**given)
    except (UsageError, ParseError):
        raise
    except Exception as error:  # it may be anybody's code
        raise BotFailure(
            f"cannot make the bot {name}: {type(error).__name__}: {' '.join(str(error).split())}"
        ) from error
