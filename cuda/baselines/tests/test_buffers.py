import hashlib
import json
import os
import struct
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]

import buffers
import lists
import xorshift

with open(os.path.join(HERE, "buffers.golden.json")) as file:
    GOLDEN = json.load(file)

FORMATS = {1: "<B", 2: "<H", 4: "<I"}


def digest(spec):
    pattern = FORMATS[buffers.ELEMENT_BYTES[spec["type"]]]
    data = b"".join(struct.pack(pattern, bits) for bits in buffers.patterns(lists, spec).values)
    return hashlib.sha256(data).hexdigest()


class Buffers(unittest.TestCase):
    def test_hold_what_the_emulator_starts_from(self):
        for golden in GOLDEN:
            with self.subTest(**golden["spec"]):
                self.assertEqual(digest(golden["spec"]), golden["sha256"])

    def test_of_another_seed_are_others(self):
        golden = next(each for each in GOLDEN if each["spec"]["init"]["kind"] == "random")
        other = {**golden["spec"], "init": {**golden["spec"]["init"], "seed": golden["spec"]["init"]["seed"] + 1}}
        self.assertNotEqual(digest(other), golden["sha256"])

    def test_of_types_that_no_order_has_are_refused(self):
        with self.assertRaises(KeyError):
            buffers.patterns(lists, {"type": "f64", "length": 4, "init": {"kind": "random", "seed": 1}})


class Xorshift(unittest.TestCase):
    def test_all_at_once_are_those_one_by_one(self):
        for count in (1, 2, 3, 64, 100):
            states = lists.zeros(count, lists.int64)
            xorshift.fill(states, 2463534242)
            state, expected = 2463534242, []
            for _ in range(count):
                state = xorshift.step(state)
                expected.append(state)
            self.assertEqual(states.values, expected)


if __name__ == "__main__":
    unittest.main()
