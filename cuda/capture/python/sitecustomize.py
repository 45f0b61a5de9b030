"""Python runs this when it starts, since `lanescape capture` puts this folder first on PYTHONPATH. Then it runs the one that
the machine itself has, if any, as if this one were not there.
"""

import importlib
import os
import sys

import kept_ptx

kept_ptx.install()

_HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder) != _HERE]
_own = sys.modules.pop("sitecustomize", None)
try:
    importlib.import_module("sitecustomize")
except ModuleNotFoundError as problem:
    if problem.name != "sitecustomize":
        raise
    sys.modules["sitecustomize"] = _own
