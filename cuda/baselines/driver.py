"""The driver API by ctypes, as far as launches, tensor maps and host memory need it. Structures and numbers are those of cuda.h."""
import ctypes
from ctypes import byref, c_int, c_uint, c_void_p

MAX_DYNAMIC_SHARED_BYTES = 8  # CUfunction_attribute
CLUSTER_DIMENSION, PROGRAMMATIC_STREAM_SERIALIZATION = 4, 6  # CUlaunchAttributeID
HOST_MEMORY_ON_DEVICE = 2  # CU_MEMHOSTALLOC_DEVICEMAP
TENSOR_MAP_BYTES, TENSOR_MAP_ALIGNMENT = 128, 64


class DriverFailure(RuntimeError):
    pass


class LaunchAttribute(ctypes.Structure):
    _fields_ = [("id", c_int), ("padding", c_int), ("value", c_uint * 16)]


class LaunchConfig(ctypes.Structure):
    _fields_ = [("grid", c_uint * 3), ("block", c_uint * 3), ("shared_bytes", c_uint), ("stream", c_void_p),
                ("attributes", ctypes.POINTER(LaunchAttribute)), ("attribute_count", c_uint)]


class Driver:
    """Of the process that has a context already: PyTorch makes one."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")

    def call(self, name, *arguments):
        code = getattr(self.library, name)(*arguments)
        if code != 0:
            words = ctypes.c_char_p()
            self.library.cuGetErrorString(code, byref(words))
            raise DriverFailure(f"{name}: {(words.value or b'?').decode()}")

    def function(self, path, entry, shared_bytes=0):
        """`path`: of a cubin, or of PTX, which the driver assembles. The module stays."""
        with open(path, "rb") as file:
            image = file.read() + b"\0"
        module, function = c_void_p(), c_void_p()
        self.call("cuModuleLoadData", byref(module), image)
        self.call("cuModuleGetFunction", byref(function), module, entry.encode())
        if shared_bytes > 0:
            self.call("cuFuncSetAttribute", function, MAX_DYNAMIC_SHARED_BYTES, shared_bytes)
        return function

    def launch(self, function, launch, arguments, stream):
        """`launch` as its JSON has it, `arguments` as bytes, in order."""
        attributes = attributes_of(launch)
        config = LaunchConfig((c_uint * 3)(*launch["grid"]), (c_uint * 3)(*launch["block"]),
                              launch.get("dynamicSharedBytes", 0), stream,
                              (LaunchAttribute * 2)(*attributes), len(attributes))
        addresses = (c_void_p * len(arguments))(*(ctypes.addressof(argument) for argument in arguments))
        self.call("cuLaunchKernelEx", byref(config), function, addresses, None)

    def tensor_map(self, described, address):
        """`described`: arguments of cuTensorMapEncodeTiled as the order has them, lists fastest first."""
        space = ctypes.create_string_buffer(TENSOR_MAP_BYTES + TENSOR_MAP_ALIGNMENT)
        start = -ctypes.addressof(space) % TENSOR_MAP_ALIGNMENT
        tensor_map = (ctypes.c_ubyte * TENSOR_MAP_BYTES).from_buffer(space, start)
        longs = lambda numbers: (ctypes.c_uint64 * max(1, len(numbers)))(*numbers)
        words = lambda numbers: (ctypes.c_uint32 * len(numbers))(*numbers)
        self.call("cuTensorMapEncodeTiled", tensor_map, described["type"], len(described["dims"]), c_void_p(address),
                  longs(described["dims"]), longs(described["stridesBytes"]), words(described["box"]),
                  words(described["elementStrides"]), described["interleave"], described["swizzle"],
                  described["l2Promotion"], described["oobFill"])
        return tensor_map

    def shared_words(self, count):
        """Words that host and device both see: as the host has them, and their address on the device."""
        host, device = c_void_p(), c_void_p()
        self.call("cuMemHostAlloc", byref(host), ctypes.c_size_t(4 * count), HOST_MEMORY_ON_DEVICE)
        self.call("cuMemHostGetDevicePointer_v2", byref(device), host, 0)
        words = (c_uint * count).from_address(host.value)
        for i in range(count):
            words[i] = 0
        return words, device.value


def attributes_of(launch):
    attributes = []
    if "cluster" in launch:
        attributes.append(LaunchAttribute(CLUSTER_DIMENSION, 0, (c_uint * 16)(*launch["cluster"])))
    if launch.get("programmaticStreamSerialization"):
        attributes.append(LaunchAttribute(PROGRAMMATIC_STREAM_SERIALIZATION, 0, (c_uint * 16)(1)))
    return attributes
