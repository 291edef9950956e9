"""Reference tables under fire: replacements and look-ups at once, every answer of one version; SIGKILL during uploads, a table whole
or not there, and the answer that was given holds.

--seconds N   of replacements and look-ups (default 8; 60 for the long run), 64 of each at once
--rounds N    of SIGKILL (default 4; 30 for the long run)
"""

import argparse
import contextlib
import http.client
import json
import random
import threading
import time

import harness
from harness import Client, check, request, wait_until
from table_client import Tables, columns

ARGUMENTS = argparse.ArgumentParser()
ARGUMENTS.add_argument("--seconds", type=float, default=8)
ARGUMENTS.add_argument("--rounds", type=int, default=4)
OPTIONS = ARGUMENTS.parse_args()
WORKERS = 64
KEYS = 500
SCHEMA = columns(("code", "int64"), ("version", "int64"), ("label", "string"))


def text_of(version):
    return "code,version,label\n" + "".join(f"{code},{version},v{version}\n" for code in range(KEYS))


class Storm:
    """Threads that replace one table and look it up until stopped."""

    def __init__(self, client, raw, table):
        self.client, self.raw, self.table = client, raw, table
        self.ending, self.lock = threading.Event(), threading.Lock()
        self.acknowledged, self.answers, self.busy, self.versions, self.faults = 0, 0, 0, set(), []

    def replace(self, worker):
        version = worker * 1_000_000
        while not self.ending.is_set():
            version += 1
            answer = Tables(self.client).send("PUT", "/" + self.table["id"], text_of(version), {}, SCHEMA)
            with self.lock:
                if answer.status == 200:
                    self.acknowledged += 1
                elif answer.status in (429, 503):
                    self.busy += 1
                else:
                    self.faults.append(f"replace: {answer.status} {answer.body!r}")

    def look_up(self, _):
        body = {"query": {"stages": [{"stageID": "main", "input": [{"inputName": "_", "datasetId": self.raw},
                                                                   {"inputName": "t", "datasetId": self.table["datasetId"]}],
                                      "pipeline": "make_col code:int64(FIELDS.code)\nlookup on(code = @t.code), version:@t.version, label:@t.label\n"
                                                  "statsby n:count(), group_by(version, label)"}]}}
        while not self.ending.is_set():
            answer = request(self.client.base, "POST", "/v1/meta/export/query?interval=1h", json.dumps(body),
                             {"Authorization": f"Bearer {self.client.tenant} {self.client.key}", "Accept": "text/csv", "Content-Type": "application/json"})
            if answer.status in (429, 503):
                with self.lock:
                    self.busy += 1
                continue
            rows = answer.rows() if answer.status == 200 else []
            good = len(rows) == 1 and rows[0]["n"] == str(KEYS) and rows[0]["label"] == "v" + rows[0]["version"]
            with self.lock:
                self.answers += 1
                if good:
                    self.versions.add(rows[0]["version"])
                else:
                    self.faults.append(f"look-up: {answer.status} {answer.body!r}")

    def run(self, seconds):
        def guarded(work, worker):
            try:
                work(worker)
            except (OSError, http.client.HTTPException) as fault:
                self.faults.append(repr(fault))

        threads = [threading.Thread(target=guarded, args=(work, i), daemon=True) for i in range(WORKERS) for work in (self.replace, self.look_up)]
        for thread in threads:
            thread.start()
        self.ending.wait(seconds)
        self.ending.set()
        for thread in threads:
            thread.join(120)
        check(not any(thread.is_alive() for thread in threads), "a request never ended")


def every_answer_is_of_one_version():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        raw = str(service.ready["datasetId"])
        check(client.ingest("\n".join(json.dumps({"code": code}) for code in range(KEYS))).status == 200, "ingest")
        wait_until(lambda: client.count(raw) == KEYS, 30, "the observations are visible")
        table = Tables(client).create("Versions", text_of(0), SCHEMA, primaryKey=["code"])
        storm = Storm(client, raw, table)
        storm.run(OPTIONS.seconds)
        check(not storm.faults, f"{len(storm.faults)} faults, for instance {storm.faults[:2]}")
        check(storm.acknowledged > 0 and len(storm.versions) > 1, "nothing was replaced while it was looked up")
        print(f"        {storm.acknowledged} replacements, {storm.answers} answers of {len(storm.versions)} versions, {storm.busy} times busy")


class Uploader(threading.Thread):
    """Creates tables and replaces them; remembers what was begun and what was answered."""

    def __init__(self, worker, base, key):
        super().__init__(daemon=True)
        self.worker, self.base, self.key = worker, base, key
        self.begun, self.answered = {}, {}  # label → number of rows of the last file
        self.ending = threading.Event()
        self.fault = None

    def run(self):
        chance, number = random.Random(self.worker), 0
        while not self.ending.is_set():
            number += 1
            label, rows = f"w{self.worker}-{number % 5}", chance.randrange(1, 60_000)
            text = "id,text\n" + "".join(f"{i},{'x' * 20}\n" for i in range(rows))
            with contextlib.suppress(OSError, http.client.HTTPException):
                client = Client(self.base())
                client.key = self.key
                tables = Tables(client)
                found = [each for each in tables.list("?label=" + label)["referenceTables"] if each["label"] == label]
                self.begun.setdefault(label, set()).add(rows)
                answer = tables.send("PUT", "/" + found[0]["id"], text, {}) if found else tables.send("POST", "", text, {"label": label})
                if answer.status in (200, 201):
                    self.answered[label] = rows
                    self.begun[label] = {rows}
                elif answer.status not in (401, 429, 500, 503, 504):
                    self.fault = f"{answer.status} {answer.body!r}"
                    return
                continue
            time.sleep(0.02)


def killed_while_tables_are_uploaded():
    chance = random.Random(5)
    with harness.workspace() as directory:
        data = directory / "data"
        service = harness.Process("serve", ["--data", str(data), *harness.endpoints(), *harness.BOOTSTRAP], directory, "serve").start()
        key = Client(service.ready["http"]).login().key
        uploaders = [Uploader(i, lambda: service.ready["http"], key) for i in range(3)]
        for uploader in uploaders:
            uploader.start()

        def client():
            fresh = Client(service.ready["http"])
            fresh.key = key
            return fresh

        def whole():
            """Every table has all rows of one file that was sent, and of the last one that was answered or a later one."""
            seen = 0
            for record in Tables(client()).list()["referenceTables"]:
                worker, label = int(record["label"][1:].split("-")[0]), record["label"]
                begun = set(uploaders[worker].begun.get(label, ()))
                rows = client().rows("statsby n:count(), last:max(int64(id)), group_by()", record["datasetId"])[0]
                n, last = int(rows["n"]), int(rows["last"])
                check(n == last + 1, f"{label} has {n} rows, and the last one is {last}")
                later = set(uploaders[worker].begun.get(label, ()))
                check(n in begun | later or uploaders[worker].is_alive(), f"{label} has {n} rows, sent were {begun}")
                seen += 1
            return seen

        for turn in range(OPTIONS.rounds):
            before = sum(len(uploader.answered) for uploader in uploaders)
            if turn == 0:
                wait_until(lambda: sum(len(uploader.answered) for uploader in uploaders) > before, 60, "an upload after the start")
            time.sleep(chance.uniform(0.05, 1.0))  # the random moment
            service.kill()
            if turn % 3 == 2:
                harness.kill_private_postgres(data)
            service.start()
            whole()
        for uploader in uploaders:
            uploader.ending.set()
        for uploader in uploaders:
            uploader.join(120)
            check(not uploader.is_alive(), "an upload never ended")
            check(uploader.fault is None, uploader.fault)
        listed = {record["label"]: record for record in Tables(client()).list()["referenceTables"]}
        for uploader in uploaders:
            for label, rows in uploader.answered.items():
                check(label in listed, f"{label} was answered and is not there")
                n = int(client().rows("statsby n:count(), group_by()", listed[label]["datasetId"])[0]["n"])
                check(n in uploader.begun[label], f"{label} has {n} rows, sent were {uploader.begun[label]}")
                check(len(uploader.begun[label]) > 1 or n == rows, f"{label} has {n} rows, answered were {rows}")
        print(f"        {len(listed)} tables over {OPTIONS.rounds} kills, {sum(len(u.answered) for u in uploaders)} answered labels")
        service.stop()


if __name__ == "__main__":
    harness.run(every_answer_is_of_one_version, killed_while_tables_are_uploaded)
