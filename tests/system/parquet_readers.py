"""Segments are plain Parquet: two foreign readers see the same values, and the rows that a query sees. Small segments as they land,
and merged ones."""

import json
import os
import pathlib
import subprocess

import harness
from harness import Client, check, skip, wait_until

READERS = pathlib.Path(__file__).parents[2] / "build" / "deps" / "parquet-readers" / "bin" / "python"
READ = """
import json, sys
import polars, pyarrow.parquet
for file in sys.stdin.read().split():
    arrow, frame = pyarrow.parquet.read_table(file), polars.read_parquet(file)
    same = arrow.num_rows == frame.height and all(arrow.column(name).to_pylist() == frame[name].to_list() for name in arrow.column_names)
    metadata = pyarrow.parquet.read_metadata(file).metadata
    print(json.dumps({"rows": arrow.num_rows, "columns": arrow.num_columns, "same": same, "layout": b"opalite.layout" in metadata,
                      "times": [min(arrow.column("ts").to_pylist()), max(arrow.column("ts").to_pylist())]}, default=str))
"""


def files_of(service, dataset):
    data = pathlib.Path(service.arguments[service.arguments.index("--data") + 1])
    return sorted(data.glob(f"segments/*/{dataset}/*.parquet"))


def documents(first, count):
    odd = [None, True, 1, 1.0, 2**53 + 1, -0.5, "ü", "", {"deep": {"er": [1, "2", None]}}, [], {}, "x" * 300]
    return "".join(json.dumps({"n": first + i, "user": f"user-{i * 7919 % 1000}", "odd": odd[i % len(odd)], "level": "info"}) + "\n"
                   for i in range(count))


def foreign_readers_see_what_queries_see():
    with harness.workspace() as directory, harness.service(directory) as service:
        client, dataset = Client(service.ready["http"]).login(), service.ready["datasetId"]
        for batch in range(40):
            check(client.ingest(documents(batch * 500, 500)).status == 200, "ingest")
            wait_until(lambda: client.count(dataset) == (batch + 1) * 500, 30, "the batch is a segment of its own")
        wait_until(lambda: any(file.name.startswith("m") for file in files_of(service, dataset)), 120, "segments were merged")
        files = files_of(service, dataset)
        read = subprocess.run([str(READERS), "-c", READ], input="\n".join(map(str, files)), capture_output=True, text=True)
        check(read.returncode == 0, f"the readers: {read.stderr[-2000:]}")
        seen = [json.loads(line) for line in read.stdout.splitlines()]
        check(len(seen) == len(files) and all(each["same"] and each["layout"] for each in seen), f"seen: {seen}")
        merged = sum(each["rows"] for file, each in zip(files, seen) if file.name.startswith("m"))
        print(f"        {len(files)} files, {sum(each['rows'] for each in seen)} rows, {merged} of them merged")
        check(merged >= 32 * 500, f"rows in merged files: {merged}")
        # Replaced files stay for a while, so each row is there once or twice, and none is missing.
        landed = sum(each["rows"] for file, each in zip(files, seen) if not file.name.startswith("m"))
        check(landed == 40 * 500, f"rows as they landed: {landed}")


if not os.access(READERS, os.X_OK):
    skip("the readers of Parquet could not be fetched from PyPI")
harness.run(foreign_readers_see_what_queries_see)
