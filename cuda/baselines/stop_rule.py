"""When enough samples are enough: cuda/runner/stop-rule.hpp, which explains it, in Python. Knows numbers only."""

LEAST_SAMPLES = 20
LEAST_GPU_NS = 0.2e9
LOW_NOISE = 0.005
ESTIMATE_EVERY, PLATEAU_ESTIMATES, PLATEAU_SPREAD = 16, 8, 0.05


class StopRule:
    def __init__(self):
        self.samples, self.noises = [], []

    def add(self, ns):
        """`ns`: of the whole sample, however many launches it has."""
        self.samples.append(ns)
        if len(self.samples) % ESTIMATE_EVERY == 0:
            self.noises.append(self.relative_iqr())

    def is_met(self):
        return self.is_converged() or self.is_plateau()

    def at_end(self):
        if self.is_converged():
            return "converged"
        if self.is_plateau():
            return "plateau"
        return "tooFew" if len(self.samples) < LEAST_SAMPLES else "timeout"

    def is_converged(self):
        enough = len(self.samples) >= LEAST_SAMPLES and sum(self.samples) >= LEAST_GPU_NS
        return enough and len(self.noises) > 0 and self.noises[-1] <= LOW_NOISE

    def is_plateau(self):
        if len(self.noises) < PLATEAU_ESTIMATES:
            return False
        last = self.noises[-PLATEAU_ESTIMATES:]
        return max(last) - min(last) <= PLATEAU_SPREAD * max(last)

    def relative_iqr(self):
        """Order statistics at a quarter, a half and three quarters."""
        ranked = sorted(self.samples)
        q1, median, q3 = (ranked[(len(ranked) - 1) * quarter // 4] for quarter in (1, 2, 3))
        return (q3 - q1) / median
