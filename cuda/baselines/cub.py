"""CUB's algorithms, compiled from the toolkit's own headers by this machine's nvcc."""
import ctypes
import functools
import os
import re
import subprocess
import tempfile

import torch

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cub.cu")


@functools.cache
def library():
    major, minor = torch.cuda.get_device_capability()
    path = os.path.join(tempfile.mkdtemp(prefix="baselines-"), "cub.so")
    flags = ["-O3", "-std=c++17", f"-arch=sm_{major}{minor}", "-shared", "-Xcompiler", "-fPIC"]
    subprocess.run(["nvcc", *flags, "-o", path, SOURCE], check=True)
    return ctypes.CDLL(path)


def release():
    """Of the toolkit that CUB comes with."""
    found = re.search(r"\bV(\d+\.\d+\.\d+)", subprocess.run(["nvcc", "--version"], capture_output=True, text=True).stdout)
    return found[1] if found else "unknown"


def compute(name, outputs, *more):
    """What runs the algorithm on a tensor of words and gives `outputs(tensor)` of them; `more` are numbers that follow the length."""
    function = getattr(library(), name)
    function.restype = ctypes.c_size_t

    def run(values):
        answer = torch.empty(outputs(values), dtype=values.dtype, device=values.device)
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        arguments = [ctypes.c_void_p(values.data_ptr()), ctypes.c_void_p(answer.data_ptr()), ctypes.c_int(values.numel()),
                     *(ctypes.c_int(number) for number in more), stream]
        nothing = ctypes.c_size_t(0)
        space = torch.empty(max(1, function(None, nothing, *arguments)), dtype=torch.uint8, device=values.device)
        function(ctypes.c_void_p(space.data_ptr()), ctypes.c_size_t(space.numel()), *arguments)
        return answer

    return run
