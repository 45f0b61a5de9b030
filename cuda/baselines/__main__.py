"""python3 cuda/baselines ORDERS FOLDER [SECONDS [EACH]]: on this machine's GPU, compares what the orders name (`npm run gpu-jobs --
baselines-write` writes them) and writes FOLDER/<kernel>.json. After SECONDS no comparison is begun any more; one lasts EACH at most. Paths in orders are
below the directory it runs in."""
import hashlib
import json
import os
import subprocess
import sys
import time

import torch

import records
from comparison import Comparison
from contenders import Variant, workspace_of
from driver import Driver
from problems import PROBLEMS
from stopwatch import Stopwatch

METHODS = ("cold", "steady")
EACH_SECONDS = 3


def main(orders_path, folder, seconds=3600, each=EACH_SECONDS):
    torch.zeros(1, device="cuda")
    driver = Driver()
    watch = Stopwatch(driver)
    end = time.monotonic() + float(seconds)
    with open(orders_path) as file:
        orders = json.load(file)["orders"]
    for order in orders:
        if time.monotonic() > end:
            print("no time for", order["kernel"], order["params"])
            continue
        try:
            compare(order, driver, watch, folder, float(each))
        except Exception as failure:  # one comparison that fails costs no other
            print(order["kernel"], order["params"], "failed:", repr(failure)[:500], flush=True)
        torch.cuda.empty_cache()


def compare(order, driver, watch, folder, max_seconds):
    more = {"scale": order["scale"]} if "scale" in order else {}
    problem = PROBLEMS[order["kernel"]](order["params"], order["buffers"], **more)
    wanted = order.get("rivals")
    asked = [each for each in problem.baselines() if wanted is None or each.name in wanted]
    baselines = [each for each in asked if is_able(each)]
    contenders = [Variant(driver, variant) for variant in order["variants"]] + baselines
    for method in order.get("methods", METHODS):
        comparison = Comparison(watch, torch.cuda.get_device_properties(0).L2_cache_size, method, max_seconds)
        outcomes = comparison.run(contenders, problem.check)
        count = len(order["variants"])
        found = records.records_of(order, method, machine(), list(zip(order["variants"], outcomes[:count])),
                                   list(zip(baselines, outcomes[count:])))
        records.add(os.path.join(folder, f"{order['kernel']}.json"), found)
        report(order, method, contenders, outcomes)


def is_able(baseline):
    """Backends take not every head dimension."""
    try:
        baseline.bind(workspace_of(baseline.specs))()
        torch.cuda.synchronize()
        return True
    except RuntimeError as refusal:
        print(baseline.name, "left out:", str(refusal)[:200])
        return False


def report(order, method, contenders, outcomes):
    print(order["kernel"], order["params"], method)
    for contender, outcome in zip(contenders, outcomes):
        if outcome["kind"] == "wrong":
            print(f"  {contender.name:24} wrong: {outcome['wrong']}, first {outcome['firstIndex']}", flush=True)
            continue
        ns = sorted(outcome["samplesNs"])
        print(f"  {contender.name:24} {ns[len(ns) // 2] / 1e3:.2f} us  n {len(ns)}, {outcome['stop']}", flush=True)


def machine():
    about = torch.cuda.get_device_properties(0)
    major, minor = torch.cuda.get_device_capability()
    uuid = str(about.uuid).replace("-", "").lower()
    gpu = {"name": about.name, "uuidHash": hashlib.sha256(uuid.encode()).hexdigest(), "arch": f"sm_{major}{minor}",
           "smCount": about.multi_processor_count, "l2Bytes": about.L2_cache_size}
    return {"gpu": gpu, "driver": driver_release()}


def driver_release():
    """'' where nothing says it."""
    command = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")[0].strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


if __name__ == "__main__":
    main(*sys.argv[1:])
