#!/usr/bin/env python3
"""Figures of the running service, in CPU-seconds (user + system) of all its processes, the private PostgreSQL included.

    tests/bench/service_bench.py end-to-end [--megabytes N] [--file NDJSON]   socket to queryable
    tests/bench/service_bench.py visibility [--probes N] [--load MB_PER_S]    acknowledgement to visibility
    tests/bench/service_bench.py export [--megabytes N]                       CSV out

OPALITE_TEST_BINARY names the binary; default build/release/bin/opalite. Sends to loopback only and stops by itself.
"""

import argparse
import http.client
import json
import os
import pathlib
import random
import statistics
import sys
import threading
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "system"))
import harness  # noqa: E402
from harness import Client  # noqa: E402

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


def send_all(base, work, connections=4):
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
                connection.request("POST", "/v1/http", body=body, headers={
                    "Authorization": f"Bearer {harness.INGEST_TOKEN}", "Content-Type": "application/x-ndjson"})
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


def end_to_end(options):
    work = bodies(options.megabytes, options.file)
    megabytes = sum(len(body) for body, _ in work) / 1e6
    expected = sum(count for _, count in work)
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        dataset = service.ready["datasetId"]
        before = service_cpu(service, directory / "data")
        started = time.monotonic()
        send_all(service.ready["http"], work)
        acknowledged = time.monotonic() - started
        harness.wait_until(lambda: client.count(dataset) >= expected, 300, "all rows are visible")
        visible = time.monotonic() - started
        own, database = (after - first for after, first in zip(service_cpu(service, directory / "data"), before))
        stored = directory_bytes(directory / "data" / "segments")
        print(f"end to end: {megabytes:.0f} MB, {expected} events in {len(work)} requests\n"
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
            before = service_cpu(service, directory / "data")
            answer = client.query(pipeline, dataset, timeout=600)
            assert answer.status == 200, answer.body[:300]
            cpu = sum(after - first for after, first in zip(service_cpu(service, directory / "data"), before))
            print(f"export of {name}: {len(answer.body) / 1e6:.0f} MB of CSV, {cpu:.2f} CPU-seconds: "
                  f"{len(answer.body) / 1e6 / cpu:.0f} MB per CPU-second; peak memory {peak_mib(service):.0f} MiB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figure", choices=["end-to-end", "visibility", "export"])
    parser.add_argument("--megabytes", type=float, default=200)
    parser.add_argument("--file")
    parser.add_argument("--probes", type=int, default=200)
    parser.add_argument("--load", type=float, default=0)
    options = parser.parse_args()
    {"end-to-end": end_to_end, "visibility": visibility, "export": export}[options.figure](options)


main()
