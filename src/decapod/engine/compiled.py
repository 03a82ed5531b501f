"""The compiled way of running: the same functions, handed to Numba.

Importing this module imports Numba (about half a second), so nothing imports it before a kernel is wanted.
`DECAPOD_JIT=0` and `NUMBA_DISABLE_JIT=1` keep everything interpreted.
"""

from __future__ import annotations

import contextlib
import pickle
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from decapod.engine import batch, bits, cache, dice, layers, perft, playout, records, stepping, verbs
from decapod.engine.interrupts import hold_interrupts

with hold_interrupts():
    import numba
    from llvmlite import binding, ir
    from numba import types
    from numba.core import compiler, serialize
    from numba.core.caching import NullCache
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler_machinery import PassManager
    from numba.core.environment import lookup_environment
    from numba.core.registry import CPUDispatcher
    from numba.core.typed_passes import NopythonRewrites
    from numba.core.untyped_passes import InlineClosureLikes
    from numba.extending import intrinsic, overload, register_jitable
    from numba.np.numpy_support import as_dtype

if TYPE_CHECKING:
    from decapod.engine.contract import Rules


# --- one kernel, optimised once -----------------------------------------------------------------------------
# Numba by itself optimises every function and makes machine code of it, then links it into each of its callers and
# optimises those together with it, and so on up: more than half of the time that compiling took.


class Part(JITCodeLibrary):
    """The code of a function that only compiled code calls: kept as it is, to be linked in and optimised there."""

    def __init__(self, codegen, name, *, inlined):
        """Say whether it is to become part of every function that calls it."""
        super().__init__(codegen, name)
        self._inlined = inlined

    def add_llvm_module(self, ll_module):
        """Take in what Numba made of the function."""
        for function in ll_module.functions:
            if self._inlined and not function.is_declaration:
                function.add_function_attribute("alwaysinline")
        self._final_module.link_in(ll_module)

    def finalize(self):
        """Be done: what it calls is linked in where it is."""
        self._finalized = True

    def get_pointer_to_function(self, name):
        """Return no address, for there is no machine code."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self):
        """Whoever wants to set what only machine code has, an environment, sets nothing."""
        return _NoCode()

    def alone(self):
        """Return its own code, to be linked in beside that of the functions it calls."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self):
        """Return its code with that of all functions it calls, for a function that is not ours."""
        module = self.alone().clone()
        _link(module, self._linking_libraries)
        return module


class _NoCode:
    """Stands where a part has no machine code."""

    def set_env(self, env_name, env):
        """Do nothing: `Whole` does it, for what is left of its parts."""


class Whole(JITCodeLibrary):
    """The code of a kernel: all parts, optimised together."""

    def finalize(self):
        """Link every part in once, then optimise and make machine code."""
        _link(self._final_module, self._linking_libraries)
        self._linking_libraries = []
        super().finalize()
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name)
            if environment is not None:
                self._codegen.set_env(variable.name, environment)

    def _optimize_final_module(self):
        for function in list(self._final_module.functions):
            if not function.is_declaration and function.linkage == binding.Linkage.linkonce_odr:
                function.linkage = "internal"  # nobody else calls it: what is inlined everywhere can go
                function.name = f"{function.name}.part"  # else a function that is not ours might be led to this one
        passes, builder = self._codegen._module_pass_manager(loop_vectorize=False, slp_vectorize=False)
        passes.run(self._final_module, builder)


def _link(module: Any, libraries: Iterable[Any]) -> None:
    """Link libraries into a module, and those that they need, each once."""
    for library in _closure(libraries):
        code = library.alone() if isinstance(library, Part) else library._get_module_for_linking()
        module.link_in(code, preserve=True)


def _closure(libraries: Iterable[Any]) -> Iterator[Any]:
    seen = set()
    left = list(libraries)
    while left:
        library = left.pop()
        if library not in seen:
            seen.add(library)
            yield library
            if isinstance(library, Part):
                left += library._linking_libraries


class PartCompiler(compiler.Compiler):
    """Compiles a function that only compiled code calls."""

    def __init__(self, typingctx, targetctx, library, args, return_type, flags, locals):  # noqa: A002  # Numba's names
        """Take from the flags whether it is to be inlined: with other flags Numba compiles all that it calls again."""
        self._inlined, flags.forceinline = flags.forceinline, False
        super().__init__(typingctx, targetctx, library, args, return_type, flags, locals)

    def define_pipelines(self):
        """Give it a library of its kind."""
        name = self.state.func_id.func_qualname
        self.state.library = Part(self.state.targetctx.codegen(), name, inlined=self._inlined)
        return [_lean(pipeline) for pipeline in super().define_pipelines()]


class KernelCompiler(compiler.Compiler):
    """Compiles a kernel."""

    def define_pipelines(self):
        """Give it a library of its kind, whose machine code can be kept."""
        self.state.library = Whole(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return [_lean(pipeline) for pipeline in super().define_pipelines()]


def _lean(pipeline: PassManager) -> PassManager:
    """Leave out what rewrites comprehensions, closures and expressions of whole arrays: the contract allows none."""
    lean = PassManager(pipeline.pipeline_name)
    lean.passes.extend(step for step in pipeline.passes if step[0] not in (InlineClosureLikes, NopythonRewrites))
    lean.finalize()
    return lean


#: No checks that raise: verbs never divide by zero or index out of bounds, and the battery proves it interpreted.
#: No counting of references to arrays: nothing is allocated inside, and counting took a third of the time.
OPTIONS = {"error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}
PART = {**OPTIONS, "pipeline_class": PartCompiler}
#: Long sums of floats are compiled by themselves, so that LLVM makes vectors of their loops, and add up in any order.
VECTORS = {**OPTIONS, "fastmath": True}

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


@overload(records.clear, jit_options=PART)
def _clear_record(record):
    return lambda record: _clear(record)


@overload(records.copy, jit_options=PART)
def _copy_record(source, target):
    return lambda source, target: _copy(source, target)


@overload(layers.weigh, jit_options=VECTORS)
def _weigh(inputs, factors, rows, out):
    return layers.weigh_in_loops


@overload(layers.normalize, jit_options=VECTORS)
def _normalize(values, scale, bias, gain, shift):
    return layers.normalize_in_loops


@overload(layers.add, jit_options=VECTORS)
def _add(values, out):
    return layers.add_in_loops


@overload(layers.dot, jit_options=VECTORS)
def _dot(row, values):
    return layers.dot_in_loops


def _dispatch(name: str, arguments: tuple[str, ...], find: Callable[[Any], Any]) -> None:
    """Let compiled calls of a verb find the rule by the type of the table; `find` finds it among the game's rules."""
    source = f"def choose({', '.join(arguments)}):\n    return rule_for(table)\n"
    scope = {"rule_for": lambda table: find(verbs.RULES[as_dtype(table)])}
    exec(source, scope)  # noqa: S102  # an overload must have the verb's own argument names
    overload(getattr(verbs, name), jit_options=PART)(scope["choose"])


for _name, _arguments in verbs.VERBS.items():
    _dispatch(_name, _arguments, attrgetter(_name))
_dispatch("hunch", verbs.VERBS["pick"], verbs.hunch_of)


def register(module: ModuleType, home: str, *, inline: bool | tuple[str, ...] = False) -> None:
    """Let compiled code call every function of a module, and of what it builds on in its `home` and in the engine."""
    own = (f"{home}.", "decapod.engine.")
    overloaded = {bits.__name__, layers.__name__, records.__name__, verbs.__name__}
    for value in list(vars(module).values()):
        if id(value) in _registered:
            continue
        if isinstance(value, FunctionType) and f"{value.__module__}.".startswith(own):
            if value.__module__ not in overloaded:
                _registered.add(id(value))
                ours = value.__module__.startswith("decapod.engine.")
                names = INLINED if ours else inline
                forced = names if isinstance(names, bool) else value.__name__ in names
                register_jitable(**PART, forceinline=forced)(value)
                register(import_module(value.__module__), home, inline=inline)  # imported by name: its callees too
        elif isinstance(value, ModuleType) and value.__name__.startswith(own) and value.__name__ not in overloaded:
            _registered.add(id(value))
            register(value, home, inline=inline)


def register_all(rules: Rules) -> None:
    """Let compiled code call the engine and these rules: the modules their verbs are from, and what those build on."""
    with _lock:
        for module in (dice, playout, batch, perft, stepping):
            _register_once(module, "decapod.engine")
        for name in sorted({getattr(rules, verb).__module__ for verb in verbs.VERBS}):
            _register_once(import_module(name), verbs.name_of(rules), inline=rules.INLINE)


def _register_once(module: ModuleType, home: str, *, inline: bool | tuple[str, ...] = False) -> None:
    if id(module) not in _registered:
        _registered.add(id(module))
        register(module, home, inline=inline)


def kernel(function: Any, rules: Rules) -> Any:
    """Compile a generic function so that it can be called with tables of these rules.

    That happens when it is called first, unless it is found in the cache; `ready.obtain` does it so that it can be
    interrupted.
    """
    register_all(rules)
    with _lock:
        name = function.__module__
        _register_once(import_module(name), name.rpartition(".")[0] or name)
        key = function, verbs.name_of(rules)
        if key not in _kernels:
            _kernels[key] = Kernel(function, cache.file_of(verbs.name_of(rules), function))
        return _kernels[key]


class Kernel(CPUDispatcher):
    """A function that Numba compiles when it is called first, unless it is in the cache by then."""

    def __init__(self, function: Any, path: Path | None) -> None:
        """Take the function, and the file to keep it in; None where kernels are not kept."""
        options = {**OPTIONS, "nopython": True, "nogil": True}
        super().__init__(function, targetoptions=options, pipeline_class=KernelCompiler)
        self._cache = KernelFile(path)

    def compile(self, sig: Any) -> Any:
        """Compile; if another process does, wait and take what it made."""
        with cache.alone(self._cache.path):
            return super().compile(sig)


class KernelFile(NullCache):
    """A kernel's file, as Numba asks for it: each kernel is called with arguments of one kind only."""

    def __init__(self, path: Path | None) -> None:
        """Take the file's path; None where kernels are not kept."""
        self.path = path
        self._asked = 0.0

    @property
    def cache_path(self) -> str | None:
        """The folder it lies in."""
        return self.path and str(self.path.parent)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load the kernel; None if it is not there."""
        self._asked = time.perf_counter()
        code = cache.load(self.path)
        if code is None:
            return None
        with contextlib.suppress(Exception):  # whatever is wrong with it: it is compiled again, and overwritten
            kept, parts = pickle.loads(code)  # noqa: S301  # of a folder that only its owner can write to
            with hold_interrupts():
                return compiler.CompileResult._rebuild(target_context, *parts) if kept == sig else None
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the kernel."""
        if self.path is not None and not data.library.has_dynamic_globals:
            code = serialize.dumps((sig, data._reduce()))
            cache.store(self.path, code, time.perf_counter() - self._asked)
