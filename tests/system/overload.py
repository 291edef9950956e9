"""Overload: a customer sends five times what it may, another one sends a little; and nobody is limited, and everybody sends what they
can. Accepted requests are answered in time, the rest is told to come again, memory stays bounded, what was acknowledged is there.
--seconds N (8): how long each of them sends; a minute or more is a measurement, which also demands the times."""

import argparse
import contextlib
import json
import subprocess
import threading
import urllib.parse

import harness
from flood import Flood, milliseconds
from harness import BINARY, INGEST_TOKEN, Client, check, wait_until

SECONDS = 8.0
ROWS = 500
RESIDENT_MIB_MAX = 512
ACCEPTED_MS_MAX = 500


def body(rows=ROWS):
    return "".join(json.dumps({"n": i, "level": "info", "host": f"web-{i % 9}", "text": "x" * 440}) + "\n" for i in range(rows)).encode()


@contextlib.contextmanager
def bounded_memory(service):
    """Watches the most memory that the service has meanwhile."""
    ending, highest = threading.Event(), [0]

    def watch():
        while not ending.wait(0.1):
            highest[0] = max(highest[0], service.resident_kib() // 1024)

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join()
    print(f"        at most {highest[0]} MiB")
    check(highest[0] <= RESIDENT_MIB_MAX, f"memory: {highest[0]} MiB")


def operate(service, *arguments):
    data = service.arguments[service.arguments.index("--data") + 1]
    done = subprocess.run([BINARY, "admin", *arguments, "--data", data], capture_output=True, text=True)
    check(done.returncode == 0, f"admin {arguments}: {done.stderr}")
    return done.stdout


def judge(answers, service, landed_before, seconds):
    """What every overload must keep; says how it went."""
    accepted = [answer for answer in answers if answer.status == 200]
    others = [answer for answer in answers if answer.status != 200]
    check({answer.status for answer in others} <= {429, 503}, f"answers: {sorted({answer.status for answer in others})}")
    check(all(answer.retry_after for answer in others), "Retry-After is missing")
    late = milliseconds(accepted, 0.99)
    print(f"        {len(accepted) * len(body()) / 1e6 / seconds:.0f} MB/s accepted, p99 {late:.0f} ms; {len(others)} of "
          f"{len(answers)} refused, p99 {milliseconds(others, 0.99):.0f} ms")
    check(late <= ACCEPTED_MS_MAX or seconds < 60, f"p99 of what was accepted: {late:.0f} ms")
    client = Client(service.ready["http"]).login()
    expected = landed_before + len(accepted) * ROWS
    wait_until(lambda: client.count(service.ready["datasetId"]) >= expected, 120, f"{expected} rows are visible")
    check(client.count(service.ready["datasetId"]) == expected, f"{client.count(service.ready['datasetId'])} rows of {expected}")
    return expected


def quiet_beside(port, token, seconds):
    return Flood(port, token, b'{"quiet":true}\n', seconds, per_second=50)


def five_times_what_is_allowed():
    """10 MB/s are allowed, 50 MB/s are sent."""
    with harness.workspace() as directory, harness.service(directory) as service:
        port = urllib.parse.urlsplit(service.ready["http"]).port
        operate(service, "limit-tenant", "--bytes-per-minute", str(10_000_000 * 60))
        operate(service, "create-tenant", "--tenant", "202020304050")
        operate(service, "create-datastream", "--tenant", "202020304050", "--name", "Default")
        made = operate(service, "create-ingest-token", "--tenant", "202020304050")
        token = next(word for word in made.split() if ":" in word)
        idle = quiet_beside(port, token, min(SECONDS, 10)).answers()
        # A minute's worth may come at once; that is no overload yet.
        first = Flood(port, INGEST_TOKEN, body(), 4, processes=2, connections=16).answers()
        before = sum(answer.status == 200 for answer in first) * ROWS
        with bounded_memory(service):
            flood = Flood(port, INGEST_TOKEN, body(), SECONDS, processes=2, connections=16, per_second=50_000_000 / len(body()))
            quiet = quiet_beside(port, token, SECONDS).answers()
            answers = flood.answers()
            check(all(answer.status == 200 for answer in idle + quiet), "the quiet customer was refused")
            print(f"        quiet customer: p50 {milliseconds(idle, 0.5):.1f} ms, p99 {milliseconds(idle, 0.99):.1f} ms alone; "
                  f"p50 {milliseconds(quiet, 0.5):.1f} ms, p99 {milliseconds(quiet, 0.99):.1f} ms beside")
            judge(answers, service, before, SECONDS)


def as_much_as_they_can():
    """64 connections, each sending its next quarter of a megabyte when the last is answered."""
    with harness.workspace() as directory, harness.service(directory) as service:
        port = urllib.parse.urlsplit(service.ready["http"]).port
        with bounded_memory(service):
            answers = Flood(port, INGEST_TOKEN, body(), SECONDS, processes=2, connections=32).answers()
            judge(answers, service, 0, SECONDS)


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--seconds", type=float, default=SECONDS)
SECONDS = parser.parse_args().seconds
harness.run(five_times_what_is_allowed, as_much_as_they_can)
