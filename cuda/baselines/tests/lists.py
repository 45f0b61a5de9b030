"""The few operations of torch that buffers.py and xorshift.py use, on lists: so that their tests need neither torch nor numpy."""
import operator
import struct

int64, float64, float32, int32 = "<q", "<d", "<f", "<i"


class Array:
    def __init__(self, values, dtype):
        self.values, self.dtype = list(values), dtype

    def __len__(self):
        return len(self.values)

    def __getitem__(self, at):
        return Array(self.values[at], self.dtype) if isinstance(at, slice) else self.values[at]

    def __setitem__(self, at, given):
        self.values[at] = given.values if isinstance(given, Array) else given

    def view(self, dtype):
        data = b"".join(struct.pack(self.dtype, value) for value in self.values)
        return Array((value for (value,) in struct.iter_unpack(dtype, data)), dtype)

    def paired(self, other, compute):
        others = other.values if isinstance(other, Array) else [other] * len(self)
        return Array((compute(a, b) for a, b in zip(self.values, others)), self.dtype)


def add_operators():
    names = ("add", "sub", "mul", "truediv", "mod", "and", "or", "xor", "rshift", "lshift", "lt", "ne")
    for name in names:
        compute = getattr(operator, f"__{name}__")
        setattr(Array, f"__{name}__", lambda self, other, compute=compute: self.paired(other, compute))
        swapped = lambda self, other, compute=compute: self.paired(other, lambda a, b: compute(b, a))
        setattr(Array, f"__r{name}__", swapped)


add_operators()


def zeros(length, dtype):
    return Array([0] * length, dtype)


empty = zeros


def arange(length):
    return Array(range(length), int64)


def asarray(values, dtype=None):
    given = values.values if isinstance(values, Array) else values
    convert = float if dtype in (float64, float32) else int
    return Array((convert(value) for value in given), dtype or int64)
