"""Link and optimise a kernel once: the only file that uses private names of Numba.

Numba by itself optimises every function, compiles it to machine code, links it into each caller, and optimises the
caller with it again. That takes more than half of the compile time. Here the functions of a kernel stay as they are
(`DeferredLibrary`) until the whole kernel is linked and optimised (`LinkedLibrary`).

Importing this module raises where a private name is missing. `jit.py` uses Numba's documented means then, and
also for a kernel that cannot be linked.
"""

from __future__ import annotations

import contextlib
import pickle
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from llvmlite import binding
from numba.core import compiler, serialize
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler_machinery import PassManager
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.core.typed_passes import NopythonRewrites
from numba.core.untyped_passes import InlineClosureLikes

from decapod.engine import jit_cache
from decapod.engine.interrupts import hold_interrupts
from decapod.errors import describe_error

#: The private names that are used below and that no import above proves to be there.
NEEDED = {
    JITCPUCodegen: ("_module_pass_manager", "set_env"),
    CPUDispatcher: ("add_overload", "compile"),
    JITCodeLibrary: (
        "_ensure_finalized", "_get_module_for_linking", "_optimize_final_module", "add_ir_module", "add_llvm_module",
        "enable_object_caching", "finalize",
    ),
    NullCache: ("load_overload", "save_overload"),
    PassManager: ("finalize",),
    compiler.Compiler: ("define_pipelines",),
    compiler.CompileResult: ("_rebuild", "_reduce"),
}  # fmt: skip

_missing = [f"{owner.__name__}.{name}" for owner, names in NEEDED.items() for name in names if not hasattr(owner, name)]
if _missing:
    raise ImportError(f"this Numba has no {', '.join(_missing)}")


class DeferredLibrary(JITCodeLibrary):
    """The code of a function that only compiled code calls: kept as it is, to be linked in and optimised there."""

    def __init__(self, codegen, name, *, inlined):
        """Take whether every caller inlines the function."""
        super().__init__(codegen, name)
        self._inlined = inlined

    def add_ir_module(self, ir_module):
        """Add what Numba made of the function."""
        if self._inlined:
            for function in ir_module.functions:
                if not function.is_declaration:
                    function.attributes.add("alwaysinline")
        super().add_ir_module(ir_module)

    def add_llvm_module(self, ll_module):
        """Link the parsed code in without optimising it."""
        self._final_module.link_in(ll_module)

    def finalize(self):
        """Mark the part as complete: its callees are linked in where the part is."""
        self._finalized = True

    def get_pointer_to_function(self, name):
        """Return no address, for there is no machine code."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self):
        """A stand-in, because Numba would set an environment in machine code."""
        return _NoCode()

    def alone(self):
        """Return its own code, to be linked in beside that of its callees."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self):
        """Return its code with that of all its callees, for a function that is not ours."""
        module = self.alone().clone()
        _link(module, self._linking_libraries)
        return module


class _NoCode:
    """Stands where a part has no machine code."""

    def set_env(self, env_name, env):
        """Do nothing: `LinkedLibrary` does it, for what is left of its parts."""


class LinkedLibrary(JITCodeLibrary):
    """The code of a kernel: all parts, optimised together."""

    def finalize(self):
        """Link every part in once, then optimise and compile to machine code."""
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
                function.linkage = "internal"  # no other code calls it: what is inlined everywhere can go
                function.name = f"{function.name}.part"  # else a function that is not ours might be led to this one
        made = self._codegen._module_pass_manager(loop_vectorize=False, slp_vectorize=False)
        passes, *builder = made if isinstance(made, tuple) else (made,)  # Numba 0.61 returns the manager alone
        passes.run(self._final_module, *builder)


def _link(module: Any, libraries: Iterable[Any]) -> None:
    """Link libraries into a module, and those that they need, each once."""
    for library in _closure(libraries):
        code = library.alone() if isinstance(library, DeferredLibrary) else library._get_module_for_linking()
        module.link_in(code, preserve=True)


def _closure(libraries: Iterable[Any]) -> Iterator[Any]:
    seen = set()
    left = list(libraries)
    while left:
        library = left.pop()
        if library not in seen:
            seen.add(library)
            yield library
            if isinstance(library, DeferredLibrary):
                left += library._linking_libraries


class DeferredCompiler(compiler.Compiler):
    """Compiles a function that only compiled code calls."""

    #: Whether parts are made. After a kernel could not be linked, functions are compiled as Numba does.
    is_on = True

    def __init__(self, typingctx, targetctx, library, args, return_type, flags, locals):  # noqa: A002  # Numba's names
        """Take from the flags whether it is to be inlined: with other flags Numba compiles all that it calls again."""
        self._inlined, flags.forceinline = flags.forceinline, False
        super().__init__(typingctx, targetctx, library, args, return_type, flags, locals)

    def define_pipelines(self):
        """Give it a library of its kind."""
        if not self.is_on:
            return super().define_pipelines()
        name = self.state.func_id.func_qualname
        self.state.library = DeferredLibrary(self.state.targetctx.codegen(), name, inlined=self._inlined)
        return [_lean(pipeline) for pipeline in super().define_pipelines()]


class LinkedCompiler(compiler.Compiler):
    """Compiles a kernel."""

    def define_pipelines(self):
        """Give it a library of its kind, whose machine code can be kept."""
        self.state.library = LinkedLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return [_lean(pipeline) for pipeline in super().define_pipelines()]


def _lean(pipeline: PassManager) -> PassManager:
    """Leave out what rewrites comprehensions, closures and expressions of whole arrays: the contract allows none."""
    lean = PassManager(pipeline.pipeline_name)
    lean.passes.extend(step for step in pipeline.passes if step[0] not in (InlineClosureLikes, NopythonRewrites))
    lean.finalize()
    return lean


#: Nothing is allocated inside, so references to arrays are not counted: counting took a third of the time.
OPTIONS = {"_nrt": False, "no_cfunc_wrapper": True}
#: What is more for functions that only compiled code calls.
PART = {"pipeline_class": DeferredCompiler}


class Kernel(CPUDispatcher):
    """A function that is compiled when it is called first, unless it is in the cache by then."""

    def __init__(
        self, function: Any, path: Path | None, compile_publicly: Callable[[Any, Path | None, Sequence[Any], str], Any]
    ) -> None:
        """Take the function, the file to keep it in (None: it is not kept), and the way to compile without linker."""
        options = {"error_model": "numpy", **OPTIONS, "nopython": True, "nogil": True}
        super().__init__(function, targetoptions=options, pipeline_class=LinkedCompiler)
        self._cache = KernelFile(path)
        self._compile_publicly = compile_publicly

    def compile(self, sig: Any) -> Any:
        """Compile; if another process does, wait and load what it made."""
        path = self._cache.path
        with jit_cache.single_compiler(path):
            reason = jit_cache.why_public(path)
            if not reason:
                try:
                    return super().compile(sig)
                except Exception as error:  # whatever it is, Numba's documented way may not have it
                    reason = describe_error(error)
            arguments, _ = normalize_signature(sig)
            compiled = self._compile_without_linker(arguments, reason)
            self.add_overload(compiled.overloads[tuple(arguments)])
            return self.overloads[tuple(arguments)].entry_point

    def _compile_without_linker(self, arguments: Sequence[Any], reason: str) -> Any:
        DeferredCompiler.is_on = False
        try:
            return self._compile_publicly(self.py_func, self._cache.path, arguments, reason)
        finally:
            DeferredCompiler.is_on = True


class KernelFile(NullCache):
    """A kernel's file, as Numba asks for it: each kernel is called with arguments of one kind only."""

    def __init__(self, path: Path | None) -> None:
        """Take the file's path; None where kernels are not kept."""
        self.path = path
        self._begun = 0.0

    @property
    def cache_path(self) -> str | None:
        """The folder of the file."""
        return self.path and str(self.path.parent)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load the kernel; None if it is not there."""
        self._begun = time.perf_counter()
        code = jit_cache.load(self.path)
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
            jit_cache.store(self.path, code, time.perf_counter() - self._begun)
