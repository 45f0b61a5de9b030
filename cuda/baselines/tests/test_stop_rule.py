import os
import random
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from stop_rule import StopRule


def after(samples):
    """How the rule stands, and after how many samples it was met first."""
    rule, met_after = StopRule(), None
    for count, sample in enumerate(samples, 1):
        rule.add(sample)
        if met_after is None and rule.is_met():
            met_after = count
    return rule.at_end(), met_after


class Rule(unittest.TestCase):
    def test_quiet_samples_converge_when_there_is_enough_time_of_the_gpu(self):
        self.assertEqual(after([10e6] * 19), ("tooFew", None))
        self.assertEqual(after([10e6] * 40), ("converged", 20))
        self.assertEqual(after([5e6] * 60), ("converged", 40))

    def test_short_samples_stop_when_their_noise_stays_as_it_is(self):
        self.assertEqual(after([1e3] * 128), ("plateau", 128))
        self.assertEqual(after([1e3] * 127), ("timeout", None))

    def test_steady_noise_is_a_plateau(self):
        ways, _ = after([10e6, 11e6] * 64)
        self.assertEqual(ways, "plateau")

    def test_growing_noise_is_none(self):
        source = random.Random(1)
        growing = [10e6 + source.uniform(0, 1e4) * 1.03**i for i in range(400)]
        self.assertEqual(after(growing)[0], "timeout")

    def test_the_range_is_that_of_order_statistics(self):
        rule = StopRule()
        for sample in (5, 1, 4, 2, 3):
            rule.add(sample)
        self.assertEqual(rule.relative_iqr(), (4 - 2) / 3)


if __name__ == "__main__":
    unittest.main()
