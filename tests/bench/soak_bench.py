#!/usr/bin/env python3
"""Whether the service stays as it is: a steady rate, queries, merging and retention for a long time.

    tests/bench/run soak [--minutes 60] [--rate 40] [--keep 10]

Sends bluesky events at `rate` MB a second. Retention counts in days, so after `keep` minutes the catalog is told that a segment is
two days older; from there on expiry and deletion are the service's own. Prints a line for each minute, then the means of the second
and of the last quarter side by side: what grows, leaks.
"""

import argparse
import http.client
import pathlib
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "system"))
import harness  # noqa: E402
import loader  # noqa: E402
from harness import INGEST_TOKEN, Client  # noqa: E402

EVENTS = 60_000  # about 28 MB, sent again and again
SENDERS = 2
DAY = 86_400 * 10**9
MINUTE = 60 * 10**9
COLUMNS = ("MB/s", "CPU s", "RSS MiB", "segments", "disk MB", "files", "visible p50", "visible p99", "query 5 min", "query all")


class Sender(threading.Thread):
    """Posts bodies at its share of the rate; one that is refused for load counts as not sent."""

    def __init__(self, base, bodies, bytes_per_second):
        super().__init__(daemon=True)
        self.address = urllib.parse.urlsplit(base).netloc
        self.bodies, self.rate = bodies, bytes_per_second
        self.sent, self.refused, self.ending = 0, 0, threading.Event()

    def run(self):
        connection = http.client.HTTPConnection(self.address, timeout=60)
        due, turn = time.monotonic(), 0
        while not self.ending.is_set():
            body = self.bodies[turn % len(self.bodies)]
            turn += 1
            connection.request("POST", "/v1/http", body, {"Authorization": f"Bearer {INGEST_TOKEN}", "Content-Type": "application/x-ndjson"})
            answer = connection.getresponse()
            answer.read()
            if answer.status == 200:
                self.sent += len(body)
            else:
                self.refused += 1
            due = max(due + len(body) / self.rate, time.monotonic() - 5)
            self.ending.wait(max(0, due - time.monotonic()))


class Prober(threading.Thread):
    """From the acknowledgement of an observation, of a datastream of its own, to its first row."""

    def __init__(self, client):
        super().__init__(daemon=True)
        self.client, self.delays, self.ending = client, [], threading.Event()
        stream = client.created("/v1/datastreams", {"name": "probe"})
        self.dataset = stream["datasetId"]
        self.token = client.created("/v1/ingest-tokens", {"name": "probe", "datastreamIds": [stream["id"]]})["credential"]

    def run(self):
        count = 0
        while not self.ending.wait(0.5):
            self.client.ingest('{"n":1}\n', token=self.token)
            acknowledged = time.monotonic()
            count += 1
            while self.client.count(self.dataset, "interval=1d") < count and time.monotonic() < acknowledged + 60:
                time.sleep(0.005)
            self.delays.append((time.monotonic() - acknowledged) * 1000)


class Soak:
    def __init__(self, service, url, arguments):
        self.service, self.url, self.keep = service, url, arguments.keep
        self.client, self.dataset = Client(service.ready["http"]).login(), service.ready["datasetId"]
        stream = self.ask(f"select id from datastreams where dataset_id = {self.dataset}")[0]
        headers = {"Authorization": f"Bearer {self.client.tenant} {self.client.key}", "Content-Type": "application/json"}
        changed = harness.request(service.ready["http"], "PATCH", f"/v1/datastreams/{stream}", '{"retentionDays": 1}', headers)
        harness.check(changed.status == 200, f"retention: {changed.status} {changed.body!r}")
        bodies = list(loader.bodies("bluesky", EVENTS))
        self.senders = [Sender(service.ready["http"], bodies[i::SENDERS], arguments.rate * 1e6 / SENDERS) for i in range(SENDERS)]
        self.prober = Prober(self.client)

    def ask(self, statement):
        done = subprocess.run(["psql", "-qXAt", self.url, "-c", "set opalite.tenant = '*'", "-c", statement], capture_output=True, text=True, check=True)
        return done.stdout.split()

    def age(self):
        now = "(extract(epoch from clock_timestamp()) * 1000000000)::bigint"
        self.ask(f"update segments set time_min = time_min - {2 * DAY}, time_max = time_max - {2 * DAY} where dataset_id = {self.dataset} "
                 f"and time_max < {now} - {self.keep * MINUTE} and time_max > {now} - {DAY}")

    def timed(self, window):
        begun = time.monotonic()
        self.client.rows("statsby n:count(), group_by(c:string(FIELDS.commit.collection))", self.dataset, window)
        return (time.monotonic() - begun) * 1000

    def minute(self):
        """One line's values."""
        began, cpu, sent = time.monotonic(), self.service.cpu_seconds(), sum(each.sent for each in self.senders)
        self.prober.delays.clear()
        recent, everything = [], []
        while time.monotonic() < began + 60:
            recent.append(self.timed("interval=5m"))
            everything.append(self.timed("interval=1d"))
            time.sleep(5)
        self.age()
        seconds = time.monotonic() - began
        delays = sorted(self.prober.delays) or [float("nan")]
        directory = self.service.directory / "data" / "segments"
        sizes = [file.stat().st_size for file in directory.rglob("*.parquet")]
        return ((sum(each.sent for each in self.senders) - sent) / 1e6 / seconds, self.service.cpu_seconds() - cpu, self.service.resident_kib() / 1024,
                int(self.ask(f"select count(*) from segments where dataset_id = {self.dataset}")[0]), sum(sizes) / 1e6, len(sizes),
                statistics.median(delays), delays[int(len(delays) * 0.99)], statistics.median(recent), statistics.median(everything))

    def run(self, minutes):
        for thread in (*self.senders, self.prober):
            thread.start()
        lines = []
        print("minute" + "".join(f"{name:>13}" for name in COLUMNS))
        for number in range(minutes):
            lines.append(self.minute())
            print(f"{number + 1:>6}" + "".join(f"{value:>13.1f}" for value in lines[-1]), flush=True)
        for thread in (*self.senders, self.prober):
            thread.ending.set()
        for thread in (*self.senders, self.prober):
            thread.join(60)
        quarter = max(len(lines) // 4, 1)
        for title, part in (("2nd quarter", lines[quarter:2 * quarter] or lines), ("4th quarter", lines[-quarter:])):
            print(f"{title:<12}" + " ".join(f"{name} {statistics.mean(column):.1f};" for name, column in zip(COLUMNS, zip(*part))))
        print(f"refused {sum(each.refused for each in self.senders)} requests")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--rate", type=float, default=40, help="MB a second")
    parser.add_argument("--keep", type=int, default=10, help="minutes until a segment expires")
    arguments = parser.parse_args()
    with harness.workspace() as directory, harness.database() as url, harness.service(directory, "--database", url) as service:
        Soak(service, url, arguments).run(arguments.minutes)


if __name__ == "__main__":
    main()
