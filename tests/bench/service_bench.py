#!/usr/bin/env python3
"""Figures of the running service, in CPU-seconds (user + system) of all its processes, the private PostgreSQL included.

    tests/bench/service_bench.py end-to-end [--megabytes N] [--file NDJSON] [--format NAME] [--filter OPAL] [--drop-rate SHARE]   socket to queryable
    tests/bench/service_bench.py visibility [--probes N] [--load MB_PER_S]    acknowledgement to visibility
    tests/bench/service_bench.py export [--megabytes N]                       CSV out
    tests/bench/service_bench.py tables [--rows N]                            reference tables: creation, and look-ups beside DuckDB's join

OPALITE_TEST_BINARY names the binary; default build/release/bin/opalite. Sends to loopback only and stops by itself.
"""

import argparse
import http.client
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "system"))
import harness  # noqa: E402
from harness import Client  # noqa: E402
from oracle import DuckDb  # noqa: E402
from table_client import Tables, columns  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
BODY_BYTES = 512 * 1024


def process_cpu(pid):
    """CPU-seconds of a process and of its children that have ended."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(int(field) for field in fields[11:15]) / TICKS


def children(pid):
    result = []
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        result += [int(child) for child in (task / "children").read_text().split()]
    return result


def service_cpu(service, data):
    """(the service's process, PostgreSQL's processes)"""
    postmaster = harness.postmaster_pid(data)
    database = sum(process_cpu(pid) for pid in [postmaster, *children(postmaster)]) if postmaster else 0.0
    return process_cpu(service.process.pid), database


def peak_mib(service):
    for line in pathlib.Path(f"/proc/{service.process.pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0


def events(count, seed=1):
    """NDJSON in the shape of the Bluesky firehose: about 480 bytes an event, seven collections."""
    chance = random.Random(seed)
    collections = ["app.bsky.feed.like"] * 45 + ["app.bsky.graph.follow"] * 36 + ["app.bsky.feed.post"] * 9 + \
        ["app.bsky.feed.repost"] * 6 + ["app.bsky.graph.block"] * 2 + ["app.bsky.actor.profile"] * 2
    letters = "abcdefghijklmnopqrstuvwxyz234567"
    words = ["the", "sky", "is", "blue", "über", "data", "log", "event", "stream", "query", "fast", "cheap", "と", "por", "que"]

    def text(length):
        return "".join(chance.choices(letters, k=length))

    users = ["did:plc:" + text(24) for _ in range(20_000)]
    now = 1_732_206_349_000_167
    for _ in range(count):
        now += int(chance.expovariate(1 / 813))
        collection = chance.choice(collections)
        commit = {"rev": text(13), "operation": "create" if chance.random() < 0.96 else "delete", "collection": collection, "rkey": text(13)}
        if commit["operation"] == "create":
            record = {"$type": collection, "createdAt": f"2024-11-21T16:{chance.randrange(60):02}:{chance.randrange(60):02}.{chance.randrange(1000):03}Z"}
            if collection in ("app.bsky.feed.like", "app.bsky.feed.repost"):
                record["subject"] = {"cid": "bafyrei" + text(52), "uri": f"at://{chance.choice(users)}/app.bsky.feed.post/{text(13)}"}
            elif collection == "app.bsky.feed.post":
                record["langs"] = [chance.choice(["en", "pt", "ja", "de"])]
                record["text"] = " ".join(chance.choices(words, k=chance.randrange(1, 40)))
            elif collection == "app.bsky.actor.profile":
                record["displayName"] = " ".join(chance.choices(words, k=2))
            else:
                record["subject"] = chance.choice(users)
            commit["record"] = record
            commit["cid"] = "bafyrei" + text(52)
        yield json.dumps({"did": chance.choice(users), "time_us": now, "kind": "commit", "commit": commit}, ensure_ascii=False,
                         separators=(",", ":")).encode() + b"\n"


def bodies(megabytes, file):
    """Bodies of about half a megabyte and the number of events in each."""
    lines = open(file, "rb") if file else events(1 << 62)
    total, body, count, result = 0, [], 0, []
    for line in lines:
        body.append(line)
        count += 1
        total += len(line)
        if total // BODY_BYTES > len(result):
            result.append((b"".join(body), count))
            body, count = [], 0
        if total >= megabytes * 1_000_000:
            break
    if body:
        result.append((b"".join(body), count))
    return result


# Path and headers of the formats that are not NDJSON; bodies are counted as they are before compression.
WIRE = {
    "otlp_logs": ("/v2/otel/v1/logs", {"Content-Type": "application/x-protobuf"}),
    "otlp_traces": ("/v2/otel/v1/traces", {"Content-Type": "application/x-protobuf"}),
    "otlp_metrics": ("/v2/otel/v1/metrics", {"Content-Type": "application/x-protobuf"}),
    "remote_write": ("/v1/prometheus", {"Content-Type": "application/x-protobuf", "Content-Encoding": "snappy"}),
    "msgpack": ("/v1/http", {"Content-Type": "application/msgpack"}),
    "csv": ("/v1/http", {"Content-Type": "text/csv"}),
}


def wire_bodies(name, megabytes):
    """Bodies of a binary format, the number of observations in each, and their bytes before compression."""
    program = pathlib.Path(os.environ["OPALITE_TEST_BINARY"]).with_name("wire_body")
    work, total = [], 0
    while total < megabytes * 1_000_000:
        made = subprocess.run([program, name, str(BODY_BYTES), str(len(work))], capture_output=True, check=True)
        items, size = map(int, made.stderr.split())
        work.append((made.stdout, items))
        total += size
    return work, total


def csv_bodies(megabytes):
    """CSV of four columns, one of them quoted, as gateway_bench sends it; the number of records in each body, and all bytes."""
    work, total = [], 0
    while total < megabytes * 1_000_000:
        lines, size = ["time,level,service,message\n"], 0
        while size < BODY_BYTES:
            number = len(work) * 100_000 + len(lines)
            lines.append(f'{number},info,checkout,"request {number} took a while, again"\n')
            size += len(lines[-1])
        body = "".join(lines).encode()
        work.append((body, len(lines) - 1))
        total += len(body)
    return work, total


def send_all(base, work, connections=4, path="/v1/http", content=None):
    """Sends every body over a few keep-alive connections."""
    url = urllib.parse.urlsplit(base)
    queue = list(work)
    lock = threading.Lock()

    def sender():
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=60)
        while True:
            with lock:
                if not queue:
                    return
                body, _ = queue.pop()
            while True:
                connection.request("POST", path, body=body, headers={
                    "Authorization": f"Bearer {harness.INGEST_TOKEN}", **(content or {"Content-Type": "application/x-ndjson"})})
                answer = connection.getresponse()
                answer.read()
                if answer.status == 200:
                    break
                time.sleep(float(answer.headers.get("Retry-After", "1")) / 10)

    threads = [threading.Thread(target=sender) for _ in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def directory_bytes(path):
    return sum(file.stat().st_size for file in pathlib.Path(path).rglob("*") if file.is_file())


def drop_filter(client, dataset, options):
    """Makes one; gives what tells how many observations it has dropped."""
    headers = {"Authorization": f"Bearer {client.tenant} {client.key}", "Content-Type": "application/json"}
    body = {"label": "bench", "sourceDataset": {"id": dataset}, "pipeline": options.filter, "dropRate": options.drop_rate}
    made = harness.request(client.base, "POST", "/v1/ingest/filters", json.dumps(body), headers)
    harness.check(made.status == 201, f"the filter was not made: {made.status} {made.body!r}")
    path = f"/v1/ingest/filters/{made.json()['id']}"
    return lambda: harness.request(client.base, "GET", path, None, headers).json()["stats"]["droppedObservations"]


def end_to_end(options):
    path, content = WIRE.get(options.format, ("/v1/http", None))
    if options.format == "csv":
        work, total = csv_bodies(options.megabytes)
    elif content:
        work, total = wire_bodies(options.format, options.megabytes)
    else:
        work = bodies(options.megabytes, options.file)
        total = sum(len(body) for body, _ in work)
    megabytes = total / 1e6
    expected = sum(count for _, count in work)
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        dataset = service.ready["datasetId"]
        dropped = drop_filter(client, dataset, options) if options.filter else lambda: 0
        before = service_cpu(service, directory / "data")
        started = time.monotonic()
        send_all(service.ready["http"], work, path=path, content=content)
        acknowledged = time.monotonic() - started
        harness.wait_until(lambda: client.count(dataset) + dropped() >= expected, 300, "all rows are visible, or were dropped")
        visible = time.monotonic() - started
        own, database = (after - first for after, first in zip(service_cpu(service, directory / "data"), before))
        stored = directory_bytes(directory / "data" / "segments")
        print(f"end to end, {options.format}: {megabytes:.0f} MB, {expected} events in {len(work)} requests, {dropped()} dropped\n"
              f"  acknowledged after {acknowledged:.2f} s, visible after {visible:.2f} s\n"
              f"  CPU-seconds {own:.2f} service + {database:.2f} PostgreSQL: {megabytes / (own + database):.1f} MB per CPU-second\n"
              f"  stored {stored / 1e6:.1f} MB: {stored / 1e6 / megabytes:.3f} bytes per raw byte; peak memory {peak_mib(service):.0f} MiB")


def visibility(options):
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        dataset = service.ready["datasetId"]
        stop = threading.Event()

        def load():
            work = bodies(8, None)
            while not stop.is_set():
                for body, _ in work:
                    started = time.monotonic()
                    send_all(service.ready["http"], [(body, 0)], 1)
                    stop.wait(max(0.0, len(body) / 1e6 / options.load - (time.monotonic() - started)))

        loader = threading.Thread(target=load)
        if options.load:
            loader.start()
        delays = []
        for probe in range(options.probes):
            answer = client.ingest(json.dumps({"probe": probe}))
            assert answer.status == 200, answer.body
            acknowledged = time.monotonic()
            window = f"startTime={time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(time.time() - 5))}"
            harness.wait_until(lambda: client.rows(f"filter int64(FIELDS.probe) = {probe}", dataset, window), 30, f"probe {probe}")
            delays.append((time.monotonic() - acknowledged) * 1000)
        stop.set()
        if options.load:
            loader.join()
        delays.sort()
        print(f"visibility: {options.probes} probes beside {options.load:g} MB/s\n  p50 {statistics.median(delays):.0f} ms, "
              f"p99 {delays[int(len(delays) * 0.99) - 1]:.0f} ms, longest {delays[-1]:.0f} ms (the polling query's own time included)")


def exported(service, data, client, pipeline, dataset, headers=None):
    """Bytes of the body as it was sent, and CPU-seconds."""
    before = service_cpu(service, data)
    answer = client.query(pipeline, dataset, timeout=600, headers=headers)
    assert answer.status == 200, answer.body[:300]
    assert (answer.headers.get("Content-Encoding") == "gzip") == bool(headers), answer.headers
    return len(answer.body), sum(after - first for after, first in zip(service_cpu(service, data), before))


def export(options):
    work = bodies(options.megabytes, options.file)
    expected = sum(count for _, count in work)
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        dataset = service.ready["datasetId"]
        send_all(service.ready["http"], work)
        harness.wait_until(lambda: client.count(dataset) >= expected, 300, "all rows are visible")
        for name, pipeline in (("typed columns", "pick_col BUNDLE_TIMESTAMP, did:string(FIELDS.did), kind:string(FIELDS.kind), "
                                "collection:string(FIELDS.commit.collection), rev:string(FIELDS.commit.rev), t:int64(FIELDS.time_us)"),
                               ("whole objects", "pick_col BUNDLE_TIMESTAMP, FIELDS")):
            plain, cpu = exported(service, directory / "data", client, pipeline, dataset)
            print(f"export of {name}: {plain / 1e6:.0f} MB of CSV, {cpu:.2f} CPU-seconds: "
                  f"{plain / 1e6 / cpu:.0f} MB per CPU-second; peak memory {peak_mib(service):.0f} MiB")
            packed, cpu = exported(service, directory / "data", client, pipeline, dataset, {"Accept-Encoding": "gzip"})
            print(f"    with gzip: {packed / 1e6:.0f} MB sent ({packed / plain:.3f}), {cpu:.2f} CPU-seconds: {plain / 1e6 / cpu:.0f} MB of CSV per CPU-second")


def side_by_side(first, second, repeats=15):
    """The times of two works that take turns, so that a busy machine is busy for both; the first turn warms up."""
    times = [], []
    for turn in range(repeats + 1):
        for work, taken in zip((first, second), times):
            begun = time.monotonic()
            work()
            if turn > 0:
                taken.append(time.monotonic() - begun)
    return times


def tables(options):
    chance = random.Random(3)
    rows = options.rows
    filler = max(1, 10 * 1024 * 1024 // rows - 22)
    text = "id,name,region\n" + "".join(
        f"{i},{''.join(chance.choices('abcdefghijklmnopqrstuvwxyz', k=filler))},r{i % 50:02}\n" for i in range(rows))
    text = text[:10 * 1024 * 1024].rsplit("\n", 1)[0] + "\n"
    rows = text.count("\n") - 1
    schema = columns(("id", "int64"), ("name", "string"), ("region", "string"))
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        reference = Tables(client)
        reference.create("Warm", "id,name,region\n1,a,b\n", schema, primaryKey=["id"])
        walls, processors = [], []
        for turn in range(3):
            resident = service.resident_kib()
            pathlib.Path(f"/proc/{service.process.pid}/clear_refs").write_text("5")
            before, begun = service_cpu(service, directory / "data"), time.monotonic()
            record = reference.create(f"Large {turn}", text, schema, primaryKey=["id"])
            walls.append(time.monotonic() - begun)
            processors.append(sum(after - first for after, first in zip(service_cpu(service, directory / "data"), before)))
            grown = peak_mib(service) - resident / 1024
            print(f"create: {len(text) / 1048576:.2f} MiB, {rows} rows with a primary key: {walls[-1]:.2f} s, {processors[-1]:.2f} CPU-seconds, "
                  f"memory {grown:.0f} MiB above {resident / 1024:.0f}")

        count, size = 1_000_000, 20_000
        for at in range(0, count, size):
            body = "".join(json.dumps({"id": chance.randrange(rows), "n": at + i}) + "\n" for i in range(size))
            assert client.ingest(body).status == 200
        dataset = str(service.ready["datasetId"])
        harness.wait_until(lambda: client.count(dataset) == count, 120, "all observations are visible")
        harness.wait_until(lambda: len(list((directory / "data" / "segments").rglob(f"{dataset}/*.parquet"))) > 0, 10, "segments")
        stage = {"stageID": "main", "input": [{"inputName": "_", "datasetId": dataset}, {"inputName": "t", "datasetId": record["datasetId"]}],
                 "pipeline": "make_col id:int64(FIELDS.id)\nlookup on(id = @t.id), name:@t.name, region:@t.region\n"
                             "statsby n:count(), last:max(name), first:min(region), group_by()"}
        headers = {"Authorization": f"Bearer {client.tenant} {client.key}", "Accept": "text/csv", "Content-Type": "application/json"}

        def ours():
            answer = harness.request(client.base, "POST", "/v1/meta/export/query?interval=1h", json.dumps({"query": {"stages": [stage]}}), headers)
            assert answer.status == 200, answer.body
            return answer.rows()[0]

        shown = ours()
        duckdb = DuckDb()
        explained = harness.request(client.base, "POST", "/v1/meta/export/query?interval=1h",
                                    json.dumps({"query": {"stages": [stage]}, "explain": True}), {**headers, "Accept": "application/json"}).json()
        names = {each: [str(directory / "data" / "segments" / each_file) for each_file in files]
                 for each, files in _files(explained, dataset, record["datasetId"])}
        observed, looked_up = names[dataset], names[record["datasetId"]]
        list_of = "[" + ", ".join(f"'{file}'" for file in observed) + "]"
        key, name, region = (duckdb.column(looked_up[0], path) for path in ("/id", "/name", "/region"))
        sql = (f"SELECT count(*), max(t.{name}), min(t.{region}) FROM read_parquet({list_of}) o "
               f"LEFT JOIN read_parquet('{looked_up[0]}') t ON o.{duckdb.column(observed[0], '/id')} = t.{key}")
        row = duckdb.ask(sql, 3)
        assert row == [shown["n"], shown["last"], shown["first"]], (row, shown)
        own, theirs = side_by_side(ours, lambda: duckdb.ask(sql, 3))
        ratios = sorted(mine / other for mine, other in zip(own, theirs))
        print(f"lookup: {count} observations in {len(observed)} segments against {rows} rows, medians of {len(own)} turns: "
              f"{statistics.median(own) * 1000:.0f} ms, DuckDB's join of the same files {statistics.median(theirs) * 1000:.0f} ms: "
              f"{statistics.median(own) / statistics.median(theirs):.2f} times (turn by turn {ratios[0]:.2f} to {ratios[-1]:.2f})")


def _files(explained, *datasets):
    for dataset in datasets:
        scan = next(each for each in explained["segments"] if each["datasetId"] == dataset)
        yield dataset, [each["file"] if isinstance(each, dict) else each for each in scan["files"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figure", choices=["end-to-end", "visibility", "export", "tables"])
    parser.add_argument("--megabytes", type=float, default=200)
    parser.add_argument("--file")
    parser.add_argument("--format", choices=["ndjson", *WIRE], default="ndjson")
    parser.add_argument("--filter", help="the pipeline of a drop filter over what end-to-end sends")
    parser.add_argument("--drop-rate", type=float, default=1)
    parser.add_argument("--probes", type=int, default=200)
    parser.add_argument("--load", type=float, default=0)
    parser.add_argument("--rows", type=int, default=200_000)
    options = parser.parse_args()
    {"end-to-end": end_to_end, "visibility": visibility, "export": export, "tables": tables}[options.figure](options)


if __name__ == "__main__":
    main()
