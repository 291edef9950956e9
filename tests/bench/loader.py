"""Sends generated lines to the service while they are made; keeps them for peers where asked."""

import http.client
import os
import pathlib
import queue
import subprocess
import threading
import time
import urllib.parse

import harness

BODY_BYTES = 1_000_000
PART_BYTES = 500_000_000
PATHS = {"otlp": "/v2/otel/v1/traces"}
SENDERS = 4


def generator():
    """The program `workload`, beside the service's or where the tests were built."""
    return os.environ.get("OPALITE_TEST_WORKLOAD") or pathlib.Path(os.environ["OPALITE_TEST_BINARY"]).with_name("workload")


def bodies(workload, count, file=None, keep=None, seed=1):
    """Bodies for the service out of a generator's lines; an OTLP request is a body of its own. keep(file) is called for parts of
    the lines, of some hundred megabytes each."""
    process = subprocess.Popen([generator(), workload, "--seed", str(seed), "--count", str(count)], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    part = Part(file, keep)
    if workload == "otlp":
        for line in process.stdout:
            part.add(line)
            yield line
    else:
        rest = b""
        while block := process.stdout.read(BODY_BYTES):
            cut = block.rfind(b"\n") + 1
            body, rest = rest + block[:cut], block[cut:]
            part.add(body)
            if body:
                yield body
    part.end()
    harness.check(process.wait() == 0, f"the generator of {workload} failed")


class Part:
    """Collects bodies in a file and hands it on when it is large."""

    def __init__(self, file, keep):
        self.file, self.keep, self.size = file, keep, 0
        self.output = open(file, "wb") if file else None

    def add(self, body):
        if not self.output:
            return
        self.output.write(body)
        self.size += len(body)
        if self.size > PART_BYTES:
            self.end()
            self.output, self.size = open(self.file, "wb"), 0

    def end(self):
        if not self.output:
            return
        self.output.close()
        if self.size > 0:
            self.keep(self.file)
        os.unlink(self.file)
        self.output = None


def send(base, workload, source, first=0):
    """Sends all bodies over a few connections; bytes sent. Bodies are numbered from `first` on: a repeated number is a retry."""
    url = urllib.parse.urlsplit(base)
    waiting = queue.Queue(SENDERS * 2)
    failures = []
    headers = {"Authorization": f"Bearer {harness.INGEST_TOKEN}",
               "Content-Type": "application/json" if workload == "otlp" else "application/x-ndjson"}

    def sender():
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=120)
        while (work := waiting.get()) is not None:
            number, body = work
            lost = 0
            while not failures:
                try:
                    # While peers load, a connection is idle for longer than the service keeps it.
                    connection.request("POST", PATHS.get(workload, "/v1/http"), body=body, headers={**headers, "Idempotency-Key": f"{workload}/{number}"})
                    answer = connection.getresponse()
                    said = answer.read()
                except (OSError, http.client.HTTPException) as failure:
                    connection.close()
                    lost += 1
                    if lost > 100:
                        failures.append(repr(failure))
                    continue
                if answer.status == 200:
                    break
                if answer.status not in (429, 503):
                    failures.append(f"{answer.status} {said[:300]!r}")
                time.sleep(0.1)

    threads = [threading.Thread(target=sender, daemon=True) for _ in range(SENDERS)]
    for thread in threads:
        thread.start()
    total = 0
    for number, body in enumerate(source, first):
        total += len(body)
        waiting.put((number, body))
    for _ in threads:
        waiting.put(None)
    for thread in threads:
        thread.join()
    harness.check(not failures, f"ingest of {workload}: {failures[:1]}")
    return total
