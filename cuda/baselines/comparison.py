"""One comparison, as cuda/runner/comparison.cuh makes it: every contender is checked, then those that are right are timed in turns,
A B A B, in one process, and checked once more."""
import json
import time

import torch

from contenders import bytes_of, copy_of, workspace_of
from stop_rule import StopRule

# Two at least: no launch writes where the launch before it wrote.
LEAST_WORKSPACES, MAX_WORKSPACES, MAX_LAUNCHES = 2, 2048, 4096
GRAPH_NS = 1e6


class Memory:
    """Workspaces that start from the same. Contenders with the same buffers take turns in the same memory: where it lies decides up
    to 4 % of a time."""

    def __init__(self, specs):
        self.pristine, self.made = workspace_of(specs), []

    def rotating(self, count):
        while len(self.made) < count:
            self.made.append(copy_of(self.pristine))
        return self.made[:count]


class Entrant:
    """A contender with its memory."""

    def __init__(self, contender, memories):
        """`memories`: by what is in them."""
        self.contender = contender
        key = json.dumps(contender.specs)
        if key not in memories:
            memories[key] = Memory(contender.specs)
        self.memory = memories[key]
        self.pristine = self.memory.pristine
        self.workspace = copy_of(self.pristine)
        self.launch = contender.bind(self.workspace)
        self.launches = self.workspaces = 1
        self.rule, self.ns, self.mhz, self.discarded = StopRule(), [], [], 0

    def restore_outputs(self):
        for name in self.contender.outputs:
            self.workspace[name].copy_(self.pristine[name])

    def prepare_steady(self, stream, l2_bytes, launch_ns):
        """Launches in a row, each in the next workspace, so that together they touch more than the L2 cache holds; a graph of them,
        unless the contender is slower in one. Answers in memory of their own stay until the round is over, so that they take
        turns, too."""
        wanted = max(3 * l2_bytes // bytes_of(self.pristine) + 1, LEAST_WORKSPACES)
        self.workspaces = min(wanted, MAX_WORKSPACES)
        self.launches = min(max(self.workspaces, int(GRAPH_NS / launch_ns)), MAX_LAUNCHES)
        bound = [self.contender.bind(workspace) for workspace in self.memory.rotating(self.workspaces)]
        answers = [None] * self.workspaces

        def in_a_row():
            for i in range(self.launches):
                answers[i % self.workspaces] = bound[i % self.workspaces]()

        self.run = in_a_row
        if self.contender.is_graphed:
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph, stream=stream):
                in_a_row()
            self.run = self.graph.replay

    def outcome(self, event_overhead_ns):
        return {"kind": "timed", "samplesNs": self.ns, "samplesMhz": self.mhz, "stop": self.rule.at_end(),
                "launchesPerSample": self.launches, "workspaces": self.workspaces, "discarded": self.discarded,
                "eventOverheadNs": event_overhead_ns}


class Comparison:
    def __init__(self, watch, l2_bytes, method, max_seconds):
        self.watch, self.l2_bytes, self.method, self.max_seconds = watch, l2_bytes, method, max_seconds
        self.flushed = torch.empty(2 * l2_bytes, dtype=torch.uint8, device="cuda")
        self.flushes = 0

    def run(self, contenders, check):
        """`check` counts, in elements, what is wrong in the answer of a contender, and says where the first of it is: (0, 0) for none.
        The outcome of each, in order."""
        memories = {}
        entrants = [Entrant(contender, memories) for contender in contenders]
        wrong = {id(each): found for each in entrants if (found := self.wrong_of(each, check))}
        right = [each for each in entrants if id(each) not in wrong]
        for each in right:
            self.prepare(each)
        self.measure(right)
        wrong |= {id(each): found for each in right if (found := self.wrong_of(each, check))}
        overhead = self.event_overhead_ns()
        return [wrong.get(id(each)) or each.outcome(overhead) for each in entrants]

    def wrong_of(self, entrant, check):
        entrant.restore_outputs()
        with torch.cuda.stream(self.watch.stream):
            self.watch.stream.wait_stream(torch.cuda.default_stream())
            answer = entrant.launch()
        torch.cuda.synchronize()
        count, first = check(entrant.contender, entrant.workspace, answer)
        buffer = next(iter(entrant.contender.outputs), "answer")
        return {"kind": "wrong", "buffer": buffer, "wrong": count, "firstIndex": first} if count > 0 else None

    def prepare(self, entrant):
        """At least 5 launches and 50 ms, at most a second."""
        start, count = time.perf_counter(), 0
        while count < 5 or time.perf_counter() - start < 0.05:
            if count > 0 and time.perf_counter() - start > 1:
                break
            with torch.cuda.stream(self.watch.stream):
                entrant.launch()
            self.watch.stream.synchronize()
            count += 1
        if self.method == "cold":
            return
        entrant.prepare_steady(self.watch.stream, self.l2_bytes, (time.perf_counter() - start) * 1e9 / count)
        with torch.cuda.stream(self.watch.stream):
            entrant.run()
        torch.cuda.synchronize()

    def sample_of(self, entrant):
        if self.method == "steady":
            return self.watch.take(lambda: None, entrant.run)

        def before():
            entrant.restore_outputs()
            self.flush()

        return self.watch.take(before, entrant.launch)

    def flush(self):
        """Nothing touches the operands between this and the launch."""
        self.flushes += 1
        self.flushed.fill_(self.flushes % 256)

    def measure(self, entrants):
        end = time.perf_counter() + self.max_seconds
        while time.perf_counter() < end and not all(each.rule.is_met() for each in entrants):
            for each in entrants:
                self.take(each)

    def take(self, entrant):
        sample = self.sample_of(entrant)
        if sample is None:
            entrant.discarded += 1
            return
        ns, mhz = sample
        entrant.rule.add(ns)
        entrant.ns.append(max(0.1, round(ns / entrant.launches, 1)))
        entrant.mhz.append(max(1, round(mhz)))

    def event_overhead_ns(self):
        """Median time between two events with nothing in between; 0 where none could be taken."""
        taken = [self.watch.take(self.flush, lambda: None) for _ in range(21)]
        found = sorted(sample[0] for sample in taken if sample is not None)
        return found[len(found) // 2] if found else 0
