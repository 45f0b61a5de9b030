"""Releases of what PyTorch brings with it."""
import ctypes

import torch

import cub


def cublas():
    library = ctypes.CDLL(f"libcublas.so.{torch.version.cuda.split('.')[0]}")
    number = [ctypes.c_int(), ctypes.c_int(), ctypes.c_int()]
    for field, value in enumerate(number):  # libraryPropertyType: major, minor, patch
        library.cublasGetProperty(field, ctypes.byref(value))
    return ".".join(str(part.value) for part in number)


def triton():
    import triton as module

    return module.__version__


RELEASES = {"torch": lambda: torch.__version__, "triton": triton, "cublas": cublas,
            "cudnn": lambda: str(torch.backends.cudnn.version()), "cub": cub.release, "nvcc": cub.release}


def of(*names):
    return {name: release_of(name) for name in names}


def release_of(name):
    """'unknown' where a library does not say it."""
    try:
        return RELEASES[name]()
    except (OSError, AttributeError, ImportError):
        return "unknown"
