"""The compiled way of running: the same functions, handed to Numba.

Importing this module imports Numba (about half a second), so nothing imports it before a kernel is wanted.
`DECAPOD_JIT=0` keeps everything interpreted.
"""

from __future__ import annotations

import os
import threading
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from decapod.engine import cache

os.environ["NUMBA_CACHE_DIR"] = str(cache.usable_folder() or "")  # empty: what is compiled is not kept

import numba
from llvmlite import ir
from numba import types
from numba.core import config
from numba.extending import intrinsic, overload, register_jitable
from numba.np.numpy_support import as_dtype

from decapod.engine import batch, bits, dice, perft, playout, records, verbs

if TYPE_CHECKING:
    from decapod.engine.contract import Rules

config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]

#: No checks that raise: verbs never divide by zero or index out of bounds, and the battery proves it interpreted.
#: No counting of references to arrays: nothing is allocated inside, and counting took a third of the time.
OPTIONS = {"error_model": "numpy", "_nrt": False}

#: Engine functions called at every move are inlined, and those of a game that its `INLINE` names (True: all of
#: them): up to twice as fast, but a large game inlined as a whole takes minutes to compile.
INLINED = {"roll", "word", "step", "traced"}

_registered: set[int] = set()
_kernels: dict[Any, Any] = {}
_lock = threading.Lock()


@intrinsic
def _population(_context, bits):
    def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing_zeros(_context, bits):
    def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], numba.core.cgutils.true_bit)

    return types.int64(types.int64), generate


@overload(bits.count)
def _count(bits):
    return lambda bits: _population(bits)


@overload(bits.lowest)
def _lowest(bits):
    return lambda bits: _trailing_zeros(bits)


def _words(builder: Any, record: Any, i: int) -> Any:
    """Point at the i-th 8-byte word of a record."""
    words = builder.bitcast(record, ir.IntType(64).as_pointer())
    return builder.gep(words, [ir.Constant(ir.IntType(32), i)])


@intrinsic
def _clear(_context, record):
    def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        for i in range(record.size // records.WORD):
            builder.store(ir.Constant(ir.IntType(64), 0), _words(builder, args[0], i), align=records.WORD)

    return types.void(record), generate


@intrinsic
def _copy(_context, source, target):
    def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        for i in range(source.size // records.WORD):
            word = builder.load(_words(builder, args[0], i), align=records.WORD)
            builder.store(word, _words(builder, args[1], i), align=records.WORD)

    return types.void(source, target), generate


@overload(records.clear)
def _clear_record(record):
    return lambda record: _clear(record)


@overload(records.copy)
def _copy_record(source, target):
    return lambda source, target: _copy(source, target)


def _dispatch(name: str, arguments: tuple[str, ...]) -> None:
    """Let compiled calls of a verb find the rules by the type of the table."""
    listed = ", ".join(arguments)
    source = (
        f"def choose({listed}):\n"
        f"    rule = rule_for(table)\n"
        f"    def run({listed}):\n"
        f"        return rule({listed})\n"
        f"    return run\n"
    )
    scope = {"rule_for": lambda table: getattr(verbs.RULES[as_dtype(table)], name)}
    exec(source, scope)  # noqa: S102  # an overload must have the verb's own argument names
    overload(getattr(verbs, name), jit_options=OPTIONS)(scope["choose"])


for _name, _arguments in verbs.VERBS.items():
    _dispatch(_name, _arguments)


def register(module: ModuleType, home: str, *, inline: bool | tuple[str, ...] = False) -> None:
    """Let compiled code call every function of a module, and of what it builds on in its `home` and in the engine."""
    own = (f"{home}.", "decapod.engine.")
    overloaded = {bits.__name__, records.__name__, verbs.__name__}
    for value in list(vars(module).values()):
        if id(value) in _registered:
            continue
        if isinstance(value, FunctionType) and f"{value.__module__}.".startswith(own):
            if value.__module__ not in overloaded:
                _registered.add(id(value))
                ours = value.__module__.startswith("decapod.engine.")
                names = INLINED if ours else inline
                forced = names if isinstance(names, bool) else value.__name__ in names
                register_jitable(**OPTIONS, forceinline=forced)(value)
                register(import_module(value.__module__), home, inline=inline)  # imported by name: its callees too
        elif isinstance(value, ModuleType) and value.__name__.startswith(own) and value.__name__ not in overloaded:
            _registered.add(id(value))
            register(value, home, inline=inline)


def register_all(rules: Rules) -> None:
    """Let compiled code call the engine and these rules: the modules their verbs are from, and what those build on."""
    with _lock:
        for module in (dice, playout, batch, perft):
            _register_once(module, "decapod.engine")
        for name in sorted({getattr(rules, verb).__module__ for verb in verbs.VERBS}):
            _register_once(import_module(name), verbs.name_of(rules), inline=rules.INLINE)


def _register_once(module: ModuleType, home: str, *, inline: bool | tuple[str, ...] = False) -> None:
    if id(module) not in _registered:
        _registered.add(id(module))
        register(module, home, inline=inline)


def kernel(function: Any, rules: Rules) -> Any:
    """Compile a generic function so that it can be called with tables of these rules."""
    register_all(rules)
    with _lock:
        name = function.__module__
        _register_once(import_module(name), name.rpartition(".")[0] or name)
        package = verbs.name_of(rules)
        key = function, cache.fingerprint_of(package)
        if key not in _kernels:
            _kernels[key] = _kept_in(cache.usable_folder(package), function)
        return _kernels[key]


def _kept_in(folder: Path | None, function: Any) -> Any:
    """Make a function compile into a folder: Numba looks up where to keep a kernel once, at this moment."""
    usual, config.CACHE_DIR = config.CACHE_DIR, str(folder or "")
    try:
        return numba.njit(cache=folder is not None, nogil=True, **OPTIONS)(function)
    finally:
        config.CACHE_DIR = usual
