"""Keeps the PTX of kernels that reach the CUDA driver as machine code only.

Triton and Numba compile to PTX, have it assembled, and load what comes out. Here each pair is written down as it is made:
`triton/BYTES-CRC32.ptx`, named for the machine code. The library that watches the driver finds the text by the same name (cubin.hpp).
"""

import importlib.abc
import os
import sys
import zlib

FOLDER_VARIABLE = "LANESCAPE_CAPTURE_PTX"


def kept_name(cubin):
    return f"{len(cubin)}-{zlib.crc32(cubin):08x}.ptx"


def keep(compiler, cubin, ptx):
    """Writes the text, unless it is there; other processes may do the same at the same time."""
    root = os.environ.get(FOLDER_VARIABLE)
    if not root or not cubin or not ptx:
        return
    cubin = bytes(cubin)
    folder = os.path.join(root, compiler)
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, kept_name(cubin))
    if os.path.exists(path):
        return
    part = f"{path}.{os.getpid()}"
    with open(part, "w", encoding="utf-8") as file:
        file.write(ptx if isinstance(ptx, str) else bytes(ptx).decode())
    os.replace(part, path)


def _after(owner, name, then):
    """`then(self, result)` runs after the method; what it cannot do is not the program's trouble."""
    method = getattr(owner, name)

    def with_ptx(self, *args, **kwargs):
        result = method(self, *args, **kwargs)
        try:
            then(self, result)
        except Exception as problem:
            print(f"lanescape capture: PTX of {type(self).__name__} is not kept: {problem}", file=sys.stderr)
        return result

    setattr(owner, name, with_ptx)


def watch_triton(module):
    """Triton, and Inductor through it: a compiled kernel has all its forms in `asm`."""
    _after(module.CompiledKernel, "__init__", lambda kernel, _: keep("triton", kernel.asm.get("cubin"), kernel.asm.get("ptx")))


def watch_numba(module):
    """Numba: a code library is asked for its machine code, and has its PTX as text."""

    def then(library, cubin):
        keep("numba", getattr(cubin, "code", cubin), library.get_asm_str())

    _after(module.CUDACodeLibrary, "get_cubin", then)


WATCHED = {"triton.compiler.compiler": watch_triton, "numba.cuda.codegen": watch_numba}


class AfterImport(importlib.abc.MetaPathFinder):
    """Calls a function with each watched module once it is imported. No other import is touched."""

    def __init__(self, watched):
        self.watched = dict(watched)

    def find_spec(self, name, path=None, target=None):
        watch = self.watched.pop(name, None)
        if watch is None:
            return None
        specs = (finder.find_spec(name, path, target) for finder in sys.meta_path if finder is not self)
        spec = next((found for found in specs if found is not None), None)
        if spec is not None and hasattr(spec.loader, "exec_module"):
            execute = spec.loader.exec_module

            def exec_module(module):
                execute(module)
                try:
                    watch(module)
                except Exception as problem:
                    print(f"lanescape capture: {name} is not watched: {problem}", file=sys.stderr)

            spec.loader.exec_module = exec_module
        return spec


def install():
    if os.environ.get(FOLDER_VARIABLE):
        sys.meta_path.insert(0, AfterImport(WATCHED))
