#!/usr/bin/env python3
"""Bytes stored per raw byte of every workload: in one go, in many small segments, and after these were merged; beside zstd.

    tests/bench/run storage [--count N]
"""

import argparse
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "system"))
import harness  # noqa: E402
import answers  # noqa: E402
import loader  # noqa: E402
from harness import Client  # noqa: E402
from queries_bench import settle  # noqa: E402

SLICE_BYTES = 200_000  # a body that becomes a segment of its own


def segments(client, dataset):
    """{file: bytes} of what a query of everything reads."""
    stage = {"stageID": "main", "input": [{"inputName": "_", "datasetId": str(dataset)}], "pipeline": "statsby n:count(), group_by()"}
    answer = harness.request(client.base, "POST", f"/v1/meta/export/query?{answers.WINDOW}", json.dumps({"query": {"stages": [stage]}, "explain": True}),
                             {"Authorization": f"Bearer {client.tenant} {client.key}", "Accept": "application/json", "Content-Type": "application/json"})
    harness.check(answer.status == 200, f"explain: {answer.status} {answer.body!r}")
    return {file["file"]: file["bytes"] for scan in answer.json()["segments"] for file in scan["files"]}


def slices(workload, bodies):
    """Small bodies of whole lines; an OTLP request stays as it is."""
    for body in bodies:
        if workload == "otlp":
            yield body, None
            continue
        while body:
            cut = body.rfind(b"\n", 0, SLICE_BYTES) + 1
            yield body[:cut], body.count(b"\n", 0, cut)
            body = body[cut:]


def in_one_go(workload, count, service, lines):
    """Raw bytes, and the segments; keeps the lines."""
    client, dataset = Client(service.ready["http"]).login(), service.ready["datasetId"]

    def kept():
        with open(lines, "wb") as copy:
            for body in loader.bodies(workload, count):
                copy.write(body)
                yield body

    raw = loader.send(service.ready["http"], workload, kept())
    harness.wait_until(lambda: client.count(dataset, answers.WINDOW) >= count, 600, "all rows are visible")
    return raw, segments(client, dataset)


def in_slices(workload, count, service):
    """Each slice is sent when the one before is visible. The segments as they landed, and after small ones were merged."""
    client, dataset = Client(service.ready["http"]).login(), service.ready["datasetId"]
    seen, landed = 0, {}
    for number, (body, lines) in enumerate(slices(workload, loader.bodies(workload, count))):
        loader.send(service.ready["http"], workload, [body], first=number)
        wanted = seen + (lines or 1)
        harness.wait_until(lambda least=wanted: client.count(dataset, answers.WINDOW) >= least, 60, "the slice is visible")
        seen = client.count(dataset, answers.WINDOW)
        # Merging goes on meanwhile; the names of merged segments begin with m.
        landed.update((file, size) for file, size in segments(client, dataset).items() if not pathlib.Path(file).name.startswith("m"))
    settle(service)
    return landed, segments(client, dataset)


def zstd_bytes(file, level):
    with subprocess.Popen(["zstd", f"-{level}", "-c", "-q", file], stdout=subprocess.PIPE) as process:
        return sum(len(block) for block in iter(lambda: process.stdout.read(1 << 20), b""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000)
    count = parser.parse_args().count
    print(f"{'bytes stored per raw byte':<28}{'raw MB':>8}{'one go':>9}{'segments':>9}{'slices':>9}{'segments':>9}{'merged':>9}{'segments':>9}{'zstd -1':>9}{'zstd -3':>9}")
    for workload in answers.WORKLOADS:
        with harness.workspace() as directory, harness.service(directory) as service:
            lines = directory / "lines.ndjson"
            raw, whole = in_one_go(workload, count, service, lines)
            packed = [zstd_bytes(lines, level) for level in (1, 3)]
        with harness.workspace() as directory, harness.service(directory) as service:
            landed, merged = in_slices(workload, count, service)
        line = f"{workload:<28}{raw / 1e6:>8.1f}"
        for files in (whole, landed, merged):
            line += f"{sum(files.values()) / raw:>9.3f}{len(files):>9}"
        print(line + "".join(f"{size / raw:>9.3f}" for size in packed), flush=True)


if __name__ == "__main__":
    main()
