"""Who takes turns: variants of a kernel, launched as an order says, and baselines, which PyTorch launches. Of both, `bind` takes a
workspace and returns what launches once in it, on the current stream, and gives its answer."""
import ctypes

import torch

import buffers

STORAGE = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def workspace_of(specs):
    """Buffers by name, filled as their launch says; integers as wide as the elements."""
    with torch.device("cuda"):
        return {spec["name"]: buffers.patterns(torch, spec).to(storage_of(spec)) for spec in specs}


def storage_of(spec):
    return STORAGE[buffers.ELEMENT_BYTES[spec["type"]]]


def copy_of(workspace):
    return {name: buffer.clone() for name, buffer in workspace.items()}


def bytes_of(workspace):
    return sum(buffer.numel() * buffer.element_size() for buffer in workspace.values())


class Variant:
    is_graphed = True

    def __init__(self, driver, order):
        self.name, self.order, self.driver, self.launch = order["variant"], order, driver, order["launch"]
        self.specs = self.launch["buffers"]
        self.outputs = [spec["name"] for spec in self.specs if spec.get("output")]
        shared_bytes = self.launch.get("dynamicSharedBytes", 0)
        self.function = driver.function(order["module"], order["entry"], shared_bytes)

    def bind(self, workspace):
        places = [workspace[spec["name"]].data_ptr() for spec in self.specs]
        arguments = [self.argument(param, places) for param in self.order["params"]]
        answer = workspace[self.outputs[0]]

        def launch():
            self.driver.launch(self.function, self.launch, arguments, torch.cuda.current_stream().cuda_stream)
            return answer

        return launch

    def argument(self, param, places):
        """`places`: addresses of the buffers. A tensor map that is passed by address is in no kernel that has baselines."""
        if "map" in param:
            assert param["pass"] == "value"
            return self.driver.tensor_map(param["map"], places[param["tensor"]["buffer"]] + param["tensor"]["byteOffset"])
        data = bytearray.fromhex(param["hex"])
        for place in param["addresses"]:
            address = places[place["buffer"]] + place["byteOffset"]
            data[place["offset"]:place["offset"] + 8] = address.to_bytes(8, "little")
        return (ctypes.c_ubyte * len(data)).from_buffer(data)


class Baseline:
    """`compute` makes its answer from the problem's operands: in memory of its own, or in one of them, whose buffer `outputs` names.
    `is_graphed`: whether its launches may be replayed as a graph."""

    def __init__(self, name, title, versions, specs, operands, compute, outputs=(), is_graphed=True):
        self.name, self.title, self.versions, self.specs = name, title, versions, specs
        self.operands, self.compute, self.outputs, self.is_graphed = operands, compute, outputs, is_graphed

    def bind(self, workspace):
        operands = self.operands(workspace)
        return lambda: self.compute(*operands)
