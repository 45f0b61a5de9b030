"""One sample, as cuda/runner/clocks.cuh takes it: the stream is held until all is queued, then event, work, event, and before and
behind them a stamp of an SM's clock."""
import ctypes
import os

import torch

from modules import compiled

GATE_SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../runner/gate.cuh")
STAMPS_PER_SM = 4


class Stopwatch:
    def __init__(self, driver):
        self.driver = driver
        self.stream = torch.cuda.Stream()
        self.stamps = torch.zeros(4, dtype=torch.int64, device="cuda")
        self.gate, self.gate_address = driver.shared_words(2)
        self.sample = 0
        path = compiled(GATE_SOURCE)
        self.hold, self.stamp = (driver.function(path, entry) for entry in ("holdGate", "stampClock"))
        self.stamp_ctas = STAMPS_PER_SM * torch.cuda.get_device_properties(0).multi_processor_count

    def take(self, before, work):
        """`before` queues what comes ahead of the gate, `work` what is timed. Its nanoseconds and the SM's MHz; None where the host
        was too slow for the gate or no stamp came from SM 0."""
        self.sample += 1
        start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        with torch.cuda.stream(self.stream):
            self.stamps.zero_()
            self.stamp_clock(0)
            before()
            self.launch(self.hold, 1, [ctypes.c_void_p(self.gate_address), ctypes.c_uint(self.sample)])
            start.record()
            work()
            stop.record()
            self.stamp_clock(2)
            self.gate[0] = self.sample
        self.stream.synchronize()
        clk_before, ns_before, clk, ns = self.stamps.tolist()
        elapsed_ns = start.elapsed_time(stop) * 1e6
        if self.gate[1] == self.sample or ns_before == 0 or ns <= ns_before or elapsed_ns <= 0:
            return None
        return elapsed_ns, 1e3 * (clk - clk_before) / (ns - ns_before)

    def stamp_clock(self, place):
        self.launch(self.stamp, self.stamp_ctas, [ctypes.c_void_p(self.stamps[place:].data_ptr())])

    def launch(self, function, ctas, arguments):
        shape = {"grid": [ctas, 1, 1], "block": [1, 1, 1]}
        self.driver.launch(function, shape, arguments, torch.cuda.current_stream().cuda_stream)
