"""The compiled way of running: the same functions, handed to Numba.

Importing this module imports Numba (about half a second), so nothing imports it before a kernel is wanted.
`DECAPOD_JIT=0` and `NUMBA_DISABLE_JIT=1` keep everything interpreted.
"""

from __future__ import annotations

import functools
import logging
import threading
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from decapod.engine import bits, dice, dispatch, dtypes, jit_cache, nn_kernels, perft, playout, rollout, vector_step
from decapod.engine.interrupts import hold_interrupts
from decapod.errors import describe_error

with hold_interrupts():
    import numba
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload, register_jitable

    try:
        from decapod.engine import jit_link
    except Exception as error:  # this Numba lacks a private name that the linker needs
        jit_link, WHY_NOT_LINKED = None, describe_error(error)
    else:
        WHY_NOT_LINKED = ""

if TYPE_CHECKING:
    from decapod.engine.protocols import Rules


#: No checks that raise: verbs never divide by zero or index out of bounds, and the battery proves it interpreted.
OPTIONS: dict[str, Any] = {"error_model": "numpy", **(jit_link.OPTIONS if jit_link else {})}
#: A function that only compiled code calls.
PART: dict[str, Any] = {**OPTIONS, **(jit_link.PART if jit_link else {})}
#: Long sums of floats are compiled by themselves, so that LLVM makes vectors of their loops, and add up in any order.
VECTORS = {**OPTIONS, "fastmath": True}

#: Engine functions called at every move are inlined, and those of a game that its `INLINE` names (True: all of
#: them): up to twice as fast, but a large game inlined as a whole takes minutes to compile.
INLINED = {"roll", "word", "step", "traced"}

_registered: set[int] = set()
_kernels: dict[Any, Any] = {}
_lock = threading.Lock()
_reasons: list[str] = []  # why kernels were compiled without the linker
_setting = threading.Lock()  # held while Numba's setting of a folder is another

logger = logging.getLogger("decapod.engine")


@intrinsic
def _population(_context, bits):
    def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing_zeros(_context, bits):
    def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@overload(bits.count, jit_options=PART)
def _count(bits):
    return lambda bits: _population(bits)


@overload(bits.lowest, jit_options=PART)
def _lowest(bits):
    return lambda bits: _trailing_zeros(bits)


def _words(builder: Any, record: Any, i: int) -> Any:
    """Point at the i-th 8-byte word of a record."""
    words = builder.bitcast(record, ir.IntType(64).as_pointer())
    return builder.gep(words, [ir.Constant(ir.IntType(32), i)])


@intrinsic
def _clear(_context, record):
    def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        for i in range(record.size // dtypes.WORD):
            builder.store(ir.Constant(ir.IntType(64), 0), _words(builder, args[0], i), align=dtypes.WORD)

    return types.void(record), generate


@intrinsic
def _copy(_context, source, target):
    def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        for i in range(source.size // dtypes.WORD):
            word = builder.load(_words(builder, args[0], i), align=dtypes.WORD)
            builder.store(word, _words(builder, args[1], i), align=dtypes.WORD)

    return types.void(source, target), generate


@overload(dtypes.clear, jit_options=PART)
def _clear_record(record):
    return lambda record: _clear(record)


@overload(dtypes.copy, jit_options=PART)
def _copy_record(source, target):
    return lambda source, target: _copy(source, target)


@overload(nn_kernels.matmul, jit_options=VECTORS)
def _weigh(inputs, factors, rows, out):
    return nn_kernels.weigh_in_loops


@overload(nn_kernels.normalize, jit_options=VECTORS)
def _normalize(values, scale, bias, gain, shift):
    return nn_kernels.normalize_in_loops


@overload(nn_kernels.add, jit_options=VECTORS)
def _add(values, out):
    return nn_kernels.add_in_loops


@overload(nn_kernels.dot, jit_options=VECTORS)
def _dot(row, values):
    return nn_kernels.dot_in_loops


@functools.cache
def _type_of(state: Any) -> Any:
    """Return Numba's type of a state."""
    return numba.from_dtype(state)


def _rules_of(state: Any) -> Any:
    """Return the rules that go with Numba's type of a state."""
    return next(rules for kind, rules in dispatch.RULES.items() if _type_of(kind) == state)


def _dispatch(name: str, arguments: tuple[str, ...], find: Callable[[Any], Any]) -> None:
    """Let compiled calls of a verb find the rule by the type of the state; `find` finds it among the game's rules."""
    source = f"def choose({', '.join(arguments)}):\n    return rule_for(state)\n"
    scope = {"rule_for": lambda state: find(_rules_of(state))}
    exec(source, scope)  # noqa: S102  # an overload must have the verb's own argument names
    overload(getattr(dispatch, name), jit_options=PART)(scope["choose"])


for _name, _arguments in dispatch.RULE_FUNCTIONS.items():
    _dispatch(_name, _arguments, attrgetter(_name))
_dispatch("rollout_action", dispatch.RULE_FUNCTIONS["sample_action"], dispatch.rollout_action_of)


def register(module: ModuleType, home: str, *, inline: bool | tuple[str, ...] = False) -> None:
    """Let compiled code call the functions of a module, and those it uses of its `home`, the engine and nets."""
    own = (f"{home}.", "decapod.engine.", "decapod.nn.")
    overloaded = {bits.__name__, nn_kernels.__name__, dtypes.__name__, dispatch.__name__}
    for value in list(vars(module).values()):
        if id(value) in _registered:
            continue
        if isinstance(value, FunctionType) and f"{value.__module__}.".startswith(own):
            if value.__module__ not in overloaded:
                _registered.add(id(value))
                ours = value.__module__.startswith("decapod.engine.")
                names = INLINED if ours else inline
                forced = names if isinstance(names, bool) else value.__name__ in names
                register_jitable(**PART, **({"forceinline": forced} if jit_link else {}))(value)
                register(import_module(value.__module__), home, inline=inline)  # imported by name: its callees too
        elif isinstance(value, ModuleType) and value.__name__.startswith(own) and value.__name__ not in overloaded:
            _registered.add(id(value))
            register(value, home, inline=inline)


def register_all(rules: Rules) -> None:
    """Let compiled code call the engine and these rules: the modules their verbs are from, and what those build on."""
    with _lock:
        for module in (dice, playout, rollout, perft, vector_step):
            _register_once(module, "decapod.engine")
        for name in sorted({getattr(rules, verb).__module__ for verb in dispatch.RULE_FUNCTIONS}):
            _register_once(import_module(name), dispatch.name_of(rules), inline=rules.INLINE)


def _register_once(module: ModuleType, home: str, *, inline: bool | tuple[str, ...] = False) -> None:
    if id(module) not in _registered:
        _registered.add(id(module))
        register(module, home, inline=inline)


def kernel(function: Any, rules: Rules) -> Any:
    """Compile a generic function so that it can be called with tables of these rules.

    That happens at the first call, unless the cache has it. `jit_warmup.get_kernel` calls it so that it can be stopped.
    """
    register_all(rules)
    with _lock:
        name = function.__module__
        _register_once(import_module(name), name.rpartition(".")[0] or name)
        key = function, dispatch.name_of(rules)
        if key not in _kernels:
            path = jit_cache.file_of(dispatch.name_of(rules), function)
            linked = jit_link is not None
            _kernels[key] = jit_link.Kernel(function, path, _compile) if linked else PublicKernel(function, path)
        return _kernels[key]


# --- Numba's documented way ---------------------------------------------------------------------------------
# Where `jit_link.py` cannot be used, kernels take twice the time to compile and are slower, and everything else is the
# same. Numba's own cache keeps them, in a folder beside the kernel's file; the file says so.


class PublicKernel:
    """A function that is compiled by Numba's documented means when it is called first."""

    def __init__(self, function: Any, path: Path | None) -> None:
        """Take the function and the file of its kernel, None where kernels are not kept."""
        self._function, self._path = function, path
        self._compiled: Any = None

    def __call__(self, *arguments: Any) -> Any:
        """Call the function; compile it first if need be."""
        if self._compiled is None:
            with jit_cache.single_compiler(self._path):
                self._compiled = _compile(self._function, self._path, [*map(numba.typeof, arguments)], WHY_NOT_LINKED)
        return self._compiled(*arguments)


def _compile(function: Any, path: Path | None, arguments: Sequence[Any], reason: str) -> Any:
    """Return a function compiled by Numba's documented means for these types of arguments; `reason` is logged once."""
    begun = time.perf_counter()
    with _setting:
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(path and jit_cache.public_folder(path))
        try:
            compiled = numba.njit(nogil=True, error_model="numpy", cache=path is not None)(function)
        finally:
            numba.config.CACHE_DIR = before
    compiled.compile(tuple(arguments))
    jit_cache.store_public(path, reason, time.perf_counter() - begun)
    _warn_once(reason)
    return compiled


def _warn_once(reason: str) -> None:
    """Log that kernels are compiled without the linker; the first reason stands for all."""
    with _setting:
        if not _reasons:
            logger.warning("kernels are compiled without decapod.engine.jit_link, which takes longer: %s", reason)
        _reasons.append(reason)
