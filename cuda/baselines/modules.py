"""Device code that this machine's nvcc compiles for its GPU."""
import os
import subprocess
import tempfile

import torch


def compiled(source):
    """Path of the cubin; `source` may be a header."""
    major, minor = torch.cuda.get_device_capability()
    folder = tempfile.mkdtemp(prefix="baselines-")
    unit, cubin = os.path.join(folder, "unit.cu"), os.path.join(folder, "unit.cubin")
    with open(unit, "w") as file:
        file.write(f'#include "{source}"\n')
    subprocess.run(["nvcc", "-cubin", f"-arch=sm_{major}{minor}", "-o", cubin, unit], check=True)
    return cubin
