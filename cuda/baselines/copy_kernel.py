"""A copy by a kernel of ours, compiled by this machine's nvcc: the fastest copy that we know of for some sizes."""
import ctypes
import functools
import os

import torch

from driver import Driver
from modules import compiled

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "copy.cu")
THREADS, VECTOR_BYTES = 256, 16


@functools.cache
def function():
    driver = Driver()
    return driver, driver.function(compiled(SOURCE), "copyBytes")


def copy(source, out):
    """Whole tensors of the same size."""
    vectors, rest = divmod(source.numel() * source.element_size(), VECTOR_BYTES)
    driver, kernel = function()
    shape = {"grid": [max(1, -(-vectors // THREADS)), 1, 1], "block": [THREADS, 1, 1]}
    places = [ctypes.c_void_p(each.data_ptr()) for each in (out, source)]
    arguments = [*places, ctypes.c_uint(vectors), ctypes.c_uint(rest)]
    driver.launch(kernel, shape, arguments, torch.cuda.current_stream().cuda_stream)
    return out
