"""python3 dry_run.py ORDERS FOLDER: records of comparisons that nobody made, in the form of those that somebody makes."""
import json
import os
import sys
from types import SimpleNamespace

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import records
from stop_rule import StopRule

GPU = {"name": "A GPU", "uuidHash": "a" * 64, "arch": "sm_90", "smCount": 132, "l2Bytes": 1 << 20}


def outcome():
    rule = StopRule()
    for _ in range(20):
        rule.add(10e6)
    return {"kind": "timed", "samplesNs": rule.samples, "samplesMhz": [1980] * 20, "stop": rule.at_end(),
            "launchesPerSample": 1, "workspaces": 1, "discarded": 0, "eventOverheadNs": 1300}


def baseline_of(order, name):
    return SimpleNamespace(name=name, title=name, versions={"torch": "2.11.0"}, specs=order["buffers"])


def main(orders, folder):
    with open(orders) as file:
        every = json.load(file)["orders"]
    wrong = {"kind": "wrong", "buffer": "answer", "wrong": 1, "firstIndex": 0}
    for order in [*every, *every]:  # a second time in place of the first
        found = records.records_of(order, "cold", {"gpu": GPU, "driver": "1"},
                                   [(variant, outcome()) for variant in order["variants"]],
                                   [(baseline_of(order, "quick"), outcome()), (baseline_of(order, "wrong"), wrong)])
        records.add(os.path.join(folder, f"{order['kernel']}.json"), found)


if __name__ == "__main__":
    main(*sys.argv[1:])
