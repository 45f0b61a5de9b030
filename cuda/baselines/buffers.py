"""The buffers of a launch as its `init` describes them, bit for bit as src/trace/launch-bytes.ts fills them. `library` is torch, or
numpy where there is no GPU."""
import xorshift

INTEGER_BYTES = {"u8": 1, "s8": 1, "u16": 2, "s16": 2, "u32": 4, "s32": 4}
# Words of 64 bits begin as zeros alone.
ELEMENT_BYTES = {**INTEGER_BYTES, "u64": 8, "e4m3": 1, "bf16": 2, "f16": 2, "f32": 4}


def patterns(library, spec):
    """The elements' bits, as non-negative 64-bit integers. Types and kinds that no order has are a KeyError."""
    return KINDS[spec["init"]["kind"]](library, spec, spec["init"])


def zeros(library, spec, init):
    return library.zeros(spec["length"], dtype=library.int64)


def poison(library, spec, init):
    return zeros(library, spec, init) + (2 ** (8 * ELEMENT_BYTES[spec["type"]]) - 1)


def iota(library, spec, init):
    places = library.arange(spec["length"])
    if spec["type"] not in INTEGER_BYTES:
        places = library.asarray(places, dtype=library.float64)
    return bits_of(library, spec["type"], init.get("start", 0) + places * init.get("step", 1))


def values(library, spec, init):
    given = library.asarray(init["values"])
    numbers = library.zeros(spec["length"], dtype=given.dtype)
    numbers[:len(given)] = given
    return bits_of(library, spec["type"], numbers)


def random(library, spec, init):
    states = library.empty(spec["length"], dtype=library.int64)
    xorshift.fill(states, init["seed"])
    is_integer = spec["type"] in INTEGER_BYTES
    low, high = init.get("low", 0), init.get("high", largest(spec["type"]) if is_integer else 1)
    if is_integer or init.get("integers"):
        return bits_of(library, spec["type"], low + states % (high - low + 1))
    share = library.asarray(states, dtype=library.float64) / 2**32
    return bits_of(library, spec["type"], low + share * (high - low))


KINDS = {"zeros": zeros, "poison": poison, "iota": iota, "values": values, "random": random}


def largest(integer_type):
    return 2 ** (8 * INTEGER_BYTES[integer_type] - (integer_type[0] == "s")) - 1


def bits_of(library, element_type, numbers):
    """Integers wrap at their width; floats are rounded once, from doubles, to nearest, ties to even."""
    if element_type in INTEGER_BYTES:
        return numbers & 2 ** (8 * INTEGER_BYTES[element_type]) - 1
    return FLOATS[element_type](library, library.asarray(numbers, dtype=library.float64))


# Of a double: bits of its fraction, and by how much its exponent is biased.
FRACTION_BITS, BIAS = 52, 1023


def narrowed(fraction_bits, bias, width=16):
    """Formats of so many bits, for numbers that they can hold."""
    dropped = FRACTION_BITS - fraction_bits

    def bits(library, numbers):
        double = numbers.view(library.int64)
        magnitude = double & 2**63 - 1
        is_odd = magnitude >> dropped & 1
        normal = (magnitude + (2 ** (dropped - 1) - 1) + is_odd >> dropped) - (BIAS - bias << fraction_bits)
        # Below the normal range all are multiples of one number: in a sum with 2^52 they are rounded to whole ones.
        multiples = magnitude.view(library.float64) * 2.0 ** (bias - 1 + fraction_bits) + 2.0**FRACTION_BITS
        small = multiples.view(library.int64) & 2**FRACTION_BITS - 1
        is_small = magnitude < (BIAS + 1 - bias << FRACTION_BITS)
        return (double >> 63 & 1) << width - 1 | normal * (is_small != 1) | small * (is_small != 0)

    return bits


def f32_bits(library, numbers):
    words = library.asarray(numbers, dtype=library.float32).view(library.int32)
    return library.asarray(words, dtype=library.int64) & 2**32 - 1


FLOATS = {"e4m3": narrowed(3, 7, 8), "bf16": narrowed(7, 127), "f16": narrowed(10, 15), "f32": f32_bits}
