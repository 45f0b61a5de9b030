"""Files of records as src/contract/baseline-recording.ts reads them: runs of our variants, and of baselines in turns with them."""
import datetime
import hashlib
import json
import os
import uuid

HERE = os.path.dirname(os.path.abspath(__file__))


def sources_hash():
    """Over the code that makes and times baselines."""
    digest = hashlib.sha256()
    for name in sorted(name for name in os.listdir(HERE) if name.endswith(".py") and not name.startswith("test_")):
        with open(os.path.join(HERE, name), "rb") as file:
            digest.update(name.encode() + b"\0" + file.read())
    return digest.hexdigest()


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def records_of(order, method, machine, variants, baselines):
    """`variants`: pairs of an order's variant and its outcome; `baselines`: of a baseline and its outcome; `machine`: GPU and
    driver."""
    shared = {"date": now(), "comparison": str(uuid.uuid4()), **machine, "kernel": order["kernel"],
              "params": order["params"], "method": method}
    kept = ("variant", "launch", "nvcc", "flags", "sourceHash")
    return {
        "records": [{**shared, **{name: variant[name] for name in kept}, "outcome": outcome}
                    for variant, outcome in variants],
        "baselines": [{**shared, "baseline": each.name, "title": each.title, "versions": each.versions,
                       "buffers": each.specs, "sourceHash": sources_hash(), "outcome": outcome}
                      for each, outcome in baselines],
    }


def add(path, more):
    """What is there is kept, but for earlier comparisons with the same parameters and method."""
    known = read(path)
    added = more["baselines"] + more["records"]
    is_replaced = lambda record: any(record["params"] == other["params"] and record["method"] == other["method"] for other in added)
    kinds = {kind: [each for each in known[kind] if not is_replaced(each)] + more[kind] for kind in ("records", "baselines")}
    lines = lambda items: ",\n".join(json.dumps(item, separators=(",", ":")) for item in items)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".partial", "w") as file:
        file.write("{" + ",\n".join(f'"{kind}":[\n{lines(items)}\n]' for kind, items in kinds.items()) + "}\n")
    os.replace(path + ".partial", path)


def read(path):
    if not os.path.exists(path):
        return {"records": [], "baselines": []}
    with open(path) as file:
        return json.load(file)
